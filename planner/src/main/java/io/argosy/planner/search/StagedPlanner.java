package io.argosy.planner.search;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.forms.DeterminedColumns;
import io.argosy.planner.forms.Form;
import io.argosy.planner.forms.Forms;
import io.argosy.planner.forms.Inliner;
import io.argosy.planner.function.OnceRewriter;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Costs;
import io.argosy.planner.movement.Estimates;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.movement.Moves;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.OpenAnswers;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.sql.SqlNode;

/** Plans a statement that is not local as it stands. */
public final class StagedPlanner {
  /** What sharing a query must save, in the unit of {@link Costs}. */
  private static final double SAVING = 10_000;

  /** What bringing the nodes' groups together on one must cost for them to be finished on all. */
  private static final double MERGE_WORTH_DIVIDING = 2 * SAVING;

  private final StatementFacts facts;
  private final SearchTrace trace = new SearchTrace();
  private final QueryPlanner planner;
  private final Context context;
  private final Estimator estimator;
  private final SqlNode tree;

  /** Those whose rows must be found once, however often they are read. */
  private final Set<SqlNode> openDefinitions;

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
    this.estimator = estimator;
    Inliner inliner = new Inliner(facts.relations());
    ParsedStatement inlined = statement.with(inliner.inline(statement.tree()));
    OnceRewriter once = new OnceRewriter(inlined, facts.parameterTypes().size(), inliner::becomes);
    this.tree = once.rewrite();
    this.context =
        new Context(
            inlined.deferred(trace::writes),
            facts.relations(),
            aggregates,
            facts.parameterTypes(),
            once.once(),
            new Estimates(estimator),
            new Moves(inlined.names()),
            new Costs(facts.nodes()),
            facts.bundling(),
            inliner.originals(),
            trace::binds);
    this.planner = new QueryPlanner(context, trace);
    Binding binding = context.bound(tree).binding();
    this.openDefinitions = OpenAnswers.readSeveralTimes(binding, aggregates, context.originals());
    new DeterminedColumns(binding, aggregates).addTo(tree);
  }

  /** For plans that do not find the rows of a definition by themselves. */
  private void requireOneAnswer() {
    if (!openDefinitions.isEmpty()) {
      throw new UnprovenException(FormSearch.READ_SEVERAL_TIMES);
    }
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
    return traced(
        () -> {
          BoundQuery whole = planner.unbundled(context.bound(tree));
          FormSearch search = search(Forms.ALL);
          search.compare(whole);
          if (search.isEmpty()) {
            BoundQuery split = planner.split(whole).orElseThrow(search::failure);
            search = search(List.of());
            search.compare(split);
          }
          return NumberedPlan.of(search.best(), context, trace, reason);
        });
  }

  /**
   * The plan of a query that any node can answer, if it is cheaper to let each node do a part.
   *
   * @throws UnprovenException if there is no plan
   */
  public Optional<Plan> shared() {
    return traced(
        () -> {
          BoundQuery whole = context.bound(tree);
          double asItStands =
              planner.search(whole, facts.columns()).asItStands().map(Answer::cost).orElse(0.0);
          FormSearch search = search(Forms.ALL);
          search.compare(whole);
          return worthIt(search, asItStands);
        });
  }

  /**
   * The plan of a query that is local as it stands, if it is cheaper that nodes read ranges of
   * large replicated tables for each other, look their rows up, or finish its groups together.
   *
   * @throws UnprovenException if there is no plan
   */
  public Optional<Plan> divided() {
    return traced(
        () -> {
          requireOneAnswer();
          BoundQuery whole = context.bound(tree);
          Search local = planner.search(whole, facts.columns());
          Optional<Answer> asItStands = local.asItStands();
          if (asItStands.isEmpty()) {
            return Optional.empty();
          }
          FormSearch search = search(Forms.OF_GROUPS);
          search.compare(FormSearch.AS_WRITTEN, local, local::bestAsItStands, List.of());
          if (asItStands.get().mergeCost() > MERGE_WORTH_DIVIDING) {
            search.compareLocal(whole);
          }
          return worthIt(search, asItStands.get().cost());
        });
  }

  private FormSearch search(List<Form> forms) {
    boolean has = context.bundling().binds(Bundling.Operation.SCAN, Bundling.Operation.GROUP);
    return new FormSearch(planner, facts.columns(), has ? forms : List.of(), openDefinitions);
  }

  private Optional<Plan> worthIt(FormSearch search, double asItStands) {
    return search.best().cost() + SAVING < asItStands
        ? Optional.of(NumberedPlan.of(search.best(), context, trace, ""))
        : Optional.empty();
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
    return traced(
        () -> {
          requireOneAnswer();
          BoundQuery rows = context.bound(tree);
          SqlNode entry = ((Query.Select) rows.binding().query()).sources().getFirst().item();
          Search search = planner.search(rows, facts.columns(), new ModifiedTable(entry, copied));
          Answer best = search.best();
          search.considered().forEach(trace::considers);
          return NumberedPlan.of(best, context, trace, reason);
        });
  }

  private <T> T traced(Supplier<T> search) {
    try {
      return search.get();
    } finally {
      estimator.searched(trace.summary());
    }
  }
}
