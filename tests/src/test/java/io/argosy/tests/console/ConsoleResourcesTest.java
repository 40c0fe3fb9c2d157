package io.argosy.tests.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.tests.console.ConsoleClient.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console tells of the last statements and of machines, and whom. */
class ConsoleResourcesTest {
  private static final List<String> NODES = List.of("node1", "node2", "node3");

  private static ConsoleCluster cluster;

  @BeforeAll
  static void start(@TempDir Path folder) throws SQLException {
    cluster = ConsoleCluster.start(", trust: true, sessions: 200", folder);
    try (Connection connection = cluster.connect(ConsoleCluster.TRUSTED);
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "CREATE TABLE orders (id bigint, customer bigint)",
              "SELECT create_distributed_table('orders', 'id')",
              "INSERT INTO orders SELECT i, i FROM generate_series(1, 3000) AS i",
              "ANALYZE orders",
              "GRANT SELECT ON orders TO weak")) {
        statement.execute(sql);
      }
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ConsoleClient as(String role) throws IOException {
    ConsoleClient client = new ConsoleClient(cluster.console());
    String password = role.equals(ConsoleCluster.TRUSTED) ? "" : ConsoleCluster.PASSWORD;
    assertThat(client.logIn(role, password).status()).isEqualTo(200);
    return client;
  }

