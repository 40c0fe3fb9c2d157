package io.argosy.planner.search;

import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.forms.lookup.Lookup;
import io.argosy.planner.forms.lookup.Lookups;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.AtHand;
import io.argosy.planner.movement.CarvedTable;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.CopiedRows;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.movement.Sizes;
import io.argosy.planner.movement.StagedTable;
import io.argosy.planner.movement.StagedTables;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.NeededColumns;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Analysis;
import io.argosy.planner.write.PushdownWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * One assignment of choices to the sites of a query, carried out on its tree: the stages that it
 * needs, and the query over what they leave, which the locality proof then accepts or not.
 */
final class Attempt {
  private final Context context;
  private final SubqueryMoves subqueries;
  private final StagedTables tables;
  private final SqlNode tree;
  private final Reductions reductions;
  private final Sizes sizes;
  private final List<ResultColumn> columns;
  private final List<Site> sites;
  private final Map<SqlNode, Choice> choices;
  private final Colocation group;
  private final Optional<ModifiedTable> target;
  private final boolean looksUp;
  private final double limit;
  private final Lookups lookups;
  private final List<Stage> stages = new ArrayList<>();
  private final List<Relation> moved = new ArrayList<>();

  /** Queries that are alike have one. */
  private final Set<SubqueryMoves.Moved> results =
      Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<String> words = new ArrayList<>();
  private final Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
  private final List<Lookup> lookedUp = new ArrayList<>();
  private final AtHand atHand = new AtHand();
  private final CopiedRows copied;
  private final Map<SqlNode, Double> readingCosts = new IdentityHashMap<>();
  private int bundledScans;
  private double cost;
  private double lastStep;

  /**
   * @param choices by the sites' keys
   * @param group the colocation group to which moved rows belong
   * @param looksUp whether it may be rewritten to look rows up
   * @param limit an answer whose fragments cost as much is not wanted
   */
  Attempt(
      Searched searched,
      StagedTables tables,
      Map<SqlNode, Choice> choices,
      Colocation group,
      boolean looksUp,
      double limit) {
    this.context = searched.context();
    this.subqueries = searched.subqueries();
    this.tree = searched.tree();
    this.reductions = searched.reductions();
    this.sizes = searched.sizes();
    this.columns = searched.columns();
    this.target = searched.target();
    this.sites = searched.sites();
    this.tables = tables;
    this.choices = choices;
    this.group = group;
    this.looksUp = looksUp;
    this.limit = limit;
    this.lookups = new Lookups(context, reductions, sizes, choices);
    this.copied = new CopiedRows(reductions.compared());
  }

  /**
   * @return empty if it costs too much
   * @throws UnprovenException when the assignment does not make the query local
   */
  Optional<Answer> answer() {
    ActiveSites active = ActiveSites.of(sites, choices);
    for (Site.Nested query : active.queries()) {
      move(query);
      if (costsTooMuch()) {
        return Optional.empty();
      }
    }
    List<Site.Table> carried = new ArrayList<>();
    for (Site.Table table : active.tables()) {
      if (choice(table).moves()) {
        carried.add(table);
      } else {
        stay(table);
      }
    }
    active.untouched().forEach(this::costsAtMostAsItStands);
    if (costsTooMuch()) {
      return Optional.empty();
    }
    List<SqlNode> unread = new ArrayList<>(replaced.keySet());
    // Their columns are read where rows are looked up, be they those of rows that are moved.
    lookedUp.forEach(lookup -> unread.removeAll(lookup.equalities()));
    for (Site.Table table : carried) {
      unread.addAll(reductions.of(table).filters());
    }
    NeededColumns needed = new NeededColumns(reductions.binding(), tree, unread);
    // Of the same rows those with more columns first, which may have the others' as well.
    carried.sort(
        Comparator.comparingDouble(sizes::passing)
            .thenComparing(table -> needed.of(table.source()).size(), Comparator.reverseOrder()));
    for (Site.Table table : carried) {
      move(table, needed.of(table.source()));
      if (costsTooMuch()) {
        return Optional.empty();
      }
    }
    for (Site.Table table : carried) {
      for (SqlNode filter : reductions.of(table).filters()) {
        replaced.put(filter, Replacer.TRUE);
      }
    }
    for (Lookup lookup : lookedUp) {
      replaced.put(lookup.join(), lookup.ordered().accept(new Replacer(replaced)));
    }
    return Optional.of(answer(tree.accept(new Replacer(replaced))));
  }

  /**
   * What PostgreSQL expects of a query that stays as it is, is what it would cost by itself, too.
   */
  private void costsAtMostAsItStands(Site.Nested query) {
    double own = query.nodes().size() * context.costs().work(sizes.work(query));
    double counted = readingCosts(query.within());
    lastStep -= Math.max(0, counted - own);
  }

