package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that is started a moment before an agent of its serves when that does. */
@Timeout(120)
class StartTogetherTest {
  @Test
  void agentsMayStartAfterTheCoordinator(@TempDir Path directory) throws Exception {
    int port = Servers.freePort();
    try (Servers servers = Servers.start(directory, 1, Map.of())) {
      Path agentFile = AgentFile.write(directory, "node1", port, servers.port(0));
      Path file =
          CoordinatorFile.of(
                  List.of(CoordinatorFile.agent(port, "secret: \"" + AgentFile.SECRET + "\"")))
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
