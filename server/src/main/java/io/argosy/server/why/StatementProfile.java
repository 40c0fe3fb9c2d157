package io.argosy.server.why;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.statement.SqlStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What {@code EXPLAIN (ANALYZE, RESOURCES)} tells of a statement.
 *
 * @param tree the object that describes it, as in the format JSON
 */
public record StatementProfile(JsonNode tree) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Runs a statement, and rolls back what it has changed.
   *
   * @param runs how often; the last one counts
   * @throws SQLException as the server refuses it, or since it cannot be reached
   */
  public static StatementProfile of(Connection connection, String sql, int runs)
      throws SQLException {
    // Another one could commit what this one has changed.
    if (SqlStatement.areSeveral(sql)) {
      throw new SQLException("write one statement; there is something behind its semicolon");
    }
    connection.setAutoCommit(false);
    String text = "";
    try (Statement statement = connection.createStatement()) {
      for (int i = 0; i < runs; i++) {
        statement.execute("EXPLAIN (ANALYZE, RESOURCES, FORMAT JSON) " + sql);
        try (ResultSet answer = statement.getResultSet()) {
          answer.next();
          text = answer.getString(1);
        }
        connection.rollback();
      }
    }
    try {
      return new StatementProfile(JSON.readTree(text).path(0));
    } catch (JsonProcessingException e) {
      throw new SQLException("the server's explanation is no JSON", e);
    }
  }

  /** The tree as text. */
  public String json() {
    return tree.toPrettyString();
  }
}