  private double readingCosts(List<Site> sites) {
    double sum = 0;
    for (Site site : sites) {
      sum +=
          switch (site) {
            case Site.Table table -> readingCosts.getOrDefault(table.key(), 0.0);
            case Site.Nested nested -> readingCosts(nested.within());
          };
    }
    return sum;
  }

  /** More moves and reads only cost more. */
  private boolean costsTooMuch() {
    return cost + lastStep >= limit;
  }

  private Answer answer(SqlNode rewritten) {
    if (target.isEmpty()) {
      return finished(rewritten, context.bind(rewritten, moved));
    }
    return target
        .get()
        .copied()
        .map(table -> copiesModified(rewritten, table))
        .orElseGet(() -> modified(rewritten));
  }

  /** Each node changes its own rows of the target, which drive the statement. */
  private Answer modified(SqlNode rewritten) {
    Binding bound = context.bind(rewritten, moved);
    Analysis analysis = context.analysis(rewritten, bound);
    Query.Select rows = (Query.Select) bound.query();
    return modified(rewritten, analysis.pruning(rows, analysis.block(rows)), false);
  }

  /** Each node changes its copy of the target, and reads nothing else that is its own. */
  private Answer copiesModified(SqlNode rewritten, Relation table) {
    List<Relation> there = new ArrayList<>(moved);
    there.add(table);
    Binding bound = Binder.bind(rewritten, there, context.aggregates());
    new CopiesProof(rewritten, bound, context.aggregates()).prove();
    context.analysis(rewritten, bound).proveSameEverywhere(bound.query());
    return modified(rewritten, new Pruning.AllNodes(), true);
  }

  private Answer modified(SqlNode rewritten, Pruning pruning, boolean replicated) {
    Plan.Last last =
        new Plan.Last.Modified(context.statement().with(rewritten).template(), pruning, replicated);
    return new Answer(
        stages, last, Set.of(), group, List.of(), unwanted(), cost + lastStep, 0, 0, description());
  }

  private String description() {
    return words.isEmpty() ? Answer.AS_IT_STANDS : String.join(", ", words);
  }

  private int unwanted() {
    if (context.bundling().binds(Bundling.Operation.GROUP, Bundling.Operation.JOIN)) {
      return stages.size();
    }
    return context.bundling().binds(Bundling.Operation.SCAN, Bundling.Operation.JOIN)
        ? 0
        : bundledScans;
  }

  private double mergeCost(Merge merge) {
    return switch (merge) {
      case Merge.Concatenate all -> context.costs().collect(sizes.result());
      case Merge.Limited limited -> context.costs().collect(sizes.result());
      case Merge.Ordered ordered -> context.costs().collect(sizes.result());
      case Merge.Finish finish -> context.costs().finish(sizes.partials().rows());
    };
  }

  /** What it costs at best if each node finishes the groups that it owns. */
  private double dividedMergeCost(Merge merge, List<Answer.GroupKey> keys) {
    if (!(merge instanceof Merge.Finish) || keys.isEmpty()) {
      return mergeCost(merge);
    }
    Estimator.Estimate partials = sizes.partials();
    double values = keys.stream().mapToDouble(Answer.GroupKey::values).max().orElseThrow();
    double rows = partials.rows() * context.costs().nodes();
    return context.costs().finishDivided(rows, partials.width(), values);
  }

  private Choice choice(Site site) {
    return Choice.of(site, choices);
  }

  /** A table that is read where it is, be it by shares. */
  private void stay(Site.Table table) {
    boolean hash = table.relation().placement() instanceof Placement.Hash;
    double passing = sizes.passing(table);
    double scan = sizes.scan(table);
    switch (choice(table)) {
      case Choice.CarveSlots carve -> {
        String type = table.relation().columns().get(carve.column()).type();
        carve(table, carve.column(), new Share.Division.Slots(type));
        double largest = passing * sizes.imbalance(table, carve.column());
        lastStep += context.costs().readSlots(scan, sizes.all(table), largest);
      }
      case Choice.CarveRanges carve -> {
        carve(table, carve.column(), new Share.Division.Ranges(carve.bounds()));
        lastStep += context.costs().readRange(scan, passing);
      }
      case Choice.Stay stay -> {
        bundledScans++;
        double read = context.costs().read(scan, passing, hash);
        double whole = Math.min(read, lookups.byItself(table).orElse(read));
        Optional<Lookups.Priced> other = looksUp ? lookups.cheaper(table, whole) : Optional.empty();
        other.map(Lookups.Priced::lookup).ifPresent(this::lookUp);
        if (other.isEmpty()) {
          readingCosts.put(table.key(), whole);
        }
        lastStep += other.map(Lookups.Priced::cost).orElse(whole);
      }
      case Choice.Keep keep -> throw new IllegalStateException("moved");
      case Choice.BroadcastRanges broadcast -> throw new IllegalStateException("moved");
      case Choice.Broadcast broadcast -> throw new IllegalStateException("moved");
      case Choice.Repartition repartition -> throw new IllegalStateException("moved");
      case Choice.RepartitionFromRanges slots -> throw new IllegalStateException("moved");
      case Choice.RepartitionRanges ranges -> throw new IllegalStateException("moved");
      case Choice.Gather gather -> throw new IllegalStateException("moved");
    }
  }

