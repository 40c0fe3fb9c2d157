package io.argosy.tests.client;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of PostgreSQL JDBC; each has a connection of its own. */
abstract class ConnectedSuite extends ShopSuite {
  private Connection connection;

  ConnectedSuite(Target target) {
    super(target);
  }

  /** The connection of the test, which is closed after it. */
  final Connection connection() {
    return connection;
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = Shop.connect(database());
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }
}
