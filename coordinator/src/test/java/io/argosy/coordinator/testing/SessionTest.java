package io.argosy.coordinator.testing;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Tests of statements on the {@link SharedCluster}. Each has a session of its own, which is there
 * before the test makes its tables, and until it has dropped them.
 */
public abstract class SessionTest {
  /** The session of the test. */
  protected Connection connection;

  @BeforeEach
  final void connect() throws IOException, SQLException {
    connection = SharedCluster.connect();
  }

  @AfterEach
  final void disconnect() throws SQLException {
    connection.close();
  }

  /** Runs statements. */
  protected final void run(String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
  }

  /** The rows of a query, a line each, values joined by a bar. */
  protected final List<String> rows(String query) throws SQLException {
    return SharedCluster.rows(connection, query);
  }

  /** Runs a statement; returns how many rows it changed. */
  protected final int update(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}