  /** Rows are moved for this one; its column's name tells it from others. */
  private static void count(String role, String column) throws SQLException {
    try (Connection connection = cluster.connect(role);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT count(*) AS "
              + column
              + " FROM orders o JOIN orders p ON o.id + 1 = p.customer WHERE o.id > 17");
    }
  }

  /** The last one of a role in which rows were moved. */
  private static Optional<JsonNode> lastOf(ConsoleClient client, String role) throws IOException {
    return rows(client.read("recent"), "recent").stream()
        .filter(row -> row.path("role").asText().equals(role))
        .filter(row -> row.path("strategy").asText().equals("STAGED"))
        .findFirst();
  }

  private static List<JsonNode> rows(Answer answer, String name) throws IOException {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return StreamSupport.stream(answer.json().path(name).spliterator(), false).toList();
  }

  private static Answer statement(ConsoleClient client, JsonNode row) throws IOException {
    return client.read("statement?id=" + row.path("statement_id").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"recent", "statement?id=1", "machines"})
  void nobodySeesAnythingWithoutALogin(String what) throws IOException {
    assertThat(new ConsoleClient(cluster.console()).read(what).status()).isEqualTo(401);
  }

  @Test
  void ownStatementsAreThereWithWhatTheNodesDid() throws Exception {
    count(ConsoleCluster.WEAK, "figures_of_weak");
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    JsonNode row = lastOf(weak, ConsoleCluster.WEAK).orElseThrow();
    assertThat(row.path("statement").asText()).contains("figures_of_weak").contains("$");
    assertThat(row.path("strategy").asText()).isEqualTo("STAGED");
    assertThat(row.path("console").asBoolean()).isFalse();
    assertThat(row.path("total_ms").asDouble()).isGreaterThan(row.path("planning_ms").asDouble());
    assertThat(row.path("limited_by").asText()).isNotEmpty();
    assertThat(row.path("explained_share").asDouble()).isBetween(0.0, 1.0);
    assertThat(Instant.ofEpochMilli(row.path("started_at").asLong()))
        .isBetween(Instant.now().minusSeconds(60), Instant.now());
    Answer answer = statement(weak, row);
    JsonNode one = answer.json().path("statement");
    assertThat(one.path("statement")).isEqualTo(row.path("statement"));
    assertThat(one.path("requests").asInt()).isGreaterThan(3);
    List<JsonNode> stages = rows(answer, "stages");
    assertThat(
            stages.stream()
                .map(stage -> stage.path("stage").asText() + " " + stage.path("node").asText()))
        .doesNotHaveDuplicates()
        .contains(
            "argosy_stage_1 node1", "argosy_stage_1 node2", "argosy_stage_1 node3", "null node3");
    assertThat(stages)
        .allSatisfy(
            stage -> {
              assertThat(stage.path("begin_ms").asDouble()).isGreaterThanOrEqualTo(0);
              assertThat(stage.path("end_ms").asDouble())
                  .isGreaterThanOrEqualTo(stage.path("begin_ms").asDouble());
            });
    assertThat(stages.stream().mapToDouble(stage -> stage.path("processor_ms").asDouble()).sum())
        .isPositive();
  }

  @Test
  void textsOfOthersAreForThoseWhoMayReadAllStatistics() throws Exception {
    count(ConsoleCluster.TRUSTED, "secret_figures");
    ConsoleClient watcher = as(ConsoleCluster.WATCHER);
    JsonNode row = lastOf(watcher, ConsoleCluster.TRUSTED).orElseThrow();
    assertThat(row.path("statement").asText()).contains("secret_figures");
    assertThat(statement(watcher, row).body()).contains("secret_figures");
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    assertThat(weak.read("recent").body())
        .contains(row.path("statement_id").asText(), "<insufficient privilege>")
        .doesNotContain("secret_figures");
    assertThat(statement(weak, row).body())
        .contains("<insufficient privilege>")
        .doesNotContain("secret_figures");
  }

  @ParameterizedTest
  @ValueSource(strings = {"statement", "statement?id=", "statement?id=%27%20OR%201%3D1%20--"})
  void aStatementThatIsNotKnownIsNotFound(String what) throws IOException {
    Answer answer = as(ConsoleCluster.TRUSTED).read(what);
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.error()).isEqualTo("there is no such statement, or not any more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"machines?node=node1&after=x", "statement?id=%zz"})
  void whatCannotBeReadIsRefused(String what) throws IOException {
    assertThat(as(ConsoleCluster.WATCHER).read(what).status()).isEqualTo(400);
  }

  /** It asks more often than statements are kept. */
  @Test
  void theConsolesOwnQuestionsPushNothingOut() throws Exception {
    ConsoleClient weak = as(ConsoleCluster.WEAK);
    // Those that take longer are kept for longer.
    JsonNode row =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> {
                  count(ConsoleCluster.WEAK, "kept_figures");
                  return lastOf(weak, ConsoleCluster.WEAK).orElseThrow();
                },
                last -> last.path("total_ms").asDouble() < 90);
    for (int i = 0; i < 120; i++) {
      weak.read("who");
    }
    assertThat(statement(weak, row).body()).contains("kept_figures");
    // What they cost is told, and by whom.
    ConsoleClient watcher = as(ConsoleCluster.WATCHER);
    watcher.read("recent");
    watcher.read("machines");
    watcher.read("statement?id=1");
    assertThat(
            rows(watcher.read("statements"), "statements").stream()
                .filter(told -> told.path("role").asText().equals(ConsoleCluster.WATCHER))
                .filter(told -> !told.path("console").asBoolean())
                .map(told -> told.path("statement").asText()))
        .allMatch(text -> !text.contains("argosy."));
  }

  @Test
  void machinesAreForThoseWhoMayReadAllStatistics() throws Exception {
    ConsoleClient watcher = as(ConsoleCluster.WATCHER);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> last(rows(watcher.read("machines"), "samples")).keySet().containsAll(NODES));
    assertThat(rows(as(ConsoleCluster.WEAK).read("machines"), "samples")).isEmpty();
    assertThat(rows(as(ConsoleCluster.TRUSTED).read("machines"), "samples")).isNotEmpty();
    assertThat(rows(watcher.read("machines"), "samples"))
        .allSatisfy(
            sample -> {
              assertThat(sample.path("user_share").asDouble()).isBetween(0.0, 1.0);
              assertThat(sample.path("memory_available").asLong()).isPositive();
            });
  }

  @Test
  void ofMachinesOnlyWhatIsNewIsTold() throws Exception {
    ConsoleClient watcher = as(ConsoleCluster.WATCHER);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> last(rows(watcher.read("machines"), "samples")).keySet().containsAll(NODES));
    Map<String, Long> seen = last(rows(watcher.read("machines"), "samples"));
    // Of one of them nothing was seen.
    String question =
        seen.entrySet().stream()
            .filter(one -> !one.getKey().equals("node3"))
            .map(one -> "node=" + one.getKey() + "&after=" + one.getValue())
            .collect(Collectors.joining("&", "machines?", ""));
    List<JsonNode> later = new ArrayList<>();
    await()
        .until(
            () -> {
              later.clear();
              later.addAll(rows(watcher.read(question), "samples"));
              return last(later).keySet().containsAll(NODES);
            });
    assertThat(later)
        .filteredOn(sample -> !sample.path("node").asText().equals("node3"))
        .allSatisfy(
            sample ->
                assertThat(sample.path("at_microseconds").asLong())
                    .isGreaterThan(seen.get(sample.path("node").asText())));
    assertThat(later)
        .filteredOn(sample -> sample.path("node").asText().equals("node3"))
        .anySatisfy(
            sample ->
                assertThat(sample.path("at_microseconds").asLong())
                    .isLessThanOrEqualTo(seen.get("node3")));
  }

  /** When the last sample of each node ended. */
  private static Map<String, Long> last(List<JsonNode> samples) {
    Map<String, Long> last = new HashMap<>();
    long before = 0;
    for (JsonNode sample : samples) {
      long at = sample.path("at_microseconds").asLong();
      assertThat(at).isGreaterThanOrEqualTo(before);
      before = at;
      last.put(sample.path("node").asText(), at);
    }
    return last;
  }
}
