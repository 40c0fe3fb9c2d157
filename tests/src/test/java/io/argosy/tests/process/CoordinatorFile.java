package io.argosy.tests.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The configuration of a coordinator that listens on any free port.
 *
 * @param user who may connect, without a password
 * @param nodes how each node is reached, as {@link #url} or {@link #agent} says it; they are called
 *     node1, node2 ..
 */
public record CoordinatorFile(
    String database, String administrator, String user, List<String> nodes) {
  /** One for the database and the superuser that servers of tests have. */
  public static CoordinatorFile of(List<String> nodes) {
    return new CoordinatorFile("argosy", "postgres", "postgres", nodes);
  }

  /** A node without an agent, by the ports of its servers. */
  public static String url(int... ports) {
    return Arrays.stream(ports)
        .mapToObj(port -> "127.0.0.1:" + port)
        .collect(Collectors.joining(",", "url: \"jdbc:postgresql://", "/\""));
  }

  /**
   * A node by the port of its agent.
   *
   * @param secret such as {@code secret: x}
   */
  public static String agent(int port, String secret) {
    return "agent: \"127.0.0.1:" + port + "\", " + secret;
  }

  /** Writes the file; returns its path. */
  public Path write(Path file) throws IOException {
    return Files.writeString(file, text());
  }

  /** What is in the file. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            """
            listen: {host: 127.0.0.1, port: 0}
            database: %s
            administrator: %s
            users: {%s: trust}
            shutdown_seconds: 5
            nodes:
            """
                .formatted(database, administrator, user));
    for (int i = 0; i < nodes.size(); i++) {
      text.append("  - {name: node%d, %s}\n".formatted(i + 1, nodes.get(i)));
    }
    return text.toString();
  }
}
