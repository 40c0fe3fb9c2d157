package io.argosy.tpcd.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of a query went, as an Argosy coordinator's EXPLAIN (ANALYZE, RESOURCES) tells.
 *
 * @param strategy how it is answered
 * @param milliseconds of its execution, without planning
 * @param causes milliseconds by the words that EXPLAIN has for what they went to
 * @param explained which share of the time is explained, from 0 to 1
 * @param limit the resource that took most of it, and of which node; empty when there is none
 * @param tree all that was told
 */
public record QueryResources(
    String strategy,
    double milliseconds,
    Map<String, Double> causes,
    double explained,
    String limit,
    JsonNode tree) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Executes a query several times.
   *
   * @return what the execution was like that took the median time; the faster of two such
   * @throws SQLException as the server refuses it; 42601 from one that is not Argosy
   */
  public static QueryResources analyze(Connection connection, String sql, int repetitions)
      throws SQLException {
    List<QueryResources> all = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < repetitions; i++) {
        try (ResultSet result =
            statement.executeQuery("EXPLAIN (ANALYZE, RESOURCES, FORMAT JSON) " + sql)) {
          result.next();
          all.add(parse(result.getString(1)));
        }
      }
    }
    return median(all);
  }

  /** What the execution was like that took the median time; the faster of two such. */
  public static QueryResources median(List<QueryResources> executions) {
    List<QueryResources> all = new ArrayList<>(executions);
    all.sort(Comparator.comparing(QueryResources::milliseconds));
    return all.get((all.size() - 1) / 2);
  }

  static QueryResources parse(String explanation) {
    JsonNode tree;
    try {
      tree = JSON.readTree(explanation).path(0);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("EXPLAIN (FORMAT JSON) answered no JSON", e);
    }
    Map<String, Double> causes = new LinkedHashMap<>();
    tree.path("Causes")
        .forEach(cause -> causes.put(cause.path("Cause").asText(), cause.path("Time").asDouble()));
    JsonNode limit = tree.path("Limit");
    String node = limit.has("Node") ? " of " + limit.path("Node").asText() : "";
    return new QueryResources(
        tree.path("Strategy").asText(),
        tree.path("Execution Time").asDouble(),
        causes,
        tree.path("Explained Share").asDouble(),
        limit.path("Resource").asText() + node,
        tree);
  }

  /** Which share of the time went to causes, from 0 to 1. */
  public double share(String... words) {
    double total = causes.values().stream().mapToDouble(Double::doubleValue).sum();
    double sum = 0;
    for (String cause : words) {
      sum += causes.getOrDefault(cause, 0.0);
    }
    return total == 0 ? 0 : sum / total;
  }
}
