package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a primary and a synchronous standby each; primaries are killed. */
@Tag("slow")
@Timeout(240)
class FailoverTest {
  private static final int ROWS = 1000;

  private final List<SystemPostgres> primaries = new ArrayList<>();
  private final List<SystemPostgres> standbys = new ArrayList<>();
  private CoordinatorProcess coordinator;
  private String url;

  @BeforeEach
  void startAll(@TempDir Path directory) throws Exception {
    assumeTrue(SystemPostgres.isInstalled(), "PostgreSQL 15 is not installed here");
    List<String> nodes = new ArrayList<>();
    for (int node = 0; node < 2; node++) {
      SystemPostgres primary = SystemPostgres.start();
      primaries.add(primary);
      SystemPostgres standby = primary.startStandby();
      standbys.add(standby);
      // The standby stands first: which is the primary is found out, not told.
      nodes.add(CoordinatorFile.url(standby.port(), primary.port()));
    }
    Path file = CoordinatorFile.of(nodes).write(directory.resolve("coordinator.yaml"));
    coordinator = CoordinatorProcess.start(CoordinatorConfiguration.read(file, Map.of()));
    url = coordinator.jdbcUrl() + "?user=postgres&socketTimeout=60";
    for (String sql :
        List.of(
            "CREATE TABLE goods (id bigint PRIMARY KEY, price int)",
            "SELECT create_distributed_table('goods', 'id')",
            "INSERT INTO goods SELECT i, i FROM generate_series(1, " + ROWS + ") i")) {
      Servers.ask(url, sql);
    }
  }

  @AfterEach
  void stopAll() throws IOException, InterruptedException {
    if (coordinator != null) {
      coordinator.close();
    }
    // Otherwise a primary would wait for its standby.
    for (SystemPostgres server : standbys) {
      server.close();
    }
    for (SystemPostgres server : primaries) {
      server.close();
    }
  }

  @Test
  void nothingIsLostWhenAPrimaryDies() throws Exception {
    survives(1);
  }

  @Test
  void nothingIsLostWhenThePrimaryOfTheHomeNodeDies() throws Exception {
    survives(0);
  }

  @Test
  void readsGoOnOnAStandby() throws Exception {
    String onePart = "SELECT id FROM goods WHERE price > 990 ORDER BY id";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("SET argosy.read_from = prefer_replica");
      // Waits for what the standbys have not replayed yet.
      await().until(() -> count(statement, onePart), Integer.valueOf(10)::equals);
      assertThat(connectionsOfArgosy(standbys.get(1))).isPositive();

      primaries.get(1).kill();

      assertThat(count(statement, onePart)).isEqualTo(10);
      assertThat(count(statement, "SELECT sum(price) FROM goods")).isEqualTo(1);
      statement.execute("SET argosy.read_from = 'primary'");
      expectFailure(statement, onePart, "08006", "node2");
      // Of a standby nothing is asked that writes.
      statement.execute("SET argosy.read_from = prefer_replica");
      expectFailure(
          statement,
          "INSERT INTO goods SELECT i FROM generate_series(2001, 2100) i",
          "08006",
          "node2");
      expectFailure(statement, "SET argosy.read_from = anywhere", "22023", "anywhere");
    }
  }

  /** Writes on all nodes go on while a primary is killed and its standby is promoted. */
  private void survives(int node) throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger attempted = new AtomicInteger();
    Thread writer = Thread.ofVirtual().start(() -> write(attempted, acknowledged));
    await().until(() -> acknowledged.get() > 20);

    primaries.get(node).kill();
    int before = acknowledged.get();
    await().until(() -> attempted.get() > before + 3);
    standbys.get(node).promote();
    await().atMost(Duration.ofSeconds(60)).until(() -> acknowledged.get() > before + 20);
    writer.interrupt();
    writer.join();

    // Each transaction wrote two rows, on one or two nodes: both are there or none.
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(
                        Servers.ask(
                            url,
                            "SELECT count(*) FROM goods WHERE id > "
                                + ROWS
                                + " AND price = 0"
                                + " UNION ALL SELECT count(*) FROM (SELECT id / 10 FROM goods"
                                + " WHERE id > "
                                + ROWS
                                + " GROUP BY id / 10 HAVING count(*) <> 2) torn"
                                + " UNION ALL SELECT count(*) FROM goods WHERE id <= "
                                + ROWS))
                    .containsExactly(Integer.toString(2 * written()), "0", Integer.toString(ROWS)));
    assertThat(written()).isBetween(acknowledged.get(), attempted.get());
  }

  /** How many transactions have left rows, by those that say so. */
  private int written() {
    return Integer.parseInt(
        Servers.ask(url, "SELECT count(DISTINCT id / 10) FROM goods WHERE id > " + ROWS)
            .getFirst());
  }

  /** Transactions of two rows each, until the thread is interrupted. */
  private void write(AtomicInteger attempted, AtomicInteger acknowledged) {
    while (!Thread.currentThread().isInterrupted()) {
      int key = 10 * (ROWS + attempted.incrementAndGet());
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO goods VALUES (%d, 0), (%d, 0)".formatted(key, key + 1));
        acknowledged.incrementAndGet();
      } catch (SQLException expected) {
        assertThat(expected.getSQLState()).matches("08.*|57P.*|25006|40.*");
      }
    }
  }

  private static int count(Statement statement, String sql) throws SQLException {
    int rows = 0;
    try (var result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows++;
      }
    }
    return rows;
  }

  private static int connectionsOfArgosy(SystemPostgres server) {
    return Servers.ask(
            server.jdbcUrl(),
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <>"
                + " pg_backend_pid()")
        .size();
  }

  private static void expectFailure(
      Statement statement, String sql, String sqlState, String message) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOfSatisfying(
            SQLException.class, failure -> assertThat(failure.getSQLState()).isEqualTo(sqlState))
        .hasMessageContaining(message);
  }
}
