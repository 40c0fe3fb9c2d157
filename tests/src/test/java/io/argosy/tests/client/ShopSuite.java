package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Server;
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
