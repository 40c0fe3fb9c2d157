package io.argosy.tests.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share the servers and agents of one deployment; each starts its own coordinator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeploymentSuite {
  private final int nodes;
  private final List<String> tables;

  Deployment deployment;
  Servers servers;

  /**
   * @param tables the statements that create what the tests work on
   */
  DeploymentSuite(int nodes, List<String> tables) {
    this.nodes = nodes;
    this.tables = tables;
  }

  @BeforeAll
  void deploy(@TempDir Path directory) throws IOException {
    deployment = new Deployment(directory, nodes);
    servers = deployment.servers();
    deployment.startCoordinator();
    tables.forEach(deployment::ask);
    deployment.coordinator().close();
  }

  @AfterEach
  void stopCoordinator() {
    deployment.coordinator().close();
  }

  @AfterAll
  void stopAll() {
    if (deployment != null) {
      deployment.close();
    }
  }
}
