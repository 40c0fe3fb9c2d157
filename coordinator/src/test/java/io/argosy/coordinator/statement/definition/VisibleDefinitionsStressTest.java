package io.argosy.coordinator.statement.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many sessions make tables, place them, use them, hand them to other sessions that use them at
 * once, and drop them: what a statement has made is there for every session when it has ended.
 * {@code -Dargosy.definitions.seconds} lets it run for longer, {@code
 * -Dargosy.definitions.sessions} with more sessions, on {@code -Dargosy.definitions.names} names.
 */
@Timeout(1200)
class VisibleDefinitionsStressTest {
  private static final Logger LOG = LoggerFactory.getLogger(VisibleDefinitionsStressTest.class);
  private static final int SECONDS = Integer.getInteger("argosy.definitions.seconds", 5);
  private static final int SESSIONS = Integer.getInteger("argosy.definitions.sessions", 4);
  private static final int NAMES = Integer.getInteger("argosy.definitions.names", 3);

  /**
   * What a transaction of several statements may be told while others change the catalog, and a
   * driver does again.
   */
  private static final String TRY_AGAIN = "40001";

  /** What begins a transaction can start again without the client. */
  private static final Set<String> ONE_STATEMENT = Set.of("create, kind 0", "create, kind 3");

  private final Map<String, AtomicLong> wrong = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> done = new ConcurrentHashMap<>();

  /** Tables that one session has made and another one is to use and drop. */
  private final BlockingQueue<String> handed = new ArrayBlockingQueue<>(2);

  private volatile boolean running = true;

  private static void note(Map<String, AtomicLong> notes, String note) {
    notes.computeIfAbsent(note, ignored -> new AtomicLong()).incrementAndGet();
  }

  private Thread start(int number, String url) {
    return Thread.ofPlatform()
        .name("session " + number)
        .start(
            () -> {
              Random random = new Random(Long.getLong("argosy.definitions.seed", 1) + number);
              try (Connection connection =
                  DriverManager.getConnection(url + "?user=postgres&prepareThreshold=2")) {
                while (running) {
                  attempt(connection, random, number);
                }
              } catch (SQLException e) {
                note(wrong, "connection: " + e.getSQLState() + " " + e.getMessage());
              }
            });
  }

  /** A name is used again and again, by this session alone until it hands the table to others. */
  private void attempt(Connection connection, Random random, int number) throws SQLException {
    String table = "definitions.t" + number + "_" + random.nextInt(NAMES);
    String step = "none";
    try {
      String other = handed.poll();
      if (other != null) {
        step = "use of another session's";
        use(connection, other, random);
        step = "drop of another session's";
        SharedCluster.run(connection, "DROP TABLE " + other);
        note(done, step);
        return;
      }
      int kind = random.nextInt(4);
      step = "create, kind " + kind;
      boolean transaction = random.nextBoolean();
      connection.setAutoCommit(!transaction);
      // A table that is in another session's hands lives under its own name.
      String made = random.nextInt(3) == 0 ? table + "_" + System.nanoTime() : table;
      create(connection, made, kind);
      if (transaction) {
        connection.commit();
        connection.setAutoCommit(true);
      }
      step = "use, kind " + kind;
      use(connection, made, random);
      note(done, step);
      if (!made.equals(table) && handed.offer(made, 10, TimeUnit.MILLISECONDS)) {
        return;
      }
      step = "drop";
      SharedCluster.run(connection, "DROP TABLE " + made);
    } catch (SQLException e) {
      boolean transaction = !connection.getAutoCommit();
      if (transaction && !ONE_STATEMENT.contains(step) && TRY_AGAIN.equals(e.getSQLState())) {
        note(done, step + " " + e.getSQLState());
      } else {
        note(wrong, step + ": " + e.getSQLState() + " " + e.getMessage());
      }
      if (transaction) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      SharedCluster.run(connection, "DROP TABLE IF EXISTS " + table);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void create(Connection connection, String table, int kind) throws SQLException {
    if (kind == 3) {
      SharedCluster.run(
          connection, "CREATE TABLE " + table + " AS SELECT 0 AS id, 0 AS a WHERE false");
      return;
    }
    SharedCluster.run(connection, "CREATE TABLE " + table + " (id int, a int)");
    switch (kind) {
      case 1 ->
          SharedCluster.run(
              connection, "SELECT argosy.create_distributed_table('" + table + "', 'id')");
      case 2 ->
          SharedCluster.run(connection, "SELECT argosy.create_reference_table('" + table + "')");
      default -> {}
    }
  }

  private static void use(Connection connection, String table, Random random) throws SQLException {
    if (random.nextBoolean()) {
      SharedCluster.run(connection, "DELETE FROM " + table);
    }
    String before = SharedCluster.rows(connection, "SELECT count(*) FROM " + table).getFirst();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, 1)")) {
      for (int i = 0; i < 4; i++) {
        insert.setInt(1, i);
        insert.executeUpdate();
      }
    }
    String after = SharedCluster.rows(connection, "SELECT count(*) FROM " + table).getFirst();
    assertThat(Integer.parseInt(after)).isEqualTo(Integer.parseInt(before) + 4);
  }

  @Test
  void whatAStatementHasMadeIsThereWhenItHasEnded() throws Exception {
    String url = SharedCluster.url();
    try (Connection owner = SharedCluster.connect()) {
      SharedCluster.run(
          owner, "DROP SCHEMA IF EXISTS definitions CASCADE", "CREATE SCHEMA definitions");
      List<Thread> sessions = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        sessions.add(start(i, url));
      }
      Thread.sleep(TimeUnit.SECONDS.toMillis(SECONDS));
      running = false;
      for (Thread session : sessions) {
        session.join();
      }
      SharedCluster.run(owner, "DROP SCHEMA definitions CASCADE");
    }
    LOG.info("done {}", done);
    assertThat(wrong).isEmpty();
    assertThat(done).isNotEmpty();
  }
}
