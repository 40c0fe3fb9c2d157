package io.argosy.planner.search;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.catalog.Bundling;
import io.argosy.planner.catalog.Estimator;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.catalog.StatementFacts.ResultColumn;
import io.argosy.planner.function.OnceRewriter;
import io.argosy.planner.parse.OwnNames;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.template.SqlTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlNode;

/** Plans a statement that is not local as it stands. */
public final class StagedPlanner {
  /** What sharing a query must save, in the unit of {@link Costs}. */
  private static final double SAVING = 10_000;

  /** What bringing the nodes' groups together on one must cost for them to be finished on all. */
  private static final double MERGE_WORTH_DIVIDING = 2 * SAVING;

  /** A query and what the names in it mean. */
  private record Bound(SqlNode tree, Binding binding) {}

  private final StatementFacts facts;
  private final Context context;
  private final SubqueryMoves subqueries;
  private final Map<SqlNode, SqlNode> originals;
  private final SqlNode tree;

  /**
   * @param statement the statement, certified
   * @throws UnprovenException if the statement has a form that is not understood
   */
  public StagedPlanner(
      ParsedStatement statement, StatementFacts facts, Aggregates aggregates, Estimator estimator) {
    if (facts.relations().stream().anyMatch(relation -> relation.columns().isEmpty())) {
      throw new UnprovenException("a table without columns is not moved");
    }
    this.facts = facts;
    Inliner inliner = new Inliner(facts.relations());
    ParsedStatement inlined = statement.with(inliner.inline(statement.tree()));
    OnceRewriter once = new OnceRewriter(inlined, facts.parameterTypes().size());
    this.tree = once.rewrite();
    this.originals = inliner.originals();
    this.context =
        new Context(
            inlined.deferred(),
            facts.relations(),
            aggregates,
            facts.parameterTypes(),
            once.once(),
            new Estimates(estimator),
            new Moves(inlined.names()),
            new Costs(facts.nodes()),
            facts.bundling());
    this.subqueries = new SubqueryMoves(context, this::subquery);
    new DeterminedColumns(context.bind(tree, List.of()), aggregates).addTo(tree);
  }

  /** For a form of the statement that reads the rows of a definition in a temporary table. */
  private StagedPlanner(StagedPlanner whole, SharedStage stage, SqlNode tree) {
    this.facts = whole.facts;
    this.context = whole.context.with(stage);
    this.subqueries = new SubqueryMoves(context, this::subquery);
    this.originals = whole.originals;
    this.tree = tree;
  }

  /** The statement's tree without views and common table expressions. */
  public SqlNode tree() {
    return tree;
  }

  /**
   * The cheapest plan that is proven.
   *
   * @param reason why the statement is not pushed down
   * @throws UnprovenException if there is none
   */
  public Plan plan(String reason) {
    Comparison comparison = new Comparison();
    Bound whole = bound(tree);
    forms(unbundled(whole)).forEach(comparison::add);
    comparison.addShared(whole);
    if (comparison.answers.isEmpty()) {
      comparison.add(split(whole, comparison.failures.getFirst()));
    }
    return comparison.plan(reason);
  }

  /**
   * The plan of a query that any node can answer, if it is cheaper to let each node do a part.
   *
   * @throws UnprovenException if there is no plan
   */
  public Optional<Plan> shared() {
    Bound whole = bound(tree);
    double asItStands = search(whole, facts.columns()).asItStands().map(Answer::cost).orElse(0.0);
    Comparison comparison = new Comparison();
    forms(whole).forEach(comparison::add);
    comparison.addShared(whole);
    boolean worthIt = comparison.best().cost() + SAVING < asItStands;
    return worthIt ? Optional.of(comparison.plan("")) : Optional.empty();
  }

  /**
   * The plan of a query that is local as it stands, if it is cheaper that nodes read ranges of
   * large replicated tables for each other, look their rows up, or finish its groups together.
   *
   * @throws UnprovenException if there is no plan
   */
  public Optional<Plan> divided() {
    Bound whole = bound(tree);
    Search search = search(whole, facts.columns());
    Optional<Answer> asItStands = search.asItStands();
    if (asItStands.isEmpty()) {
      return Optional.empty();
    }
    Comparison comparison = new Comparison();
    comparison.add(search, search::bestAsItStands);
    if (asItStands.get().mergeCost() > MERGE_WORTH_DIVIDING) {
      groupsApart(whole).ifPresent(comparison::addLocalGroups);
      groupsBeforeJoin(whole).ifPresent(comparison::addLocalGroups);
    }
    boolean worthIt = comparison.best().cost() + SAVING < asItStands.get().cost();
    return worthIt ? Optional.of(comparison.plan("")) : Optional.empty();
  }

