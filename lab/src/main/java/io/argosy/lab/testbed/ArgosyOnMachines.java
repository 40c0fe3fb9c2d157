package io.argosy.lab.testbed;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.machine.MachineMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Argosy over all nodes of a testbed: a PostgreSQL and an agent on each, the coordinator on the
 * client machine.
 *
 * @param jdbcUrl a URL for PostgreSQL JDBC
 * @param nodes the nodes' servers, in their order
 */
public record ArgosyOnMachines(String jdbcUrl, List<PostgresOnMachine> nodes) {
  private static final int AGENT_PORT = 5434;
  private static final int COORDINATOR_PORT = 5433;

  public ArgosyOnMachines {
    nodes = List.copyOf(nodes);
  }

  /** Starts everything; it is stopped with the testbed. */
  public static ArgosyOnMachines start(Testbed testbed, PostgresInstallation installation)
      throws IOException, InterruptedException {
    Path directory = testbed.directory().resolve("argosy");
    Path configurations = Files.createDirectories(directory.resolve("configuration"));
    // The real machine's memory is shared by the client and the nodes.
    long memory = MachineMeter.visibleMemory() / (testbed.nodes().size() + 1) >> 20;
    List<PostgresOnMachine> servers = new ArrayList<>();
    Map<String, String> agents = new LinkedHashMap<>();
    for (Machine node : testbed.nodes()) {
      Path data = directory.resolve(node.name());
      installation.createDataDirectory(data);
      servers.add(PostgresOnMachine.start(testbed, node, installation, data));
      Service.Description agent =
          ArgosyProgram.agent(
              node.name(),
              node.address(),
              AGENT_PORT,
              memory,
              data,
              PostgresOnMachine.PORT,
              configurations.resolve(node.name() + ".yaml"));
      Service.start(testbed, node, agent);
      agents.put(node.name(), node.address() + ":" + AGENT_PORT);
    }
    Machine client = testbed.client();
    Service.Description coordinator =
        ArgosyProgram.coordinator(
            client.address(),
            COORDINATOR_PORT,
            agents,
            configurations.resolve(client.name() + ".yaml"));
    Service.start(testbed, client, coordinator);
    String url =
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
            .formatted(
                client.address(),
                COORDINATOR_PORT,
                EmbeddedServer.DATABASE,
                ArgosyProgram.USER,
                ArgosyProgram.PASSWORD);
    return new ArgosyOnMachines(url, servers);
  }
}
