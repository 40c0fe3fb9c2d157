package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator over servers without agents, whose roles and clients have passwords. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class NodesByUrlTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("ADMINISTRATOR_PASSWORD", "of-the-owner", "ALICE_PASSWORD", "of-alice");

  private Path directory;
  private Servers servers;
  private Path file;
  private ArgosyProcess coordinator;
  private String url;

  @BeforeAll
  void startAll(@TempDir Path temporary) throws IOException {
    directory = temporary;
    servers = Servers.start(directory, 2, Map.of());
    for (int server = 0; server < servers.count(); server++) {
      servers.ask(server, "CREATE ROLE owner LOGIN PASSWORD 'of-the-owner'");
      servers.ask(server, "CREATE ROLE alice LOGIN PASSWORD 'of-alice'");
      servers.ask(server, "GRANT CREATE ON DATABASE argosy TO owner");
      servers.ask(server, "GRANT CREATE ON SCHEMA public TO owner");
      Path rules = Path.of(servers.ask(server, "SHOW hba_file").getFirst());
      Files.writeString(
          rules, "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
      servers.ask(server, "SELECT pg_reload_conf()");
    }
    file = Files.writeString(directory.resolve("coordinator.yaml"), configuration("of-the-owner"));
    coordinator = ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", file.toString());
    url = coordinator.awaitReady();
  }

  private String configuration(String ownerPassword) {
    StringBuilder text =
        new StringBuilder(
            """
            listen: {host: 127.0.0.1, port: 0}
            database: argosy
            administrator: owner
            users:
              owner: {password_environment: ADMINISTRATOR_PASSWORD}
              alice: {password_environment: ALICE_PASSWORD}
            nodes:
            """);
    for (int server = 0; server < servers.count(); server++) {
      text.append(
          """
            - name: node%d
              url: jdbc:postgresql://127.0.0.1:%d/
              users:
                owner: {password: %s}
                alice: {password_environment: ALICE_PASSWORD}
          """
              .formatted(server + 1, servers.port(server), ownerPassword));
    }
    return text.toString();
  }

  @AfterAll
  void stopAll() {
    coordinator.close();
    servers.close();
  }

  private String as(String user, String password) {
    return url + "?user=" + user + "&password=" + password;
  }

  @Test
  void runsStatementsAsTheClientsOwnRole() {
    String owner = as("owner", "of-the-owner");
    String alice = as("alice", "of-alice");
    Servers.ask(owner, "CREATE TABLE goods (id int PRIMARY KEY, name text)");
    Servers.ask(owner, "INSERT INTO goods SELECT i, 'good ' || i FROM generate_series(1, 100) i");
    Servers.ask(owner, "SELECT create_distributed_table('goods', 'id')");

    assertThat(Servers.ask(owner, "SELECT count(*) FROM goods")).containsExactly("100");
    Assertions.assertThatThrownBy(() -> Servers.ask(alice, "SELECT count(*) FROM goods"))
        .cause()
        .hasMessageContaining("permission denied for table goods");
    Servers.ask(owner, "GRANT SELECT ON goods TO alice");
    assertThat(Servers.ask(alice, "SELECT count(*) FROM goods")).containsExactly("100");
    assertThat(Servers.ask(alice, "SELECT current_user")).containsExactly("alice");
  }

  @Test
  void refusesAWrongPasswordAndAnUnknownUser() {
    for (String wrong : new String[] {as("alice", "of-mallory"), as("mallory", "of-alice")}) {
      Assertions.assertThatThrownBy(() -> DriverManager.getConnection(wrong).close())
          .isInstanceOfSatisfying(
              SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("28P01"));
    }
  }

  @Test
  void checksTheConfiguration() throws IOException {
    try (ArgosyProcess check =
        ArgosyProcess.start(ENVIRONMENT, "check", "--config", file.toString())) {
      assertThat(check.awaitExit()).as(check.output() + check.errors()).isZero();
      assertThat(check.output())
          .contains("node1", "node2", "role \"alice\" can log in", "nothing is wrong")
          .doesNotContain("WRONG");
    }
    Path wrong = Files.writeString(directory.resolve("wrong.yaml"), configuration("of-mallory"));
    try (ArgosyProcess check =
        ArgosyProcess.start(ENVIRONMENT, "check", "--config", wrong.toString())) {
      assertThat(check.awaitExit()).isEqualTo(1);
      assertThat(check.output())
          .contains("WRONG", "password authentication failed", "users of", "wrong: 2")
          .doesNotContain("of-mallory");
    }
  }

  @Test
  void leavesNoConnectionWhenItIsStopped() throws IOException {
    try (ArgosyProcess second =
        ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", file.toString())) {
      String secondUrl = second.awaitReady();
      Servers.ask(secondUrl + "?user=alice&password=of-alice", "SELECT 1");
      int before = servers.connections(0).size();

      second.terminate();
      second.awaitExit();

      await().atMost(Duration.ofSeconds(10)).until(() -> servers.connections(0).size() < before);
    }
  }
}