  /** The query, and others that have the same result and might be answered better. */
  private List<Bound> forms(Bound query) {
    List<Bound> forms = new ArrayList<>();
    forms.add(query);
    if (context.bundling().binds(Bundling.Operation.SCAN, Bundling.Operation.GROUP)) {
      new EarlyGrouping(query.binding(), context.aggregates(), query.tree(), names())
          .rewrite()
          .flatMap(this::understood)
          .ifPresent(forms::add);
      groupsApart(query).ifPresent(forms::add);
      groupsBeforeJoin(query).ifPresent(forms::add);
    }
    return forms;
  }

  private OwnNames names() {
    return context.statement().names();
  }

  private Optional<Bound> groupsApart(Bound query) {
    return new GroupsApart(query.binding(), query.tree(), names())
        .rewrite()
        .flatMap(this::understood);
  }

  private Optional<Bound> groupsBeforeJoin(Bound query) {
    return new GroupsBeforeJoin(query.binding(), context.aggregates(), query.tree(), names())
        .rewrite()
        .flatMap(this::understood);
  }

  /** What the searches over the forms of the statement have found. */
  private final class Comparison {
    private final List<Answer> answers = new ArrayList<>();
    private final List<Plan.Alternative> considered = new ArrayList<>();
    private final List<UnprovenException> failures = new ArrayList<>();

    private boolean goesOn() {
      return answers.isEmpty() || context.estimates().timeUsed() < 1;
    }

    void add(Bound form) {
      if (!goesOn()) {
        return;
      }
      try {
        Search search = search(form, facts.columns());
        add(search, search::best);
      } catch (UnprovenException e) {
        failures.add(e);
      }
    }

    /** A form whose groups come from a query that is local as it stands. */
    void addLocalGroups(Bound form) {
      SubqueryMoves local = new SubqueryMoves(context, StagedPlanner.this::asItStands);
      Search search =
          new Search(
              context,
              local,
              originals,
              form.tree(),
              form.binding(),
              facts.columns(),
              Optional.empty(),
              Answer.Order.RESULT);
      add(search, search::bestOfResults);
    }

    void add(Search search, Supplier<Answer> found) {
      try {
        answers.add(found.get());
        considered.addAll(search.considered());
      } catch (UnprovenException e) {
        failures.add(e);
      }
    }

    /**
     * The forms in which rows that several SELECTs have in common, or those of a definition that is
     * read several times, are found first.
     */
    void addShared(Bound query) {
      if (!goesOn()
          || !context.bundling().binds(Bundling.Operation.SCAN, Bundling.Operation.GROUP)) {
        return;
      }
      new SharedRows(query.binding(), context.statement(), query.tree(), originals.keySet())
          .rewrite()
          .ifPresent(this::add);
      List<Site> sites = new SiteFinder(query.binding(), originals).find();
      for (SharedDefinition definition : SharedDefinition.of(query.tree(), sites)) {
        addOver(
            definition.site(),
            definition.choices(query.binding()),
            definition.template(context.statement()),
            definition.isGrouped() ? context.costs().nodes() : 1,
            definition::over);
      }
    }

    private void add(SharedRows.Form form) {
      Bound definition = bound(form.rows());
      Site.Nested rows =
          SharedStage.site(
              form, definition.binding(), new SiteFinder(definition.binding(), originals).find());
      addOver(
          rows,
          SharedStage.choices(form, rows),
          context.statement().template(form.rows()),
          // Of partitioned rows a node's own are estimated.
          Starts.isApart(rows) ? 1 : context.costs().nodes(),
          moved -> form.over(moved.relation()));
    }

    /**
     * The forms over a table with the rows of a query, for each way in which these can lie.
     *
     * @param definition the query as {@link SharedStage} has it
     * @param parts as {@link SharedStage} has them
     * @param over the statement over the table
     */
    private void addOver(
        Site.Nested rows,
        List<Choice> choices,
        SqlTemplate definition,
        int parts,
        Function<SubqueryMoves.Moved, SqlNode> over) {
      // All are called the same, so that PostgreSQL need not be asked again what reading them
      // costs.
      String table = context.moves().stage();
      for (Choice choice : choices) {
        if (!goesOn()) {
          return;
        }
        try {
          SubqueryMoves.Moved moved = subqueries.share(rows, choice, table);
          SharedStage stage = SharedStage.of(moved, definition, parts);
          StagedPlanner rest = new StagedPlanner(StagedPlanner.this, stage, over.apply(moved));
          Search search = rest.search(rest.bound(rest.tree), facts.columns());
          answers.add(search.best().after(stage));
          search.considered().forEach(other -> considered.add(stage.and(other)));
        } catch (UnprovenException e) {
          failures.add(e);
        }
      }
    }

    Answer best() {
      return answers.stream().min(Answer.Order.RESULT).orElseThrow(failures::getFirst);
    }

    Plan plan(String reason) {
      considered.sort(Comparator.comparingDouble(Plan.Alternative::cost));
      int shown = Math.min(considered.size(), Search.MOST_CONSIDERED);
      return StagedPlanner.this.plan(best(), reason, considered.subList(0, shown));
    }
  }

