package io.argosy.coordinator.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.explain.advice.StatementEvidence;
import io.argosy.coordinator.explain.advice.StatementEvidence.TableOnNode;
import io.argosy.coordinator.resource.Bottleneck;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks nodes for what speaks for advice, when a statement has run. It asks in backends of its own,
 * so that the transaction stays as the statement has left it, whatever comes of that, and waits for
 * no lock: what it is not told, as of tables that the transaction has made, it does not know.
 */
final class EvidenceCollector {
  private static final Logger LOG = LoggerFactory.getLogger(EvidenceCollector.class);

  /** What a node knows of the sizes of tables. It runs with the search path of the user. */
  private static final String SIZES =
      "SELECT t.schema, t.name, c.oid::pg_catalog.regclass::pg_catalog.text, c.reltuples,"
          + " c.relpages, coalesce(pg_catalog.pg_relation_size(c.oid), 0),"
          + " pg_catalog.current_setting('block_size'),"
          + " coalesce(pg_catalog.pg_stat_get_mod_since_analyze(c.oid), 0)"
          + " FROM ROWS FROM (pg_catalog.unnest(ARRAY[%s]::pg_catalog.text[]),"
          + " pg_catalog.unnest(ARRAY[%s]::pg_catalog.text[])) AS t (schema, name)"
          + " JOIN pg_catalog.pg_namespace n ON n.nspname OPERATOR(pg_catalog.=) t.schema"
          + " JOIN pg_catalog.pg_class c ON c.relnamespace OPERATOR(pg_catalog.=) n.oid"
          + " AND c.relname OPERATOR(pg_catalog.=) t.name";

  private static final Map<String, String> WITHOUT_WAITING = Map.of("lock_timeout", "100ms");

  private final Cluster cluster;
  private final PlannedStatement planned;
  private final StatementRun run;
  private final Optional<NodePlans> plans;

  /**
   * @param plans of the first statement that was shipped; empty where it has none
   */
  EvidenceCollector(
      Cluster cluster, PlannedStatement planned, StatementRun run, Optional<NodePlans> plans) {
    this.cluster = cluster;
    this.planned = planned;
    this.run = run;
    this.plans = plans.filter(NodePlans::isOfTargets);
  }

  /**
   * All that is known.
   *
   * @param nodes those that ran something
   */
  StatementEvidence collect(ResourceReport report, List<Integer> nodes) {
    int planner = slowest(report, nodes);
    return new StatementEvidence(
        planned, report, runners(), tables(nodes), settings -> plan(planner, settings));
  }

  private Map<String, Set<String>> runners() {
    return run.statistics().stream()
        .collect(
            Collectors.groupingBy(
                FragmentStatistics::step,
                Collectors.mapping(
                    fragment -> cluster.nodes().get(fragment.node()).name(), Collectors.toSet())));
  }

  private int slowest(ResourceReport report, List<Integer> nodes) {
    Optional<String> name = report.bottleneck().flatMap(Bottleneck::node);
    return nodes.stream()
        .filter(node -> name.filter(cluster.nodes().get(node).name()::equals).isPresent())
        .findFirst()
        .orElse(nodes.getFirst());
  }

  private Optional<JsonNode> plan(int node, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(WITHOUT_WAITING);
    return plans
        .flatMap(
            known ->
                asked(node, session -> known.lines(node, session, "(FORMAT JSON, VERBOSE)", all)))
        .map(lines -> plan(String.join("\n", lines)));
  }

  private static JsonNode plan(String text) {
    try {
      return NodeJson.MAPPER.readTree(text).path(0).path("Plan");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("PostgreSQL's EXPLAIN is no JSON: " + text, e);
    }
  }

  private <T> Optional<T> asked(int node, Function<NodeSession, T> question) {
    NodeSession session = null;
    try {
      session = run.backends().open(node);
      return Optional.of(question.apply(session));
    } catch (PostgresException e) {
      if (e.error().sqlState().equals(PostgresError.CANCELLED.sqlState())) {
        throw e;
      }
      LOG.debug("there is no evidence of node {}", cluster.nodes().get(node).name(), e);
      return Optional.empty();
    } finally {
      if (session != null) {
        run.backends().close(session);
      }
    }
  }

  private List<TableOnNode> tables(List<Integer> nodes) {
    List<RelationFact> tables =
        planned.relations().stream()
            .filter(relation -> !relation.catalog() && relation.kind().equals("r"))
            .toList();
    List<TableOnNode> sizes = new ArrayList<>();
    for (int node : nodes) {
      List<RelationFact> here =
          tables.stream().filter(table -> table.placed() || node == Cluster.HOME).toList();
      if (!here.isEmpty()) {
        sizes.addAll(asked(node, session -> sizes(node, session, here)).orElse(List.of()));
      }
    }
    return sizes;
  }

  private List<TableOnNode> sizes(int node, NodeSession session, List<RelationFact> tables) {
    String question =
        String.format(
            SIZES, literals(tables, RelationFact::schema), literals(tables, RelationFact::name));
    Request request = Request.Extended.of(question, 0).withSettings(WITHOUT_WAITING);
    String name = cluster.nodes().get(node).name();
    return TextResult.run(session, request).rows().stream()
        .map(
            row ->
                new TableOnNode(
                    name,
                    Identifiers.qualified(row.get(0), row.get(1)),
                    row.get(2),
                    Double.parseDouble(row.get(3)),
                    Long.parseLong(row.get(4)) * Long.parseLong(row.get(6)),
                    Long.parseLong(row.get(5)),
                    Long.parseLong(row.get(7))))
        .toList();
  }

  private static String literals(List<RelationFact> tables, Function<RelationFact, String> part) {
    return tables.stream()
        .map(table -> Identifiers.literal(part.apply(table)))
        .collect(Collectors.joining(", "));
  }
}
