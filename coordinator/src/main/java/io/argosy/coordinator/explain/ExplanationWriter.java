package io.argosy.coordinator.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.planner.plan.SearchSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes explanations in the formats that PostgreSQL has. */
public final class ExplanationWriter {
  private static final ObjectMapper JSON = NodeJson.MAPPER;

  private final Cluster cluster;
  private final ExplanationTree tree;

  public ExplanationWriter(Cluster cluster) {
    this.cluster = cluster;
    this.tree = new ExplanationTree(cluster);
  }

  /** The lines of the text format. */
  public List<String> text(Explanation explanation) {
    List<String> lines = new ArrayList<>();
    lines.add(explanation.strategy() + " on " + String.join(", ", explanation.nodes()));
    if (!explanation.reason().isEmpty()) {
      lines.add("  Reason: " + explanation.reason());
    }
    if (!explanation.merge().isEmpty()) {
      lines.add("  Merge: " + explanation.merge());
    }
    for (Explanation.Step step : explanation.steps()) {
      step(step, lines);
    }
    for (SearchSummary.Alternative alternative : explanation.considered()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  Considered: %s (cost=%.0f)",
              alternative.description(),
              alternative.cost()));
    }
    explanation.search().ifPresent(search -> search(search, lines));
    for (Explanation.NodePlan plan : explanation.nodePlans()) {
      if (!plan.settings().isEmpty()) {
        lines.add("  Settings on " + plan.node() + ": " + settings(plan));
      }
      lines.add("  Plan on " + plan.node() + ":");
      plan.lines().forEach(line -> lines.add("    " + line));
    }
    explanation.execution().ifPresent(execution -> execution(execution, lines));
    explanation
        .resources()
        .ifPresent(report -> lines.addAll(new ResourceLines(report, explanation.advice()).lines()));
    return lines;
  }

  private static void search(SearchSummary search, List<String> lines) {
    for (SearchSummary.Refusal refusal : search.refused()) {
      lines.add("  Refused: " + refusal.form() + " (" + refusal.reason() + ")");
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "  Planner: attempts=%d bindings=%d characters=%d",
            search.attempts(),
            search.bindings(),
            search.characters()));
  }

  private static String settings(Explanation.NodePlan plan) {
    return new TreeMap<>(plan.settings())
        .entrySet().stream()
            .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'")
            .collect(Collectors.joining(", "));
  }

  private void step(Explanation.Step step, List<String> lines) {
    String movement = step.movement().isEmpty() ? "" : ", " + step.movement();
    String rows =
        step.rows().map(estimate -> String.format(Locale.ROOT, ", rows=%.0f", estimate)).orElse("");
    lines.add("  " + step.what() + " (" + step.where() + movement + rows + "):");
    step.sql().lines().forEach(line -> lines.add("    " + line));
    step.cost().forEach(cost -> lines.add("    " + line(cost)));
  }

  private String line(FragmentStatistics cost) {
    return String.format(
        Locale.ROOT,
        "->  %s: rows=%d bytes=%d compressed=%d time=%.3f ms",
        cluster.nodes().get(cost.node()).name(),
        cost.rows(),
        cost.rawBytes(),
        cost.wireBytes(),
        Milliseconds.of(cost.nanoseconds()));
  }

  private void execution(Explanation.Execution execution, List<String> lines) {
    execution.fragments().stream()
        .filter(fragment -> fragment.step().isEmpty())
        .forEach(fragment -> lines.add("  " + line(fragment)));
    lines.add("Rows: " + execution.rows());
    lines.add("Node Bytes: " + execution.nodeBytes());
    lines.add("Network Bytes: " + execution.networkBytes());
    lines.add(String.format(Locale.ROOT, "Execution Time: %.3f ms", execution.milliseconds()));
  }

  /** The JSON format: an array of one object, as PostgreSQL's. */
  public String json(Explanation explanation) {
    try {
      return JSON.writerWithDefaultPrettyPrinter()
          .writeValueAsString(JSON.createArrayNode().add(tree.of(explanation)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an explanation could not be written", e);
    }
  }

  /** The YAML format. */
  public String yaml(Explanation explanation) {
    return new YamlForm().write(tree.of(explanation));
  }

  /** The XML format. */
  public String xml(Explanation explanation) {
    return new XmlForm().write(tree.of(explanation));
  }
}
