package io.argosy.lab.testbed;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.cli.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The launcher's own commands as services, which know each other's secret. */
public final class ArgosyProgram {
  /** The coordinator's user. */
  public static final String USER = "postgres";

  /** Of the coordinator's user; for addresses that nobody outside of this machine reaches. */
  public static final String PASSWORD = "testbed";

  private static final String READY = "ready ";
  private static final String SECRET = "the machines of a testbed are one machine";

  /** What suits a process that shares a small machine with PostgreSQL. */
  private static final List<String> JVM_OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

  /** The launcher gives an agent no optimising compiler, and a coordinator all that there is. */
  private static final List<String> AGENT_COMPILERS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.1");

  private static final List<String> COORDINATOR_COMPILERS =
      List.of("-XX:TieredStopAtLevel=4", "-XX:CompileThresholdScaling=1");

  private ArgosyProgram() {}

  /**
   * An agent, beside the PostgreSQL server that it serves.
   *
   * @param name of the node
   * @param host where it listens
   * @param port where it listens; 0 for any that is free
   * @param memoryMegabytes how much of the memory is the node's
   * @param data the server's data directory
   * @param postgresPort the server's port on the loopback address
   * @param configuration the file to write its configuration to
   */
  public static Service.Description agent(
      String name,
      String host,
      int port,
      long memoryMegabytes,
      Path data,
      int postgresPort,
      Path configuration)
      throws IOException {
    return service(
        "agent",
        AGENT_COMPILERS,
        configuration,
        """
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
            .formatted(name, host, port, SECRET, memoryMegabytes, data, postgresPort));
  }

  /**
   * A coordinator.
   *
   * @param host where it listens
   * @param port where it listens; 0 for any that is free
   * @param agents the agents' addresses, host and port, by the nodes' names in their order
   * @param configuration the file to write its configuration to
   */
  public static Service.Description coordinator(
      String host, int port, Map<String, String> agents, Path configuration) throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            listen:
              host: %s
              port: %d
            database: %s
            administrator: %s
            users:
              %s:
                password: %s
            nodes:
            """
                .formatted(host, port, EmbeddedServer.DATABASE, USER, USER, PASSWORD));
    agents.forEach(
        (name, address) ->
            text.append(
                """
                  - name: %s
                    agent: %s
                    secret: "%s"
                """
                    .formatted(name, address, SECRET)));
    return service("coordinator", COORDINATOR_COMPILERS, configuration, text.toString());
  }

  private static Service.Description service(
      String name, List<String> compilers, Path configuration, String text) throws IOException {
    Files.writeString(configuration, text);
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The launcher's own options, which depend on the JDK; later ones win.
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(JVM_OPTIONS);
    words.addAll(compilers);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of(name, "--config", configuration.toString()));
    return new Service.Description(name, words, READY, "TERM");
  }
}
