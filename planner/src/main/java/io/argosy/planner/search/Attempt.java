package io.argosy.planner.search;

import io.argosy.planner.UnprovenException;
import io.argosy.planner.analyse.Analysis;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.catalog.Placement;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.StatementFacts.ResultColumn;
import io.argosy.planner.plan.Bundling;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.write.PushdownWriter;
import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * One assignment of choices to the sites of a query, carried out on its tree: the stages that it
 * needs, and the query over what they leave, which the locality proof then accepts or not.
 */
final class Attempt {
  private final Context context;
  private final SubqueryMoves subqueries;
  private final SqlNode tree;
  private final Binding binding;
  private final Sizes sizes;
  private final List<ResultColumn> columns;
  private final Map<SqlNode, Choice> choices;
  private final int group;
  private final List<Stage> stages = new ArrayList<>();
  private final List<Relation> moved = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private final Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
  private final Map<SqlNode, SqlNode> everywhere = new IdentityHashMap<>();
  private int bundledScans;
  private double cost;
  private double lastStep;

  /**
   * @param columns of the query's result
   * @param choices by the sites' keys
   * @param group the colocation group to which moved rows belong
   */
  Attempt(
      Context context,
      SubqueryMoves subqueries,
      SqlNode tree,
      Binding binding,
      Sizes sizes,
      List<ResultColumn> columns,
      Map<SqlNode, Choice> choices,
      int group) {
    this.context = context;
    this.subqueries = subqueries;
    this.tree = tree;
    this.binding = binding;
    this.sizes = sizes;
    this.columns = columns;
    this.choices = choices;
    this.group = group;
  }

  /**
   * @throws UnprovenException when the assignment does not make the query local
   */
  Answer answer(List<Site> sites) {
    List<Site.Table> tables = new ArrayList<>();
    List<Site.Nested> queries = new ArrayList<>();
    active(sites, tables, queries);
    for (Site.Nested query : queries) {
      move(query);
    }
    List<Site.Table> carried = new ArrayList<>();
    for (Site.Table table : tables) {
      if (isMoved(choice(table))) {
        carried.add(table);
      } else {
        stay(table);
      }
    }
    List<SqlNode> unread = new ArrayList<>(replaced.keySet());
    for (Site.Table table : carried) {
      unread.addAll(Reduction.of(binding, table.source(), table.block()).filters());
    }
    NeededColumns needed = new NeededColumns(binding, tree, unread);
    carried.sort(Comparator.comparingDouble(sizes::passing));
    for (Site.Table table : carried) {
      move(table, needed.of(table.source()));
    }
    for (Site.Table table : carried) {
      for (SqlNode filter : Reduction.of(binding, table.source(), table.block()).filters()) {
        replaced.put(filter, Replacer.TRUE);
      }
    }
    SqlNode rewritten = tree.accept(new Replacer(replaced));
    return finished(rewritten, context.bind(rewritten, moved));
  }

  private int unwanted() {
    if (context.bundling().equals(Bundling.ALL)) {
      return stages.size();
    }
    return context.bundling().equals(Bundling.NONE) ? bundledScans : 0;
  }

  private double mergeCost(Merge merge) {
    return switch (merge) {
      case Merge.Concatenate all -> context.costs().collect(sizes.result());
      case Merge.Limited limited -> context.costs().collect(sizes.result());
      case Merge.Ordered ordered -> context.costs().collect(sizes.result());
      case Merge.Finish finish -> context.costs().finish(sizes.result());
    };
  }

  /** The sites that are there when the queries that are moved are gone. */
  private void active(List<Site> sites, List<Site.Table> tables, List<Site.Nested> queries) {
    for (Site site : sites) {
      switch (site) {
        case Site.Table table -> tables.add(table);
        case Site.Nested nested -> {
          if (isMoved(choice(nested))) {
            add(nested, queries);
          } else {
            active(nested.within(), tables, queries);
          }
        }
      }
    }
  }

  /** One definition at several places is moved once. */
  private static void add(Site.Nested query, List<Site.Nested> queries) {
    for (int i = 0; i < queries.size(); i++) {
      if (queries.get(i).key() == query.key()) {
        queries.set(i, queries.get(i).and(query));
        return;
      }
    }
    queries.add(query);
  }

