package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.console.ConsoleClient.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** How many may log in to a console, and how often may be tried. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleLimitsTest {
  private static final int SESSIONS = 3;

  private static ConsoleCluster cluster;

  @BeforeAll
  static void start(@TempDir Path folder) {
    cluster = ConsoleCluster.start(", sessions: " + SESSIONS + ", idle_minutes: 1", folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ConsoleClient loggedIn(String role) throws IOException {
    ConsoleClient client = new ConsoleClient(cluster.console());
    assertThat(client.logIn(role, "right").status()).isEqualTo(200);
    return client;
  }

  @Test
  @Order(1)
  void soManySessionsThereAreAndNoMore() throws IOException, SQLException {
    List<String> roles = List.of("third", "fourth");
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      for (String role : roles) {
        statement.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'right'");
      }
    }
    ConsoleClient first = loggedIn("weak");
    ConsoleClient second = loggedIn("weak");
    // A role has one place of so few.
    assertThat(first.get("/api/who").status()).isEqualTo(401);
    assertThat(second.get("/api/who").status()).isEqualTo(200);
    loggedIn("watcher");
    loggedIn("third");
    Answer refused = new ConsoleClient(cluster.console()).logIn("fourth", "right");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.headers()).containsKey("retry-after");
    second.post("logout", Map.of());
    loggedIn("fourth");
  }

  @Test
  @Order(2)
  void whatFailsTooOftenIsNotTriedAnyMore() throws IOException, SQLException {
    Answer untrusted = new ConsoleClient(cluster.console()).logIn(ConsoleCluster.TRUSTED, "");
    assertThat(untrusted.status()).isEqualTo(403);
    assertThat(untrusted.error()).contains("console.trust");
    assertThat(new ConsoleClient(cluster.console()).logIn("a\u0000b", "right").status())
        .isEqualTo(400);
    for (String odd : List.of("\ud800", "\u202e", "x".repeat(64), "\u0007")) {
      assertThat(new ConsoleClient(cluster.console()).logIn(odd, "right").status())
          .as("role " + odd)
          .isIn(400, 401, 422);
      assertThat(new ConsoleClient(cluster.console()).logIn("watcher", odd).status())
          .as("password " + odd)
          .isIn(400, 401);
    }
    Answer refused = new ConsoleClient(cluster.console()).logIn("watcher", "right");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.error()).isEqualTo("too many failed logins; try again later");
    assertThat(Integer.parseInt(refused.headers().get("retry-after"))).isBetween(1, 301);
    // The role itself is not locked.
    try (Connection connection = cluster.connect("watcher");
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
    }
  }
}
