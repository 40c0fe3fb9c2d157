package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is started a moment before an agent of its serves when that does. */
@Timeout(120)
class StartTogetherTest {
  private static final String SECRET = "the secret of the tests, 32 characters";

  @Test
  void agentsMayStartAfterTheCoordinator(@TempDir Path directory) throws Exception {
    int port = Servers.freePort();
    try (Servers servers = Servers.start(directory, 1, Map.of())) {
      Path agentFile =
          Files.writeString(
              directory.resolve("agent.yaml"),
              """
              name: node1
              listen: {host: 127.0.0.1, port: %d}
              secret: "%s"
              postgres: {host: 127.0.0.1, port: %d}
              """
                  .formatted(port, SECRET, servers.port(0)));
      Path file =
          CoordinatorFile.of(List.of(CoordinatorFile.agent(port, "secret: \"" + SECRET + "\"")))
              .write(directory.resolve("coordinator.yaml"));
      try (ArgosyProcess coordinator =
          ArgosyProcess.start(Map.of(), "coordinator", "--config", file.toString())) {
        coordinator.awaitError("the start is tried again");
        try (ArgosyProcess agent =
            ArgosyProcess.start(Map.of(), "agent", "--config", agentFile.toString())) {
          agent.awaitReady();
          assertThat(Servers.ask(coordinator.awaitReady() + "?user=postgres", "SELECT 1"))
              .containsExactly("1");
        }
      }
    }
  }
}
