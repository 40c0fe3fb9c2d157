package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two coordinators, both of which change tables and their placements, while clients of both read
 * and write: no row is missed or seen twice, money that moves is seen whole, copies are equal,
 * nothing stays prepared, and no error is one that PostgreSQL would not have.
 */
@Timeout(400)
class OtherCoordinatorStressTest {
  private static final Logger LOG = LoggerFactory.getLogger(OtherCoordinatorStressTest.class);

  private static final int ROWS = 60;

  /** What may be tried again, and what a driver does again by itself. */
  private static final Set<String> EXPECTED = Set.of("40001", "40P01");

  /** Of two who define the same at the same time. */
  private static final Set<String> EXPECTED_OF_DEFINITIONS =
      Set.of("55P03", "42P07", "42701", "23505");

  private final Random random = new Random(Long.getLong("argosy.others.seed", 1));
  private final Map<String, AtomicLong> wrong = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> done = new ConcurrentHashMap<>();
  private volatile boolean running = true;

  private void note(Map<String, AtomicLong> notes, String note) {
    notes.computeIfAbsent(note, ignored -> new AtomicLong()).incrementAndGet();
  }

  /** What a client does again and again; it says what is wrong with the answer. */
  private interface Work {
    String run(Connection connection, Random random) throws SQLException;
  }

  private Thread start(String name, String url, Work work) {
    Random own = new Random(random.nextLong());
    return Thread.ofPlatform()
        .name(name)
        .start(
            () -> {
              try (Connection connection = DriverManager.getConnection(url)) {
                while (running) {
                  attempt(name, connection, own, work);
                }
              } catch (SQLException e) {
                note(wrong, name + ": " + e.getSQLState() + " " + e.getMessage());
              }
            });
  }

  private void attempt(String name, Connection connection, Random own, Work work)
      throws SQLException {
    try {
      String found = work.run(connection, own);
      note(done, name);
      if (!found.isEmpty()) {
        note(wrong, name + ": " + found);
      }
    } catch (SQLException e) {
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      boolean defines = name.endsWith("definitions");
      if (EXPECTED.contains(e.getSQLState())
          || defines && EXPECTED_OF_DEFINITIONS.contains(e.getSQLState())) {
        note(done, name + " " + e.getSQLState());
      } else {
        note(wrong, name + ": " + e.getSQLState() + " " + e.getMessage());
      }
    }
  }

  private static String counted(Connection connection, String query) throws SQLException {
    String count = SharedCluster.rows(connection, query).getFirst();
    return count.equals(String.valueOf(ROWS)) ? "" : query + " gave " + count;
  }