  private Choice choice(Site site) {
    return choices.getOrDefault(site.key(), new Choice.Stay());
  }

  private static boolean isMoved(Choice choice) {
    return switch (choice) {
      case Choice.Broadcast broadcast -> true;
      case Choice.Keep keep -> true;
      case Choice.Repartition repartition -> true;
      case Choice.Gather gather -> true;
      case Choice.Stay stay -> false;
      case Choice.CarveSlots carve -> false;
      case Choice.CarveRanges carve -> false;
    };
  }

  /** A table that is read where it is, be it by shares. */
  private void stay(Site.Table table) {
    Relation relation = table.relation();
    boolean hash = relation.placement() instanceof Placement.Hash;
    double passing = sizes.passing(table);
    double rows = sizes.all(table);
    switch (choice(table)) {
      case Choice.CarveSlots carve -> {
        String name = relation.columns().get(carve.column()).name();
        String type = relation.columns().get(carve.column()).type();
        carve(table, carve.column(), new Share.Division.Slots(type));
        words.add("CARVE " + relation.name() + " (" + name + ")");
        lastStep += context.costs().readSlots(rows, passing);
      }
      case Choice.CarveRanges carve -> {
        String name = relation.columns().get(carve.column()).name();
        carve(table, carve.column(), new Share.Division.Ranges(carve.bounds()));
        words.add("CARVE " + relation.name() + " (ranges of " + name + ")");
        lastStep += context.costs().read(rows, passing, true);
      }
      case Choice.Stay stay -> {
        bundledScans++;
        lastStep += context.costs().read(rows, passing, hash);
      }
      case Choice.Keep keep -> throw new IllegalStateException("moved");
      case Choice.Broadcast broadcast -> throw new IllegalStateException("moved");
      case Choice.Repartition repartition -> throw new IllegalStateException("moved");
      case Choice.Gather gather -> throw new IllegalStateException("moved");
    }
  }

  private void carve(Site.Table table, int column, Share.Division division) {
    Relation relation = table.relation();
    String name = relation.columns().get(column).name();
    Share share = new Share(context.statement().text(Trees.name(name)), division);
    int number = context.moves().share(share);
    Relation carved =
        new Relation(
            "pg_temp",
            "argosy_share_" + number,
            false,
            relation.columns(),
            List.of(),
            new Placement.Hash(group, name),
            Optional.empty(),
            relation.rows());
    moved.add(carved);
    SqlNode item = table.source().item();
    SqlNode named = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    SharedTable shared =
        new SharedTable(List.of("pg_temp", carved.name()), (SqlIdentifier) named, number);
    if (item.getKind() == SqlKind.AS) {
      List<SqlNode> operands = new ArrayList<>(((SqlCall) item).getOperandList());
      operands.set(0, shared);
      replaced.put(item, ((SqlCall) item).getOperator().createCall(SqlParserPos.ZERO, operands));
    } else {
      replaced.put(item, Trees.as(shared, table.source().alias()));
    }
  }

