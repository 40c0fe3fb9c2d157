package io.argosy.tpcd.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What an Argosy coordinator's EXPLAIN (FORMAT JSON) says about a statement as a whole. Other
 * servers' plans have none of it.
 *
 * @param strategy how it is answered
 * @param networkBytes bytes that crossed the network; only if it was executed
 * @param nodeBytes the same bytes before compression; only if it was executed
 * @param fragment the one statement that all nodes run for their own rows, where there is one and
 *     it has no parameters
 */
public record QueryPlan(
    Optional<String> strategy,
    OptionalLong networkBytes,
    OptionalLong nodeBytes,
    Optional<String> fragment) {
  /** What is known of a server that is not Argosy. */
  public static final QueryPlan UNKNOWN =
      new QueryPlan(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PARAMETER = Pattern.compile("\\$[0-9]");

  /** Executes the statement under EXPLAIN ANALYZE and reads what it says. */
  public static QueryPlan analyze(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN (ANALYZE, FORMAT JSON) " + sql)) {
      return result.next() ? parse(result.getString(1)) : UNKNOWN;
    }
  }

  static QueryPlan parse(String explanation) {
    JsonNode root;
    try {
      root = JSON.readTree(explanation);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("EXPLAIN (FORMAT JSON) answered no JSON", e);
    }
    // PostgreSQL wraps the object in an array, since one text can hold several statements.
    JsonNode plan = root.isArray() ? root.path(0) : root;
    JsonNode strategy = plan.path("Strategy");
    return new QueryPlan(
        strategy.isTextual() ? Optional.of(strategy.textValue()) : Optional.empty(),
        number(plan.path("Network Bytes")),
        number(plan.path("Node Bytes")),
        fragment(plan));
  }

  private static Optional<String> fragment(JsonNode plan) {
    JsonNode first = plan.path("Statements").path(0);
    String sql = first.path("SQL").asText("");
    boolean alone =
        plan.path("Strategy").asText("").equals("PUSHDOWN")
            && first.path("Purpose").asText("").equals("Fragment");
    return alone && !PARAMETER.matcher(sql).find() ? Optional.of(sql) : Optional.empty();
  }

  private static OptionalLong number(JsonNode node) {
    return node.isNumber() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
  }
}