  private static void rebuild(Connection connection, Random random) throws SQLException {
    boolean key = random.nextBoolean();
    String placement =
        List.of(
                "SELECT 1",
                "SELECT argosy.create_distributed_table('stress.moved', 'id')",
                "SELECT argosy.create_reference_table('stress.moved')",
                // A key must have the distribution column.
                "SELECT argosy.create_distributed_table('stress.moved', 'n')")
            .get(random.nextInt(key ? 3 : 4));
    String rows = "INSERT INTO stress.moved SELECT i, 0, i FROM generate_series(1, " + ROWS + ") i";
    boolean before = random.nextBoolean();
    String columns = key ? "(id int PRIMARY KEY, a int, n int)" : "(id int, a bigint, n int)";
    connection.setAutoCommit(false);
    SharedCluster.run(
        connection,
        "DROP TABLE IF EXISTS stress.moved",
        "CREATE TABLE stress.moved " + columns,
        before ? rows : placement,
        before ? placement : rows);
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void change(Connection connection, Random random) throws SQLException {
    String table = random.nextBoolean() ? "stress.spread" : "stress.copied";
    SharedCluster.run(
        connection,
        switch (random.nextInt(9)) {
          case 0 -> "ALTER TABLE " + table + " ADD COLUMN IF NOT EXISTS more int DEFAULT 1";
          case 1 -> "ALTER TABLE " + table + " DROP COLUMN IF EXISTS more";
          case 2 -> "ALTER TABLE " + table + " ALTER COLUMN a TYPE bigint";
          case 3 -> "ALTER TABLE " + table + " ALTER COLUMN a TYPE int";
          case 4 ->
              "CREATE OR REPLACE VIEW stress.seen AS SELECT id FROM "
                  + "stress.spread WHERE id > "
                  + -random.nextInt(9);
          case 5 -> "GRANT SELECT ON " + table + " TO PUBLIC";
          case 6 -> "CREATE INDEX IF NOT EXISTS by_balance ON stress.ledger (balance)";
          case 7 -> "DROP INDEX IF EXISTS stress.by_balance";
          default -> "ALTER TABLE " + table + " ALTER COLUMN a SET DEFAULT " + random.nextInt(9);
        });
  }

  @Test
  void nothingIsMissedAndCopiesStayEqual() throws Exception {
    String url = SharedCluster.url() + "?user=postgres&prepareThreshold=3";
    String other =
        SharedCluster.startCoordinator(new Planner()::plan) + "?user=postgres&prepareThreshold=3";
    try (Connection owner = SharedCluster.connect()) {
      SharedCluster.run(
          owner,
          "CREATE SCHEMA stress",
          "CREATE TABLE stress.spread (id int PRIMARY KEY, a int)",
          "SELECT argosy.create_distributed_table('stress.spread', 'id')",
          "CREATE TABLE stress.copied (id int PRIMARY KEY, a int)",
          "SELECT argosy.create_reference_table('stress.copied')",
          "INSERT INTO stress.spread SELECT i, 0 FROM generate_series(1, " + ROWS + ") i",
          "INSERT INTO stress.copied SELECT i, 0 FROM generate_series(1, " + ROWS + ") i",
          "CREATE VIEW stress.seen AS SELECT id FROM stress.spread",
          "CREATE TABLE stress.ledger (id int PRIMARY KEY, balance bigint NOT NULL)",
          "SELECT argosy.create_distributed_table('stress.ledger', 'id')",
          "INSERT INTO stress.ledger SELECT i, 1 FROM generate_series(1, " + ROWS + ") i");
      rebuild(owner, random);
      List<Thread> threads = new ArrayList<>();
      for (String target : List.of(url, other)) {
        String name = target.equals(url) ? "first" : "other";
        threads.add(start(name + " definitions", target, OtherCoordinatorStressTest::define));
        threads.add(start(name + " transfers", target, OtherCoordinatorStressTest::transfer));
        threads.add(start(name + " reader", target, OtherCoordinatorStressTest::read));
        threads.add(start(name + " writer", target, OtherCoordinatorStressTest::write));
      }
      pause((int) Duration.ofSeconds(Long.getLong("argosy.others.seconds", 15)).toMillis());
      running = false;
      for (Thread thread : threads) {
        thread.join();
      }
      LOG.info("done: {}", done);
      assertThat(wrong).isEmpty();
      for (String table : List.of("stress.copied", "stress.moved")) {
        requireEqualCopies(table);
      }
      assertThat(
              SharedCluster.onNodes("SELECT gid FROM pg_prepared_xacts WHERE gid LIKE 'argosy%'"))
          .allMatch(List::isEmpty);
      SharedCluster.run(owner, "DROP SCHEMA stress CASCADE");
    }
  }

  private static String define(Connection connection, Random own) throws SQLException {
    SharedCluster.run(connection, "SET lock_timeout = '2s'");
    if (own.nextInt(3) == 0) {
      rebuild(connection, own);
    } else {
      change(connection, own);
    }
    pause(own.nextInt(100));
    return "";
  }

  private static String transfer(Connection connection, Random own) throws SQLException {
    int first = 1 + own.nextInt(ROWS - 1);
    int second = first + 1 + own.nextInt(ROWS - first);
    connection.setAutoCommit(false);
    SharedCluster.run(
        connection,
        "UPDATE stress.ledger SET balance = balance - 1 WHERE id = " + first,
        "UPDATE stress.ledger SET balance = balance + 1 WHERE id = " + second);
    connection.commit();
    connection.setAutoCommit(true);
    return "";
  }

  private static String read(Connection connection, Random own) throws SQLException {
    String query =
        switch (own.nextInt(10)) {
          case 6 -> "SELECT sum(balance) FROM stress.ledger";
          case 7 ->
              "SELECT sum(l.balance) FROM stress.ledger l JOIN stress.ledger m ON m.id = "
                  + (ROWS + 1)
                  + " - l.id";
          case 8 -> "SELECT sum(balance) FROM stress.ledger TABLESAMPLE SYSTEM (100)";
          case 9 -> "SELECT count(*) FROM stress.moved JOIN stress.ledger USING (id)";
          case 0 -> "SELECT count(*) FROM stress.moved";
          case 1 -> "SELECT count(*) FROM stress.spread";
          case 2 -> "SELECT count(*) FROM stress.copied";
          case 3 -> "SELECT count(*) FROM stress.seen";
          case 4 -> "SELECT count(*) FROM stress.spread s JOIN stress.copied c ON c.id = s.id";
          default -> "SELECT count(*) FROM (SELECT DISTINCT id FROM stress.moved) AS ids";
        };
    if (own.nextInt(4) > 0) {
      return counted(connection, query);
    }
    connection.setAutoCommit(false);
    SharedCluster.run(connection, "SELECT 1");
    String found = counted(connection, query);
    connection.commit();
    connection.setAutoCommit(true);
    return found;
  }

  private static String write(Connection connection, Random own) throws SQLException {
    int id = 1 + own.nextInt(ROWS);
    String statement =
        switch (own.nextInt(6)) {
          case 0 -> "UPDATE stress.moved SET a = a + 1 WHERE id = " + id;
          case 1 -> "UPDATE stress.moved SET a = a + 1";
          case 2 -> "UPDATE stress.spread SET a = a + 1 WHERE id = " + id;
          case 3 -> "UPDATE stress.copied SET a = a + 1 WHERE id = " + id;
          case 4 -> "UPDATE stress.copied SET a = a + 1";
          default -> "INSERT INTO stress.copied (id) VALUES (" + id + ") ON CONFLICT DO NOTHING";
        };
    boolean open = own.nextInt(4) == 0;
    connection.setAutoCommit(!open);
    SharedCluster.run(connection, statement);
    if (open) {
      connection.commit();
      connection.setAutoCommit(true);
    }
    return "";
  }

  private static void pause(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireEqualCopies(String table) throws IOException, SQLException {
    if (SharedCluster.onNode(
            0,
            "SELECT FROM argosy.tables WHERE placement = 'replicated' AND relation = '"
                + table
                + "'::regclass")
        .isEmpty()) {
      return;
    }
    List<List<String>> copies =
        SharedCluster.onNodes("SELECT t::text FROM " + table + " t ORDER BY t::text");
    assertThat(new HashSet<>(copies)).as("copies of %s", table).hasSize(1);
  }
}
