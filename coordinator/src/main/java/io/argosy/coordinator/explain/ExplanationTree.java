package io.argosy.coordinator.explain;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.planner.plan.SearchSummary;

/** Explanations as trees, which are written alike in all formats for programs. */
final class ExplanationTree {
  private static final ObjectMapper JSON = NodeJson.MAPPER;

  private final Cluster cluster;

  ExplanationTree(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What is told of a statement. */
  ObjectNode of(Explanation explanation) {
    ObjectNode object = JSON.createObjectNode();
    object.put("Strategy", explanation.strategy());
    object.put("Reason", explanation.reason());
    explanation.nodes().forEach(object.putArray("Nodes")::add);
    object.put("Merge", explanation.merge());
    ArrayNode steps = object.putArray("Statements");
    for (Explanation.Step step : explanation.steps()) {
      ObjectNode statement =
          steps
              .addObject()
              .put("Purpose", step.what())
              .put("Where", step.where())
              .put("SQL", step.sql());
      if (!step.movement().isEmpty()) {
        statement.put("Movement", step.movement());
      }
      step.rows().ifPresent(rows -> statement.put("Estimated Rows", rows));
      if (!step.cost().isEmpty()) {
        ArrayNode nodes = statement.putArray("Nodes");
        step.cost().forEach(cost -> nodes.add(cost(cost)));
      }
    }
    if (!explanation.considered().isEmpty()) {
      ArrayNode considered = object.putArray("Considered");
      explanation
          .considered()
          .forEach(
              alternative ->
                  considered
                      .addObject()
                      .put("Plan", alternative.description())
                      .put("Cost", alternative.cost()));
    }
    explanation.search().ifPresent(search -> search(search, object));
    if (!explanation.nodePlans().isEmpty()) {
      ArrayNode plans = object.putArray("Node Plans");
      explanation
          .nodePlans()
          .forEach(
              plan -> {
                ObjectNode node =
                    plans
                        .addObject()
                        .put("Node", plan.node())
                        .put("Plan", String.join("\n", plan.lines()));
                if (!plan.settings().isEmpty()) {
                  ObjectNode settings = node.putObject("Settings");
                  plan.settings().forEach(settings::put);
                }
              });
    }
    explanation.execution().ifPresent(execution -> execution(execution, object));
    explanation
        .resources()
        .ifPresent(report -> ResourceTree.add(report, explanation.advice(), object));
    return object;
  }

  private static void search(SearchSummary search, ObjectNode object) {
    ArrayNode refused = object.putArray("Refused");
    search
        .refused()
        .forEach(
            refusal ->
                refused.addObject().put("Form", refusal.form()).put("Reason", refusal.reason()));
    object
        .putObject("Planner")
        .put("Attempts", search.attempts())
        .put("Bindings", search.bindings())
        .put("Characters", search.characters());
  }

  private void execution(Explanation.Execution execution, ObjectNode object) {
    ArrayNode fragments = object.putArray("Fragments");
    execution.fragments().stream()
        .filter(fragment -> fragment.step().isEmpty())
        .forEach(fragment -> fragments.add(cost(fragment)));
    object.put("Rows", execution.rows());
    object.put("Node Bytes", execution.nodeBytes());
    object.put("Network Bytes", execution.networkBytes());
    object.put("Execution Time", execution.milliseconds());
  }

  private ObjectNode cost(FragmentStatistics cost) {
    return JSON.createObjectNode()
        .put("Node", cluster.nodes().get(cost.node()).name())
        .put("Rows", cost.rows())
        .put("Bytes", cost.rawBytes())
        .put("Compressed Bytes", cost.wireBytes())
        .put("Time", Milliseconds.of(cost.nanoseconds()));
  }
}
