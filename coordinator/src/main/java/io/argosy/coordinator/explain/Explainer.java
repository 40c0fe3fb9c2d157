package io.argosy.coordinator.explain;

import io.argosy.agent.node.Request;
import io.argosy.agent.postgres.DataRowReader;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.ShippedStatement;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Explains planned statements, running them where ANALYZE asks for it. */
public final class Explainer {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  private final PlanExecutor executor;
  private final Cluster cluster;

  public Explainer(PlanExecutor executor, Cluster cluster) {
    this.executor = executor;
    this.cluster = cluster;
  }

  /** Explains a statement with its parameters. */
  public Explanation explain(PlannedStatement planned, StatementRun run, ExplainOptions options) {
    List<Integer> targets = executor.nodes(planned, run);
    Optional<Explanation.Execution> execution =
        options.analyze() ? Optional.of(execute(planned, run)) : Optional.empty();
    List<Explanation.NodePlan> plans =
        options.verbose() ? nodePlans(planned, run, targets) : List.of();
    return new Explanation(
        strategy(planned.plan()),
        planned.plan().reason(),
        names(targets),
        ShippedStatement.of(planned).stream()
            .map(
                shipped ->
                    new Explanation.Step(
                        shipped.purpose(),
                        switch (shipped.place()) {
                          case TARGETS -> String.join(", ", names(targets));
                          case HOME -> cluster.home().name();
                        },
                        shipped.sql()))
            .toList(),
        merge(planned.plan()),
        execution,
        plans);
  }

  private List<String> names(List<Integer> nodes) {
    return nodes.stream().map(node -> cluster.nodes().get(node).name()).toList();
  }

  private static String strategy(Plan plan) {
    return switch (plan) {
      case Plan.Route ignored -> "ROUTE";
      case Plan.Pushdown ignored -> "PUSHDOWN";
      case Plan.Modify ignored -> "PUSHDOWN";
      case Plan.Staged ignored -> "STAGED";
      case Plan.Gather ignored -> "GATHER";
      case Plan.Refused ignored -> "REFUSED";
    };
  }

  private static String merge(Plan plan) {
    if (!(plan instanceof Plan.Pushdown pushdown)) {
      return "";
    }
    return switch (pushdown.merge()) {
      case Merge.Concatenate ignored -> "the nodes' rows, one after the other";
      case Merge.Limited ignored -> "the nodes' rows, one after the other, up to the limit";
      case Merge.Ordered ignored -> "the nodes' rows, in order";
      case Merge.Finish ignored -> "the nodes' partial results, finished in PostgreSQL";
    };
  }

  private Explanation.Execution execute(PlannedStatement planned, StatementRun run) {
    long start = System.nanoTime();
    long rows = 0;
    try (Execution execution = executor.start(planned, run)) {
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        rows += batch.count();
      }
    }
    return new Explanation.Execution(
        rows, (System.nanoTime() - start) / NANOSECONDS_PER_MILLISECOND, run.statistics());
  }

  /** What PostgreSQL on each node would do with the first statement that is shipped there. */
  private List<Explanation.NodePlan> nodePlans(
      PlannedStatement planned, StatementRun run, List<Integer> targets) {
    List<ShippedStatement> shipped = ShippedStatement.of(planned);
    if (shipped.isEmpty()) {
      return List.of();
    }
    Binding binding = executor.shippedBinding(planned, run).withResultFormat(0);
    List<Explanation.NodePlan> plans = new ArrayList<>();
    for (int node : targets) {
      Request.Extended request = binding.request("EXPLAIN (VERBOSE) " + shipped.getFirst().sql());
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
      plans.add(new Explanation.NodePlan(cluster.nodes().get(node).name(), lines));
    }
    return plans;
  }
}