  private void carve(Site.Table table, int column, Share.Division division) {
    CarvedTable carved = CarvedTable.of(context, table, column, division, group);
    moved.add(carved.relation());
    replaced.put(table.source().item(), carved.item());
    words.add(carved.words());
  }

  private void lookUp(Lookup lookup) {
    Relation relation = lookup.relation(context.statement().names().of("lookup_" + moved.size()));
    lookedUp.add(lookup);
    moved.add(relation);
    replaced.putAll(lookup.replaced(relation.name(), context.statement().names().of("row")));
    words.add(lookup.words());
  }

  private void move(Site.Table table, List<Integer> used) {
    Choice choice = choice(table);
    StagedTable staged = tables.of(table, choice, used, group, atHand);
    Optional<StagedTable> there = copied.having(staged);
    SqlNode item = there.orElse(staged).item(table.source().alias());
    if (there.isPresent()) {
      StagedTable both = there.get().and(staged);
      stages.set(stages.indexOf(there.get().stage()), both.stage());
      copied.share(there.get(), both, table);
    } else {
      stages.add(staged.stage());
      copied.add(table, staged);
      moved.add(staged.relation());
      words.add(staged.words());
      cost += staged.cost();
    }
    replaced.put(table.source().item(), item);
    if (choice.copies()) {
      atHand.add(table, there.orElse(staged), item, reductions.of(table).filters());
    }
    lastStep += staged.readingCost();
  }

  private void move(Site.Nested query) {
    List<Integer> compared = reductions.compared().of(query);
    SubqueryMoves.Moved result =
        subqueries.move(query, choice(query), group, compared, isAlone(query));
    words.add(result.words());
    if (results.add(result)) {
      stages.addAll(result.stages());
      cost += result.cost();
      moved.add(result.relation());
    }
    for (SqlNode node : query.nodes()) {
      replaced.put(node, result.reading());
      if (choice(query).copies()) {
        atHand.add(node, result.relation().name(), replaced.get(node));
      }
    }
    lastStep += result.readingCost() * query.nodes().size();
  }

  /** Whether nothing but this query is read. */
  private boolean isAlone(Site.Nested query) {
    return query.nodes().size() == 1
        && reductions.binding().query() instanceof Query.Select select
        && select.nested().isEmpty()
        && select.sources().size() == 1
        && select.sources().get(0).origin() instanceof Source.Derived derived
        && derived.node() == query.nodes().get(0);
  }

  private Answer finished(SqlNode rewritten, Binding bound) {
    Placements placements = Placements.of(bound.query());
    String description = description();
    if (!placements.partitioned()) {
      Plan.Last last =
          new Plan.Last.OneNode(context.statement().template(rewritten), placements.onHomeNode());
      return new Answer(
          copied.spare(stages, placements.onHomeNode()),
          last,
          Set.of(),
          group,
          List.of(),
          unwanted(),
          cost + lastStep,
          0,
          0,
          description);
    }
    Analysis analysis = context.analysis(rewritten, bound);
    Plan.Pushdown pushdown =
        new PushdownWriter(
                context.statement().with(rewritten),
                bound,
                analysis,
                context.aggregates(),
                columns,
                context.once(),
                sizes::repeats)
            .write();
    Plan.Last last = new Plan.Last.Merged(pushdown.fragment(), pushdown.merge());
    Set<Integer> keys =
        bound.query() instanceof Query.Select select
                && pushdown.merge() instanceof Merge.Concatenate
            ? analysis.keyOutputs(select)
            : Set.of();
    // By slots all groups lie alike. A start by ranges may have left the rows where they are.
    boolean bySlots = !replaced.isEmpty() && group.isBySlots() && pushdown.colocation().isBySlots();
    List<Answer.GroupKey> groupKeys = GroupKeys.of(rewritten, bound, this::groupingValues);
    return new Answer(
        copied.spare(stages, false),
        last,
        keys,
        bySlots ? group : pushdown.colocation(),
        groupKeys,
        unwanted(),
        cost + lastStep,
        mergeCost(pushdown.merge()),
        dividedMergeCost(pushdown.merge(), groupKeys),
        description);
  }

  /** How many values a grouping column has, which is what it was before rows moved. */
  private double groupingValues(int position) {
    return reductions.binding().query() instanceof Query.Select select
            && position < select.groupBy().size()
        ? reductions
            .binding()
            .column(select.groupBy().get(position))
            .map(sizes::values)
            .orElse(Sizes.MANY)
        : Sizes.MANY;
  }
}
