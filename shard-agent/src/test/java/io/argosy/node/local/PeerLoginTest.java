package io.argosy.node.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way of docs/security.md to log in as other roles without their passwords, by a socket. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerLoginTest {
  @TempDir static Path directory;

  private static EmbeddedPostgres server;
  private static LocalNode node;

  @BeforeAll
  static void start() throws IOException {
    Path data = directory.resolve("data");
    // Embedded PostgreSQL runs the server as another user when it is started as root.
    directory.toFile().setExecutable(true, false);
    directory.toFile().setReadable(true, false);
    server =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(true)
            .setServerConfig("unix_socket_directories", data.toString())
            .start();
    try (LocalNode setUp = new LocalNode(EngineConfig.of("node-1", "127.0.0.1", server.getPort()));
        NodeSession session = setUp.open(options("postgres"))) {
      TextResult.run(
          session,
          """
          CREATE ROLE argosy LOGIN;
          CREATE ROLE argosy_clients;
          CREATE ROLE alice LOGIN IN ROLE argosy_clients;
          CREATE ROLE mallory LOGIN;
          """);
      Files.writeString(
          data.resolve("pg_hba.conf"), "local all all peer map=argosy\nhost all all all reject\n");
      // When it is started as root, embedded PostgreSQL has a user namespace of its own, in which
      // it sees root as nobody.
      String peer = System.getProperty("user.name").replace("root", "nobody");
      Files.writeString(
          data.resolve("pg_ident.conf"),
          """
          argosy  "%1$s"  argosy
          argosy  "%1$s"  +argosy_clients
          """
              .formatted(peer));
      TextResult.run(session, "SELECT pg_reload_conf()");
    }
    node =
        new LocalNode(
            EngineConfig.of("node-1", data.toString(), server.getPort())
                .withMaxConnections(1, Duration.ofSeconds(5)));
  }

  @AfterAll
  static void stop() throws IOException {
    node.close();
    server.close();
  }

  private static SessionOptions options(String user) {
    return new SessionOptions("postgres", user, Map.of());
  }

  @Test
  void rolesOfTheMapLogInWithoutAPassword() {
    for (String role : new String[] {"argosy", "alice"}) {
      try (NodeSession session = node.open(options(role))) {
        assertThat(TextResult.run(session, "SELECT session_user").single()).isEqualTo(role);
      }
    }
  }

  @Test
  void othersAreRefused() {
    for (String role : new String[] {"mallory", "postgres"}) {
      assertThatThrownBy(() -> node.open(options(role)))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("28000");
                assertThat(e.error().message())
                    .isEqualTo("Peer authentication failed for user \"" + role + "\"");
              });
    }
  }

  /** The second lease is of the same backend, and closing a result cancels it. */
  @Test
  void aSocketServesAsAConnectionDoes() {
    try (NodeSession session = node.open(options("alice"))) {
      String sql = "SELECT repeat('x', 1000) FROM generate_series(1, 5000)";
      assertThat(TextResult.run(session, sql).rows()).hasSize(5000);
    }
    try (NodeSession session = node.open(options("alice"))) {
      String endless = "SELECT repeat('x', 100), generate_series(1, 1000000000)";
      try (Result result = session.execute(new Request.Simple(endless))) {
        assertThat(result.next()).isInstanceOf(ResultEvent.Columns.class);
      }
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }
}