  /**
   * The cheapest plan of an UPDATE or DELETE, in which the target's rows stay where they are. Every
   * copy of a replicated one is changed by the same rows: to this planner all other replicated
   * tables, and the target where it is read besides, are on the home node only.
   *
   * @param reason why the statement is not local as it stands
   * @param copied the target as it is if every node has a copy; empty for a distributed one
   * @throws UnprovenException if there is none
   */
  public Plan modification(String reason, Optional<Relation> copied) {
    Bound rows = bound(tree);
    SqlNode entry = ((Query.Select) rows.binding().query()).sources().getFirst().item();
    Search search =
        search(
            rows,
            facts.columns(),
            Optional.of(new ModifiedTable(entry, copied)),
            Answer.Order.RESULT);
    return plan(search.best(), reason, search.considered());
  }

  /** A form of the statement that it can do without. */
  private Optional<Bound> understood(SqlNode form) {
    try {
      return Optional.of(bound(form));
    } catch (UnprovenException e) {
      return Optional.empty();
    }
  }

  private Bound bound(SqlNode query) {
    return new Bound(query, context.bind(query, List.of()));
  }

  private Search search(Bound query, List<ResultColumn> columns) {
    return search(query, columns, Optional.empty(), Answer.Order.RESULT);
  }

  private Search within(Bound query) {
    return search(query, columns(query.binding().query()), Optional.empty(), Answer.Order.WITHIN);
  }

  private Search search(
      Bound query, List<ResultColumn> columns, Optional<ModifiedTable> target, Answer.Order order) {
    return new Search(
        context, subqueries, originals, query.tree(), query.binding(), columns, target, order);
  }

  /** The query in two parts where grouping may not be one statement with what comes before. */
  private Bound unbundled(Bound query) {
    return context.bundling().binds(Bundling.Operation.JOIN, Bundling.Operation.GROUP)
        ? query
        : split(query).orElse(query);
  }

  private Bound split(Bound query, UnprovenException failure) {
    return split(query).orElseThrow(() -> failure);
  }

  private Optional<Bound> split(Bound query) {
    return new RowsSplit(query.binding(), query.tree(), names()).split().map(this::bound);
  }

  private Answer subquery(SqlNode tree) {
    Bound query = bound(tree);
    try {
      return within(query).best();
    } catch (UnprovenException e) {
      return within(split(query, e)).best();
    }
  }

  private Answer asItStands(SqlNode tree) {
    return within(bound(tree)).bestAsItStands();
  }

  private static List<ResultColumn> columns(Query query) {
    return IntStream.range(0, query.outputs().size())
        .mapToObj(
            i -> new ResultColumn(query.outputs().get(i).name(), query.outputs().get(i).type()))
        .toList();
  }

  private Plan plan(Answer answer, String reason, List<Plan.Alternative> considered) {
    Moves.Renumbering numbers = context.moves().new Renumbering();
    List<Stage> stages = new ArrayList<>();
    for (Stage stage : new LinkedHashSet<>(answer.stages())) {
      stages.add(renumbered(stage, numbers));
    }
    requireDifferent(stages);
    Plan.Last last =
        switch (answer.last()) {
          case Plan.Last.OneNode node ->
              new Plan.Last.OneNode(numbers.step(node.sql()), node.home());
          case Plan.Last.Merged merged ->
              new Plan.Last.Merged(
                  numbers.step(merged.fragment()), renumbered(merged.merge(), numbers));
          case Plan.Last.Modified modified ->
              new Plan.Last.Modified(
                  numbers.step(modified.fragment()), modified.pruning(), modified.replicated());
        };
    return new Plan.Staged(stages, last, numbers.shares(), context.once(), reason, considered);
  }

  /** No table may be made twice. */
  private static void requireDifferent(List<Stage> stages) {
    if (stages.stream().map(Stage::table).distinct().count() < stages.size()) {
      throw new UnprovenException("two stages make one table");
    }
  }

  private static Stage renumbered(Stage stage, Moves.Renumbering numbers) {
    return new Stage(
        numbers.table(stage.table()),
        numbers.step(stage.query()),
        stage.source(),
        stage.movement(),
        stage.indexes(),
        stage.notReal(),
        stage.analyzed(),
        stage.rows(),
        stage.width(),
        stage.purpose());
  }

  private static Merge renumbered(Merge merge, Moves.Renumbering numbers) {
    return switch (merge) {
      case Merge.Concatenate all -> all;
      case Merge.Limited limited -> limited;
      case Merge.Ordered ordered ->
          new Merge.Ordered(
              ordered.keys(),
              ordered.hidden(),
              ordered.limit(),
              ordered.offset(),
              renumbered(ordered.finish(), numbers),
              numbers.step(ordered.unsorted()));
      case Merge.Finish finish -> renumbered(finish, numbers);
    };
  }

  private static Merge.Finish renumbered(Merge.Finish finish, Moves.Renumbering numbers) {
    return new Merge.Finish(numbers.step(finish.template()), finish.notReal(), finish.oneEach());
  }
}
