package io.argosy.tpcd.testbed;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.coordinator.cli.Main;
import io.argosy.coordinator.local.EmbeddedServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

  /** Nobody outside of this machine reaches the testbed's addresses. */
  private static final String PASSWORD = "testbed";

  private static final String SECRET = "the machines of a testbed are one machine";

  /** What suits a process that shares a small machine with PostgreSQL. */
  private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

  public ArgosyOnMachines {
    nodes = List.copyOf(nodes);
  }

  /** Starts everything; it is stopped with the testbed. */
  public static ArgosyOnMachines start(Testbed testbed, PostgresInstallation installation)
      throws IOException, InterruptedException {
    Path directory = testbed.directory().resolve("argosy");
    Path configurations = Files.createDirectories(directory.resolve("configuration"));
    List<PostgresOnMachine> servers = new ArrayList<>();
    for (Machine node : testbed.nodes()) {
      Path data = directory.resolve(node.name());
      installation.createDataDirectory(data);
      servers.add(PostgresOnMachine.start(testbed, node, installation, data));
      startProcess(testbed, node, "agent", configurations, agentConfiguration(node, testbed, data));
    }
    startProcess(
        testbed,
        testbed.client(),
        "coordinator",
        configurations,
        coordinatorConfiguration(testbed));
    String url =
        "jdbc:postgresql://%s:%d/%s?user=postgres&password=%s"
            .formatted(
                testbed.client().address(), COORDINATOR_PORT, EmbeddedServer.DATABASE, PASSWORD);
    return new ArgosyOnMachines(url, servers);
  }

  private static void startProcess(
      Testbed testbed, Machine machine, String command, Path directory, String configuration)
      throws IOException, InterruptedException {
    Path file = directory.resolve(machine.name() + ".yaml");
    Files.writeString(file, configuration);
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The launcher's own options, which depend on the JDK; later ones win.
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(JVM_OPTIONS);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of(command, "--config", file.toString()));
    Service.start(testbed, machine, new Service.Description(command, words, "ready ", "TERM"));
  }

  private static String agentConfiguration(Machine node, Testbed testbed, Path data) {
    // The real machine's memory is shared by the client and the nodes.
    long memory = MachineMeter.visibleMemory() / (testbed.nodes().size() + 1) >> 20;
    return """
    name: %s
    listen:
      host: %s
      port: %d
    secret: "%s"
    machine:
      memory_megabytes: %d
      data_directory: "%s"
    postgres:
      host: 127.0.0.1
      port: %d
      connections: 80
    """
        .formatted(
            node.name(), node.address(), AGENT_PORT, SECRET, memory, data, PostgresOnMachine.PORT);
  }

  private static String coordinatorConfiguration(Testbed testbed) {
    StringBuilder text =
        new StringBuilder(
            """
            listen:
              host: %s
              port: %d
            database: %s
            administrator: postgres
            users:
              postgres:
                password: %s
            nodes:
            """
                .formatted(
                    testbed.client().address(),
                    COORDINATOR_PORT,
                    EmbeddedServer.DATABASE,
                    PASSWORD));
    for (Machine node : testbed.nodes()) {
      text.append(
          """
            - name: %s
              agent: %s:%d
              secret: "%s"
          """
              .formatted(node.name(), node.address(), AGENT_PORT, SECRET));
    }
    return text.toString();
  }
}