  private void move(Site.Table table, List<Integer> used) {
    List<Integer> needed =
        choice(table) instanceof Choice.Keep ? withKey(used, table.relation()) : used;
    boolean hash = table.relation().placement() instanceof Placement.Hash;
    Source source = table.source();
    Sizes.Moved size = sizes.moved(table, needed);
    String name = context.moves().stage();
    List<Relation.Column> types = new ArrayList<>();
    for (int column : needed) {
      Relation.Column original = table.relation().columns().get(column);
      types.add(
          new Relation.Column(source.columns().get(column), original.type(), original.notNull()));
    }
    Choice choice = choice(table);
    Choice.Repartition byPosition =
        choice instanceof Choice.Repartition repartition
            ? new Choice.Repartition(needed.indexOf(repartition.column()))
            : null;
    if (byPosition != null && byPosition.column() < 0) {
      throw new UnprovenException("the key of a move is not read");
    }
    Movement movement =
        choice instanceof Choice.Keep
            ? Movement.keep(kept(table))
            : Movement.of(byPosition == null ? choice : byPosition, types, group);
    List<String> looked = TableMove.lookedUpBy(binding, table);
    stages.add(
        new Stage(
            name,
            context
                .statement()
                .text(new TableMove(binding, everywhere).query(table, needed, size.distinct())),
            hash
                ? new Stage.Source.EveryNode(new Pruning.AllNodes())
                : table.relation().placement() instanceof Placement.Replicated
                    ? choice instanceof Choice.Keep
                        ? new Stage.Source.EveryNode(new Pruning.AllNodes())
                        : new Stage.Source.AnyNode()
                    : new Stage.Source.HomeNode(),
            movement.movement(),
            looked.isEmpty() ? List.of() : List.of(looked),
            Optional.empty(),
            size.rows(),
            size.width(),
            "rows of " + table.relation().name()));
    Relation relation = movement.relation(name, types, size.rows());
    moved.add(relation);
    replaced.put(source.item(), Trees.as(Trees.name("pg_temp", name), source.alias()));
    if (choice instanceof Choice.Broadcast) {
      everywhere.put(source.item(), replaced.get(source.item()));
    }
    words.add(movement.words(table.describe(), types));
    cost +=
        context.costs().read(sizes.all(table), sizes.passing(table), hash)
            + movement.cost(context.costs(), size.rows(), size.width());
    lastStep += context.costs().readStage(size.rows(), movement.divides());
  }

  private static List<Integer> withKey(List<Integer> columns, Relation relation) {
    if (!(relation.placement() instanceof Placement.Hash hash)) {
      return columns;
    }
    TreeSet<Integer> all = new TreeSet<>(columns);
    List<String> names = relation.columns().stream().map(Relation.Column::name).toList();
    all.add(names.indexOf(hash.column()));
    return List.copyOf(all);
  }

  /** Where the rows of a table lie that are kept, by the name that the source gives its key. */
  private static Placement kept(Site.Table table) {
    if (!(table.relation().placement() instanceof Placement.Hash hash)) {
      return table.relation().placement();
    }
    List<String> names = table.relation().columns().stream().map(Relation.Column::name).toList();
    return new Placement.Hash(
        hash.colocationGroup(), table.source().columns().get(names.indexOf(hash.column())));
  }

  private void move(Site.Nested query) {
    SubqueryMoves.Moved result = subqueries.move(query, choice(query), group);
    stages.addAll(result.stages());
    moved.add(result.relation());
    for (SqlNode node : query.nodes()) {
      replaced.put(node, result.reading());
      if (choice(query) instanceof Choice.Broadcast) {
        everywhere.put(node, replaced.get(node));
      }
    }
    words.add(result.words());
    cost += result.cost();
    lastStep += result.readingCost() * query.nodes().size();
  }

  private Answer finished(SqlNode rewritten, Binding bound) {
    Placements placements = Placements.of(bound.query());
    String description = words.isEmpty() ? Answer.AS_IT_STANDS : String.join(", ", words);
    if (!placements.partitioned()) {
      Plan.Last last =
          new Plan.Last.OneNode(context.statement().text(rewritten), placements.onHomeNode());
      return new Answer(
          stages, last, Set.of(), group, List.of(), unwanted(), cost + lastStep, description);
    }
    Analysis analysis = context.analysis(rewritten, bound);
    Plan.Pushdown pushdown =
        new PushdownWriter(
                context.statement().with(rewritten),
                bound,
                analysis,
                context.aggregates(),
                columns,
                context.once())
            .write();
    Plan.Last last =
        new Plan.Last.Merged(pushdown.fragment(), new Pruning.AllNodes(), pushdown.merge());
    Set<Integer> keys =
        bound.query() instanceof Query.Select select
                && pushdown.merge() instanceof Merge.Concatenate
            ? analysis.keyOutputs(select)
            : Set.of();
    lastStep += mergeCost(pushdown.merge());
    return new Answer(
        stages,
        last,
        keys,
        group,
        GroupKeys.of(rewritten, bound),
        unwanted(),
        cost + lastStep,
        description);
  }
}
