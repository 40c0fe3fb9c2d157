package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.local.EmbeddedServer;
import io.argosy.coordinator.snapshot.SnapshotBarrier;
import io.argosy.coordinator.wire.authentication.Authenticator;
import io.argosy.coordinator.wire.server.PostgresServer;
import io.argosy.coordinator.wire.server.ServerConfiguration;
import io.argosy.planner.Planner;
import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients of two coordinators write, read, define and place tables at the same time: {@code
 * -Dcoordinators.seconds} says for how long (40), {@code -Dcoordinators.seed} which statements.
 * Nobody reads a wrong row or is told of anything but what PostgreSQL tells of such a conflict, and
 * copies are the same in the end.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoCoordinatorsTest {
  private static final Logger LOG = LoggerFactory.getLogger(TwoCoordinatorsTest.class);
  private static final Duration DURATION =
      Duration.ofSeconds(Integer.getInteger("coordinators.seconds", 40));

  private static final int ROWS = 60;
  private static final long TOTAL = ROWS * 100L;

  /** Transactions that cannot be put into an order, and deadlocks. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  private static final List<String> PLACEMENTS =
      List.of(
          "SELECT create_distributed_table('moving', 'id')",
          "SELECT create_distributed_table('moving', 'n')",
          "SELECT create_reference_table('moving')",
          "SELECT 1");

  private static final List<String> DEFINITIONS =
      List.of(
          "ALTER TABLE ledger ADD COLUMN IF NOT EXISTS extra int DEFAULT 1",
          "ALTER TABLE ledger DROP COLUMN IF EXISTS extra",
          "ALTER TABLE copied ADD COLUMN IF NOT EXISTS extra text",
          "ALTER TABLE copied DROP COLUMN IF EXISTS extra",
          "CREATE INDEX IF NOT EXISTS by_balance ON ledger (balance)",
          "DROP INDEX IF EXISTS by_balance",
          "CREATE OR REPLACE VIEW whole AS SELECT id, balance FROM ledger",
          "CREATE OR REPLACE VIEW whole AS SELECT l.id, l.balance FROM ledger l WHERE id > 0",
          "GRANT SELECT ON ledger TO auditor",
          "REVOKE SELECT ON ledger FROM auditor");

  /** Each has one row with one number. */
  private static final Map<String, Long> READS =
      Map.of(
          "SELECT sum(balance) FROM ledger",
          TOTAL,
          "SELECT sum(balance) FROM whole",
          TOTAL,
          "SELECT sum(l.balance) FROM ledger l JOIN ledger m ON m.id = " + (ROWS + 1) + " - l.id",
          TOTAL,
          "SELECT sum(balance) FROM ledger TABLESAMPLE SYSTEM (100)",
          TOTAL,
          "SELECT count(*) FROM (SELECT c.id FROM ledger, copied c GROUP BY c.id"
              + " HAVING min(c.version) <> max(c.version)) s",
          0L,
          "SELECT count(*) FROM moving",
          (long) ROWS,
          "SELECT count(*) FROM moving JOIN ledger USING (id)",
          (long) ROWS,
          "SELECT count(DISTINCT id) FROM moving",
          (long) ROWS);

  private final long seed = Long.getLong("coordinators.seed", System.nanoTime());
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> told = new ConcurrentHashMap<>();

  private TestCluster cluster;
  private Coordinator second;
  private PostgresServer server;
  private List<String> urls;

  @BeforeAll
  void start() throws Exception {
    cluster = TestCluster.start(3);
    second =
        new Coordinator(
            cluster.cluster().cluster(), new Planner()::plan, new SnapshotBarrier(true));
    server =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Authenticator.Requirement.Trust()),
            second);
    server.start();
    urls =
        List.of(
            cluster.jdbcUrl(),
            "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres"
                .formatted(server.port(), EmbeddedServer.DATABASE));
    try (Connection connection = DriverManager.getConnection(urls.getFirst())) {
      for (String sql :
          List.of(
              "CREATE ROLE auditor",
              "CREATE TABLE ledger (id int PRIMARY KEY, balance bigint NOT NULL)",
              "SELECT create_distributed_table('ledger', 'id')",
              "INSERT INTO ledger SELECT i, 100 FROM generate_series(1, " + ROWS + ") i",
              "CREATE TABLE copied (id int PRIMARY KEY, version bigint NOT NULL)",
              "SELECT create_reference_table('copied')",
              "INSERT INTO copied SELECT i, 0 FROM generate_series(1, 6) i",
              "CREATE VIEW whole AS SELECT id, balance FROM ledger")) {
        run(connection, sql);
      }
      place(connection, PLACEMENTS.getFirst(), "");
    }
  }

  @AfterAll
  void stop() {
    server.close();
    second.close();
    cluster.close();
  }

  private interface Client {
    /** Something that fails as a whole. */
    String work(Connection connection, Random random) throws SQLException;
  }

  @Test
  void agree() throws Exception {
    Random random = new Random(seed);
    long end = System.nanoTime() + DURATION.toNanos();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = new ArrayList<>();
      for (String url : urls) {
        for (Client client :
            List.<Client>of(
                this::transfer, this::change, this::define, this::move, this::read, this::read)) {
          Random own = new Random(random.nextLong());
          running.add(threads.submit((Callable<Void>) () -> repeat(url, client, own, end)));
        }
      }
      for (Future<Void> each : running) {
        each.get();
      }
    }
    LOG.info("seed {}: {}", seed, new TreeMap<>(told));
    assertThat(wrong).as("with -Dcoordinators.seed=%d", seed).isEmpty();
    assertThat(told.keySet()).contains("transfer", "change", "definition", "placement", "read");
    assertAtRest();
  }

  private Void repeat(String url, Client client, Random random, long end) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      while (System.nanoTime() < end) {
        try {
          told.merge(client.work(connection, random), 1, Integer::sum);
        } catch (SQLException e) {
          told.merge(String.valueOf(e.getSQLState()), 1, Integer::sum);
          if (!CONFLICTS.contains(e.getSQLState())) {
            wrong.add(e.getSQLState() + ": " + e.getMessage());
          }
          if (connection.isClosed()) {
            return null;
          }
        }
        if (!connection.getAutoCommit()) {
          connection.rollback();
          connection.setAutoCommit(true);
        }
      }
    }
    return null;
  }

  private String transfer(Connection connection, Random random) throws SQLException {
    int first = 1 + random.nextInt(ROWS - 1);
    int second = first + 1 + random.nextInt(ROWS - first);
    connection.setAutoCommit(false);
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE ledger SET balance = balance + ? WHERE id = ?")) {
      update.setInt(1, -1);
      update.setInt(2, first);
      update.executeUpdate();
      update.setInt(1, 1);
      update.setInt(2, second);
      update.executeUpdate();
    }
    connection.commit();
    return "transfer";
  }

  private String change(Connection connection, Random random) throws SQLException {
    if (random.nextBoolean()) {
      run(connection, "UPDATE copied SET version = version + 1 WHERE id = " + random.nextInt(1, 7));
    } else {
      run(connection, "UPDATE moving SET note = note + 1 WHERE id = " + random.nextInt(1, ROWS));
    }
    return "change";
  }

  private String define(Connection connection, Random random) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET lock_timeout = '2s'");
      statement.execute(DEFINITIONS.get(random.nextInt(DEFINITIONS.size())));
    } catch (SQLException e) {
      // Somebody else does the same, or has it locked.
      if (!Set.of("55P03", "42P07", "42701", "23505").contains(e.getSQLState())) {
        throw e;
      }
      return e.getSQLState();
    }
    sleep(100 + random.nextInt(300));
    return "definition";
  }

  /** The table has another placement afterwards, and the same rows. */
  private String move(Connection connection, Random random) throws SQLException {
    connection.setAutoCommit(false);
    place(connection, PLACEMENTS.get(random.nextInt(PLACEMENTS.size())), "DROP TABLE moving");
    connection.commit();
    connection.setAutoCommit(true);
    sleep(500 + random.nextInt(500));
    return "placement";
  }

  private static void place(Connection connection, String placement, String before)
      throws SQLException {
    if (!before.isEmpty()) {
      run(connection, before);
    }
    run(connection, "CREATE TABLE moving (id int NOT NULL, n int NOT NULL, note int DEFAULT 0)");
    run(connection, "INSERT INTO moving SELECT i, i FROM generate_series(1, " + ROWS + ") i");
    run(connection, placement);
  }

  private String read(Connection connection, Random random) throws SQLException {
    List<String> queries = READS.keySet().stream().sorted().toList();
    String query = queries.get(random.nextInt(queries.size()));
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet result = statement.executeQuery()) {
      result.next();
      if (result.getLong(1) != READS.get(query)) {
        wrong.add(query + " gave " + result.getLong(1));
      }
    }
    return "read";
  }

  private static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void assertAtRest() throws Exception {
    for (String url : urls) {
      try (Connection connection = DriverManager.getConnection(url)) {
        for (Map.Entry<String, Long> read : READS.entrySet()) {
          try (Statement statement = connection.createStatement();
              ResultSet result = statement.executeQuery(read.getKey())) {
            result.next();
            assertThat(result.getLong(1)).as(read.getKey()).isEqualTo(read.getValue());
          }
        }
      }
    }
    List<String> copies = new ArrayList<>();
    for (EmbeddedServer node : cluster.cluster().servers()) {
      try (Connection connection = DriverManager.getConnection(node.jdbcUrl() + "?user=postgres");
          Statement statement = connection.createStatement();
          ResultSet result =
              statement.executeQuery(
                  "SELECT string_agg(id || '=' || version, ',' ORDER BY id) || ' '"
                      + " || (SELECT count(*) FROM pg_prepared_xacts) FROM copied")) {
        result.next();
        copies.add(result.getString(1));
      }
    }
    assertThat(Set.copyOf(copies)).as("copies of the nodes: %s", copies).hasSize(1);
    assertThat(copies.getFirst()).endsWith(" 0");
  }
}
