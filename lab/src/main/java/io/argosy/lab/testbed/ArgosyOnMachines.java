package io.argosy.lab.testbed;

import java.io.IOException;
import java.util.List;

/**
 * Argosy over all nodes of a testbed: a PostgreSQL and an agent on each, the coordinator on the
 * client machine.
 *
 * @param jdbcUrl a URL for PostgreSQL JDBC
 * @param nodes the nodes' servers, in their order
 */
public record ArgosyOnMachines(String jdbcUrl, List<PostgresOnMachine> nodes) {
  public ArgosyOnMachines {
    nodes = List.copyOf(nodes);
  }

  /** Starts everything; it is stopped with the testbed. */
  public static ArgosyOnMachines start(Testbed testbed, PostgresInstallation installation)
      throws IOException, InterruptedException {
    NodesOnMachines nodes = NodesOnMachines.start(testbed, installation);
    CoordinatorOnMachine coordinator = CoordinatorOnMachine.start(testbed, 0, nodes.agents());
    return new ArgosyOnMachines(coordinator.jdbcUrl(), nodes.servers());
  }
}
