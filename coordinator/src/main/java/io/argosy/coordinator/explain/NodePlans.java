package io.argosy.coordinator.explain;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.gather.ShippedStatement;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.DataRowReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What PostgreSQL on nodes would do with a statement that is shipped to them. */
final class NodePlans {
  private final PlannedStatement planned;
  private final ShippedStatement shipped;
  private final StatementRun run;
  private final Binding binding;

  /**
   * @param shipped one that {@link ShippedStatement#hasPlan has a plan}
   * @param binding the values of its parameters
   */
  NodePlans(PlannedStatement planned, ShippedStatement shipped, StatementRun run, Binding binding) {
    this.planned = planned;
    this.shipped = shipped;
    this.run = run;
    this.binding = binding.withResultFormat(0);
  }

  /** Whether it is run by all nodes that the plan is about, and not by one or by other ones. */
  boolean isOfTargets() {
    return shipped.place() instanceof ShippedStatement.Place.Targets;
  }

  /** The settings of the statement on a node, other than the session's. */
  Map<String, String> settings(int node) {
    return hasFragments(planned.plan()) ? run.backends().fragmentSettings(node) : Map.of();
  }

  /**
   * The lines of PostgreSQL's EXPLAIN.
   *
   * @param session a backend of the node
   * @param options of EXPLAIN, in parentheses
   * @param settings others that it is planned with
   */
  List<String> lines(int node, NodeSession session, String options, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings(node));
    all.putAll(settings);
    Request.Extended request =
        binding.request("EXPLAIN " + options + " " + shipped.sql(node)).withSettings(all);
    List<String> lines = new ArrayList<>();
    try (Execution execution = new NodeExecution(session, request, run.client())) {
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        DataRowReader reader = new DataRowReader(batch.messages());
        while (reader.next()) {
          lines.add(reader.text(0));
        }
      }
    }
    return lines;
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
}
