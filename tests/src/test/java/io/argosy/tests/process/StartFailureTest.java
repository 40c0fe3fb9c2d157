package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that cannot start say why, end with status 1, and leave nothing running. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class StartFailureTest {
  private Path directory;
  private Servers servers;

  @BeforeAll
  void startServer(@TempDir Path temporary) {
    directory = temporary;
    servers = Servers.start(directory, 1, Map.of());
  }

  @AfterAll
  void stopServer() {
    servers.close();
  }

  private Path agentFile(int port) throws IOException {
    return AgentFile.write(directory, "node1", port, servers.port(0));
  }

  private Path coordinatorFile(int port, String node) throws IOException {
    return Files.writeString(
        directory.resolve("coordinator.yaml"),
        """
        listen: {host: 127.0.0.1, port: %d}
        database: argosy
        administrator: postgres
        users: {postgres: trust}
        nodes:
          - {name: node1, %s}
        """
            .formatted(port, node));
  }

  private String url() {
    return "url: \"jdbc:postgresql://127.0.0.1:" + servers.port(0) + "/\"";
  }

  private static String failure(String command, Path file) {
    try (ArgosyProcess process =
        ArgosyProcess.start(Map.of(), command, "--config", file.toString())) {
      assertThat(process.awaitExit()).isEqualTo(1);
      assertThat(process.output()).isEmpty();
      return process.errors();
    }
  }

  @Test
  void tellsThatAPortIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(failure("agent", agentFile(taken.getLocalPort())))
          .contains("argosy: ", port, "in use");
      assertThat(failure("coordinator", coordinatorFile(taken.getLocalPort(), url())))
          .contains("argosy: ", port, "in use");
    }
    assertThat(servers.connections(0)).isEmpty();
  }

  @Test
  void tellsThatTheSecretIsWrong() throws IOException {
    int port = Servers.freePort();
    try (ArgosyProcess agent =
        ArgosyProcess.start(Map.of(), "agent", "--config", agentFile(port).toString())) {
      agent.awaitReady();
      String node = "agent: \"127.0.0.1:" + port + "\", secret: not-the-secret";

      assertThat(failure("coordinator", coordinatorFile(0, node)))
          .contains("node1", "the same secret")
          .doesNotContain("not-the-secret");
      assertThat(agent.isAlive()).isTrue();
    }
  }

  @Test
  void tellsThatNobodyAnswersAtAnAddress() throws IOException {
    int nobody = Servers.freePort();

    assertThat(
            failure(
                "coordinator",
                coordinatorFile(0, "agent: \"127.0.0.1:" + nobody + "\", secret: x")))
        .contains("node1", "127.0.0.1:" + nobody);
    assertThat(
            failure(
                "coordinator",
                coordinatorFile(0, "url: \"jdbc:postgresql://127.0.0.1:" + nobody + "/\"")))
        .contains("node1", "127.0.0.1:" + nobody);
  }

  @Test
  void tellsAMistakeInTheFile() throws IOException {
    Path file = coordinatorFile(0, url() + ", conections: 5");

    assertThat(failure("coordinator", file))
        .contains(file + ": nodes[0].conections: unknown name; what can be here: ", "connections")
        .hasLineCount(1);
    assertThat(failure("agent", directory.resolve("none.yaml")))
        .contains("none.yaml: there is no such file");
  }

  @Test
  void printsExamples() {
    for (String command : new String[] {"agent", "coordinator"}) {
      try (ArgosyProcess process = ArgosyProcess.start(Map.of(), command, "--example")) {
        assertThat(process.awaitExit()).isZero();
        assertThat(process.output()).contains("./argosy " + command + " --config", "listen:");
      }
    }
  }
}
