package io.argosy.tests.client;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests that share one server and the schema {@link Shop} on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ShopSuite {
  private final Target target;
  private Server server;

  ShopSuite(Target target) {
    this.target = target;
  }

  /** The database under test. */
  final Database database() {
    return server;
  }

  /** A connection to a node of the cluster under test, past the coordinator. */
  final Connection connect(int node) throws SQLException {
    TestCluster cluster = (TestCluster) server;
    return DriverManager.getConnection(
        cluster.cluster().servers().get(node).jdbcUrl() + "?user=postgres");
  }

  @BeforeAll
  void create() throws Exception {
    server = target.start();
    Shop.create(server);
  }

  @AfterAll
  void stop() {
    server.close();
  }
}
