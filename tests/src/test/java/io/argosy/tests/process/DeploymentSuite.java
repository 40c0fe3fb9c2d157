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
  private final int members;
  private final List<String> tables;

  Deployment deployment;
  Servers servers;

  /**
   * @param tables the statements that create what the tests work on
   */
  DeploymentSuite(int nodes, List<String> tables) {
    this(nodes, nodes, tables);
  }

  /**
   * The same with servers that are in the coordinators' file, but no members of the cluster.
   *
   * @param members how many of the nodes are
   */
  DeploymentSuite(int nodes, int members, List<String> tables) {
    this.nodes = nodes;
    this.members = members;
    this.tables = tables;
  }

  @BeforeAll
  void deploy(@TempDir Path directory) throws IOException {
    deployment = new Deployment(directory, nodes);
    servers = deployment.servers();
    deployment.listNodes(members);
    deployment.startCoordinator();
    tables.forEach(deployment::ask);
    deployment.coordinator().close();
    deployment.listNodes(nodes);
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
