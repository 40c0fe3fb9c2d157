package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients of two coordinators read and write while slots move, and find every row once. */
class SlotMovesBesideStatementsTest extends SessionTest {
  private static final int ROWS = 600;
  private static final int MOVES = 20;

  /** What a client may be told: its transaction's snapshot or locks do not go with the move. */
  private static final Set<String> RETRY = Set.of("40001", "40P01");

  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger number = new AtomicInteger();
  private volatile boolean moving = true;

  @AfterEach
  void dropTables() throws IOException, SQLException {
    run("DROP TABLE account, log");
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.restoreSlots(connection);
    }
  }

  private static String name(int node) {
    try {
      return SharedCluster.nodes().nodes().get(node).name();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void everyRowIsFoundOnce() throws Exception {
    run(
        "CREATE TABLE account (id integer PRIMARY KEY, balance integer)",
        "SELECT create_distributed_table('account', 'id')",
        "CREATE TABLE log (id bigint PRIMARY KEY)",
        "SELECT create_distributed_table('log', 'id')",
        "INSERT INTO account SELECT i, 100 FROM generate_series(1, " + ROWS + ") AS i");
    Coordinator other = new Coordinator(SharedCluster.nodes());
    String there = SharedCluster.serve(other) + "?user=postgres";
    String here = SharedCluster.url() + "?user=postgres";
    List<Future<Integer>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (String url : List.of(here, there)) {
        clients.add(threads.submit(client(url, this::readByKey)));
        clients.add(threads.submit(client(url, this::readAll)));
        clients.add(threads.submit(client(url, this::transfer)));
        clients.add(threads.submit(client(url, this::insert)));
        clients.add(threads.submit(client(url, this::readTwice)));
      }
      move(MOVES, Set.of("55P03", "40P01"));
      moving = false;
      for (Future<Integer> client : clients) {
        assertThat(client.get(60, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      moving = false;
    }
    other.close();
    assertThat(rows("SELECT count(*), sum(balance) FROM account"))
        .containsExactly(ROWS + "|" + ROWS * 100);
    for (String table : List.of("account|hashint4extended", "log|hashint8extended")) {
      String[] parts = table.split("\\|");
      assertThat(
              SharedCluster.onNodes(
                  "SELECT count(*) FROM %s WHERE argosy.slot_owner(%s(id, 0) & 1023)"
                          .formatted(parts[0], parts[1])
                      + " <> argosy.own_position()"))
          .containsOnly(List.of("0"));
    }
  }

  /** Who locks the tables in the order of their names is waited for, and waits, at first. */
  @Test
  void transactionsMayWriteTablesInAnyOrder() throws Exception {
    run(
        "CREATE TABLE account (id integer PRIMARY KEY, balance integer)",
        "SELECT create_distributed_table('account', 'id')",
        "CREATE TABLE log (id bigint PRIMARY KEY)",
        "SELECT create_distributed_table('log', 'id')",
        "INSERT INTO account SELECT i, 100 FROM generate_series(1, " + ROWS + ") AS i",
        "INSERT INTO log SELECT i FROM generate_series(1, " + ROWS + ") AS i",
        "DELETE FROM argosy.slot_moves");
    List<Future<Integer>> clients = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < 4; i++) {
        clients.add(threads.submit(client(SharedCluster.url() + "?user=postgres", this::logFirst)));
      }
      move(5, Set.of());
      moving = false;
      for (Future<Integer> client : clients) {
        assertThat(client.get(60, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      moving = false;
    }
    assertThat(rows("SELECT count(*), sum(slots), min(rows) > 0 FROM argosy.slot_moves"))
        .containsExactly("5|150|t");
  }

  private void logFirst(Connection client, Random random) throws SQLException {
    int id = 1 + random.nextInt(ROWS);
    SharedCluster.run(client, "BEGIN", "UPDATE log SET id = id WHERE id = " + id);
    SharedCluster.run(
        client, "UPDATE account SET balance = balance + 1 WHERE id = " + id, "COMMIT");
  }

  /**
   * Moves slots.
   *
   * @param later what may be in the way for a moment
   */
  private void move(int times, Set<String> later) throws SQLException {
    Random random = new Random(1);
    for (int moves = 0; moves < times; ) {
      int source = random.nextInt(3);
      String slots =
          rows("SELECT array_agg(slot) FROM (SELECT o.slot - 1 AS slot FROM argosy.slot_map m,"
                  + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot) WHERE o.owner = "
                  + source
                  + " ORDER BY hashint8(o.slot + "
                  + moves
                  + ") LIMIT 30) s")
              .getFirst();
      try {
        run("SELECT move_slots('%s', '%s')".formatted(slots, name((source + 1) % 3)));
        moves++;
      } catch (SQLException e) {
        assertThat(e.getSQLState()).as(e.getMessage()).isIn(later);
      }
    }
  }

  private interface Work {
    void run(Connection connection, Random random) throws SQLException;
  }

  /** Works as long as slots move; gives how often that went well. */
  private Callable<Integer> client(String url, Work work) {
    return () -> {
      Random random = new Random(number.incrementAndGet());
      int done = 0;
      try (Connection client = DriverManager.getConnection(url)) {
        while (moving) {
          try {
            work.run(client, random);
            answered.incrementAndGet();
            done++;
          } catch (SQLException e) {
            assertThat(e.getSQLState()).as(e.getMessage()).isIn(RETRY);
            SharedCluster.run(client, "ROLLBACK");
          }
        }
      }
      return done;
    };
  }

  private void readByKey(Connection client, Random random) throws SQLException {
    int id = 1 + random.nextInt(ROWS);
    assertThat(SharedCluster.rows(client, "SELECT id FROM account WHERE id = " + id))
        .containsExactly("" + id);
    assertThat(
            SharedCluster.rows(
                client,
                "SELECT count(*) FROM account WHERE id IN (%d, %d, %d)"
                    .formatted(id, id % ROWS + 1, (id + 1) % ROWS + 1)))
        .containsExactly("3");
  }

  private void readAll(Connection client, Random random) throws SQLException {
    assertThat(SharedCluster.rows(client, "SELECT count(*), sum(balance) FROM account"))
        .containsExactly(ROWS + "|" + ROWS * 100);
  }

  private void transfer(Connection client, Random random) throws SQLException {
    int from = 1 + random.nextInt(ROWS - 1);
    SharedCluster.run(client, "BEGIN");
    assertThat(
            SharedCluster.rows(client, "SELECT id FROM account WHERE id = " + from + " FOR UPDATE"))
        .hasSize(1);
    SharedCluster.run(
        client,
        "UPDATE account SET balance = balance - 1 WHERE id = " + from,
        "UPDATE account SET balance = balance + 1 WHERE id = " + (from + 1),
        "COMMIT");
  }

  private void insert(Connection client, Random random) throws SQLException {
    long id = random.nextLong(1L << 60) * 2 + client.hashCode() % 2;
    SharedCluster.run(client, "INSERT INTO log VALUES (" + id + ")");
    assertThat(SharedCluster.rows(client, "SELECT id FROM log WHERE id = " + id))
        .containsExactly("" + id);
  }

  private void readTwice(Connection client, Random random) throws SQLException {
    int id = 1 + random.nextInt(ROWS);
    String byKey = "SELECT balance FROM account WHERE id = " + id;
    SharedCluster.run(client, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    List<String> before = SharedCluster.rows(client, byKey);
    assertThat(before).hasSize(1);
    assertThat(SharedCluster.rows(client, "SELECT count(*), sum(balance) FROM account"))
        .containsExactly(ROWS + "|" + ROWS * 100);
    assertThat(SharedCluster.rows(client, byKey)).isEqualTo(before);
    SharedCluster.run(client, "COMMIT");
  }
}
