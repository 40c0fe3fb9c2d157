package io.argosy.lab.testbed;

import io.argosy.agent.machine.MachineMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A PostgreSQL and an agent on each machine of a testbed.
 *
 * @param servers in the order of the machines
 * @param agents the agents' addresses, host and port, by the nodes' names in their order
 */
public record NodesOnMachines(List<PostgresOnMachine> servers, Map<String, String> agents) {
  private static final int AGENT_PORT = 5434;

  public NodesOnMachines {
    servers = List.copyOf(servers);
    agents = Collections.unmodifiableMap(new LinkedHashMap<>(agents));
  }

  /** Starts them; they are stopped with the testbed. */
  public static NodesOnMachines start(Testbed testbed, PostgresInstallation installation)
      throws IOException, InterruptedException {
    Path directory = directory(testbed);
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
              configuration(testbed, node.name()));
      Service.start(testbed, node, agent);
      agents.put(node.name(), node.address() + ":" + AGENT_PORT);
    }
    return new NodesOnMachines(servers, agents);
  }

  private static Path directory(Testbed testbed) {
    return testbed.directory().resolve("argosy");
  }

  /** The file for the configuration of a program with a name. */
  static Path configuration(Testbed testbed, String name) throws IOException {
    Path configurations = Files.createDirectories(directory(testbed).resolve("configuration"));
    return configurations.resolve(name + ".yaml");
  }
}
