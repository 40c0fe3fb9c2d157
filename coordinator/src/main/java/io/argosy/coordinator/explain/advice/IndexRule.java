package io.argosy.coordinator.explain.advice;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.explain.advice.StatementEvidence.TableOnNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * PostgreSQL reads all of a table for few of its rows, which it finds by conditions on columns. It
 * has estimated how many rows that are, and which part of the statement's cost the scan is.
 */
final class IndexRule implements AdviceRule {
  /** Which share of the rows an index is good for. */
  private static final double FEW_ROWS = 0.02;

  private static final double PERCENT = 100;

  @Override
  public List<Advice> advise(StatementEvidence evidence) {
    Optional<JsonNode> plan = evidence.plan().apply(Map.of());
    if (plan.isEmpty()) {
      return List.of();
    }
    List<Advice> advice = new ArrayList<>();
    visit(plan.get(), 1, plan.get().path("Total Cost").asDouble(), evidence, advice);
    return advice;
  }

  /**
   * @param processes how many do the node's work, each a part of its rows
   */
  private static void visit(
      JsonNode node, int processes, double total, StatementEvidence evidence, List<Advice> advice) {
    if (node.path("Node Type").asText().equals("Seq Scan") && node.has("Filter")) {
      ofScan(node, processes, total, evidence).ifPresent(advice::add);
    }
    int below = processes * (1 + node.path("Workers Planned").asInt(0));
    node.path("Plans").forEach(child -> visit(child, below, total, evidence, advice));
  }

  private static Optional<Advice> ofScan(
      JsonNode scan, int processes, double total, StatementEvidence evidence) {
    String name = scan.path("Relation Name").asText();
    String schema = scan.path("Schema").asText();
    Optional<RelationFact> relation =
        evidence.planned().relations().stream()
            .filter(fact -> fact.name().equals(name) && fact.schema().equals(schema))
            .filter(fact -> !fact.catalog())
            .findFirst();
    double rows = relation.map(fact -> rows(fact, evidence)).orElse(0.0);
    double share = rows <= 0 ? 1 : processes * scan.path("Plan Rows").asDouble() / rows;
    List<String> columns =
        relation
            .map(fact -> ComparedColumns.of(scan.path("Filter").asText(), columns(fact)))
            .orElse(List.of());
    if (share > FEW_ROWS || columns.isEmpty() || total <= 0) {
      return Optional.empty();
    }
    String table = shown(relation.orElseThrow(), evidence);
    double gain = scan.path("Total Cost").asDouble() / total * firstStep(evidence) * (1 - share);
    return Optional.of(
        Advice.of(
            "CREATE INDEX ON " + table + " (" + names(columns) + ")",
            String.format(
                Locale.ROOT,
                "all of about %.0f rows are read for %.2g %% of them: %s",
                rows,
                PERCENT * share,
                scan.path("Filter").asText()),
            gain));
  }

  private static String shown(RelationFact relation, StatementEvidence evidence) {
    return evidence.tables().stream()
        .filter(table -> table.table().equals(relation.qualifiedName()))
        .map(TableOnNode::shown)
        .findFirst()
        .orElseGet(relation::qualifiedName);
  }

  private static String names(List<String> columns) {
    return columns.stream().map(Identifiers::shown).collect(Collectors.joining(", "));
  }

  /** How many rows one node has, as it takes it. */
  private static double rows(RelationFact relation, StatementEvidence evidence) {
    return evidence.tables().stream()
        .filter(table -> table.table().equals(relation.qualifiedName()))
        .mapToDouble(TableOnNode::rows)
        .filter(rows -> rows > 0)
        .average()
        .orElse(relation.rows());
  }

  private static Map<String, String> columns(RelationFact relation) {
    Map<String, String> types = new LinkedHashMap<>();
    relation.columns().forEach(column -> types.put(column.name(), column.type()));
    return types;
  }

  /** Which share of the time the nodes took for what was shipped first. */
  private static double firstStep(StatementEvidence evidence) {
    String step =
        evidence.planned().checked().stages().isEmpty()
            ? ""
            : evidence.planned().checked().stages().getFirst().name();
    return evidence.shareOf(step);
  }
}
