package io.argosy.coordinator.explain;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.gather.ShippedStatement;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.node.Request;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.Stage;
import io.argosy.protocol.message.DataRowReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Explains planned statements, running them where ANALYZE asks for it. */
public final class Explainer {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  private final PlanExecutor executor;
  private final Cluster cluster;
  private final BiFunction<PlannedStatement, StatementRun, Execution> start;

  /**
   * @param start starts the statements that are to be run
   */
  public Explainer(
      PlanExecutor executor,
      Cluster cluster,
      BiFunction<PlannedStatement, StatementRun, Execution> start) {
    this.executor = executor;
    this.cluster = cluster;
    this.start = start;
  }

  /** Explains a statement with its parameters. */
  public Explanation explain(PlannedStatement asked, StatementRun run, ExplainOptions options) {
    Optional<Explanation.Execution> execution =
        options.analyze() ? Optional.of(execute(asked, run)) : Optional.empty();
    PlannedStatement planned = run.replanned().orElse(asked);
    if (planned.insertsRows()) {
      return insert(planned, run, execution);
    }
    List<Integer> targets = executor.nodes(planned, run);
    List<ShippedStatement> shipped = ShippedStatement.of(planned, cluster.slots());
    List<Explanation.NodePlan> plans =
        options.verbose() && !shipped.isEmpty() && shipped.getFirst().hasPlan()
            ? nodePlans(
                planned,
                run,
                shipped.getFirst(),
                planned.plan() instanceof Plan.Carried ? List.of(Cluster.HOME) : targets)
            : List.of();
    Optional<SearchSummary> search = options.planner() ? planned.search() : Optional.empty();
    return new Explanation(
        planned.strategy(),
        planned.plan().reason(),
        names(targets),
        shipped.stream().map(statement -> step(statement, planned, run, targets)).toList(),
        merge(planned),
        search
            .map(SearchSummary::considered)
            .orElse(planned.plan() instanceof Plan.Staged staged ? staged.considered() : List.of()),
        search,
        execution,
        plans);
  }

  private Explanation insert(
      PlannedStatement planned, StatementRun run, Optional<Explanation.Execution> execution) {
    List<RelationFact> targets = planned.modified().placed(planned.relations());
    String rows =
        targets.isEmpty()
            ? "the rows, on the home node"
            : targets.getFirst().replicated()
                ? "the rows, on every node"
                : "each row, on the node that owns its key";
    return new Explanation(
        planned.strategy(),
        "how the rows come about is explained for its query",
        names(targets.isEmpty() ? List.of(Cluster.HOME) : executor.nodes(planned, run)),
        List.of(),
        rows,
        List.of(),
        Optional.empty(),
        execution,
        List.of());
  }

  private Explanation.Step step(
      ShippedStatement shipped, PlannedStatement planned, StatementRun run, List<Integer> targets) {
    Optional<String> table = shipped.stage().map(Stage::table);
    return new Explanation.Step(
        shipped.purpose(),
        switch (shipped.place()) {
          case ShippedStatement.Place.Targets ignored -> String.join(", ", names(targets));
          case ShippedStatement.Place.Home ignored -> cluster.home().name();
          case ShippedStatement.Place.AnyNode ignored -> "any node";
          case ShippedStatement.Place.Owners owners ->
              String.join(", ", names(executor.nodes(owners.pruning(), run)));
        },
        shipped.sql(Cluster.HOME),
        shipped.movement(planned),
        shipped.stage().map(Stage::rows),
        run.statistics().stream()
            .filter(cost -> table.isPresent() && cost.step().equals(table.get()))
            .toList());
  }

  private List<String> names(List<Integer> nodes) {
    return nodes.stream().map(node -> cluster.nodes().get(node).name()).toList();
  }

  private static String merge(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Pushdown pushdown -> words(pushdown.merge(), planned);
      case Plan.Staged staged ->
          switch (staged.last()) {
            case Plan.Last.Merged last -> words(last.merge(), planned);
            case Plan.Last.OneNode ignored -> "";
            case Plan.Last.Modified ignored -> "";
          };
      case Plan.Route ignored -> "";
      case Plan.Modify ignored -> "";
      case Plan.Carried ignored -> "the rows that it changes, carried to the other nodes";
      case Plan.Gather ignored ->
          planned.modified().placed(planned.relations()).isEmpty()
              ? ""
              : "the difference that it makes, carried to the nodes";
      case Plan.Refused ignored -> "";
    };
  }

  private static String words(Merge merge, PlannedStatement planned) {
    return switch (merge) {
      case Merge.Concatenate ignored -> "the nodes' rows, one after the other";
      case Merge.Limited ignored -> "the nodes' rows, one after the other, up to the limit";
      case Merge.Ordered ignored ->
          planned.checked().ordered().isPresent()
              ? "the nodes' rows, merged in order by the coordinator"
              : "the nodes' rows, sorted in PostgreSQL";
      case Merge.Finish ignored -> "the nodes' partial results, finished in PostgreSQL";
    };
  }

  private Explanation.Execution execute(PlannedStatement planned, StatementRun run) {
    long begun = System.nanoTime();
    long rows = 0;
    try (Execution execution = start.apply(planned, run)) {
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        rows += batch.count();
      }
    }
    return new Explanation.Execution(
        rows, (System.nanoTime() - begun) / NANOSECONDS_PER_MILLISECOND, run.statistics());
  }

  /** Whether it runs with settings of fragments, and not as the client has written it. */
  private static boolean hasFragments(Plan plan) {
    return switch (plan) {
      case Plan.Pushdown ignored -> true;
      case Plan.Staged ignored -> true;
      case Plan.Gather ignored -> true;
      case Plan.Route ignored -> false;
      case Plan.Modify ignored -> false;
      case Plan.Carried ignored -> false;
      case Plan.Refused ignored -> false;
    };
  }

  /** What PostgreSQL on each node would do with the first statement that is shipped there. */
  private List<Explanation.NodePlan> nodePlans(
      PlannedStatement planned, StatementRun run, ShippedStatement first, List<Integer> targets) {
    Binding binding = executor.shippedBinding(planned, run).withResultFormat(0);
    List<Explanation.NodePlan> plans = new ArrayList<>();
    for (int node : targets) {
      Map<String, String> settings =
          hasFragments(planned.plan()) ? run.backends().fragmentSettings(node) : Map.of();
      Request.Extended request =
          binding.request("EXPLAIN (VERBOSE) " + first.sql(node)).withSettings(settings);
      List<String> lines = new ArrayList<>();
      try (Execution execution =
          new NodeExecution(run.backends().on(node), request, run.client())) {
        Execution.Batch batch;
        while ((batch = execution.next()) != null) {
          DataRowReader reader = new DataRowReader(batch.messages());
          while (reader.next()) {
            lines.add(reader.text(0));
          }
        }
      }
      plans.add(new Explanation.NodePlan(cluster.nodes().get(node).name(), settings, lines));
    }
    return plans;
  }
}
