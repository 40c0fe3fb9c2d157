package io.argosy.tests.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of an agent on this machine. */
final class AgentFile {
  static final String SECRET = "the secret of the tests, 32 characters";

  private AgentFile() {}

  /**
   * Writes it into a directory.
   *
   * @param port where the agent listens
   * @param server the port of its PostgreSQL
   */
  static Path write(Path directory, String name, int port, int server) throws IOException {
    return Files.writeString(
        directory.resolve("agent.yaml"),
        """
        name: %s
        listen: {host: 127.0.0.1, port: %d}
        secret: "%s"
        postgres: {host: 127.0.0.1, port: %d}
        """
            .formatted(name, port, SECRET, server));
  }
}
