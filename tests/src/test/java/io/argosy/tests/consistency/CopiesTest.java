package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.cluster.TestCluster;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a statement has not found in the home node's copy of a replicated table it must not find in
 * another one a moment later, when others have changed the row.
 */
class CopiesTest {
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(2);
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      statement.execute("CREATE TABLE copied (id int PRIMARY KEY, a int, t text)");
      statement.execute("SELECT create_reference_table('copied')");
      statement.execute("CREATE TABLE read (id int PRIMARY KEY, v int, f float8)");
      statement.execute("SELECT create_reference_table('read')");
      statement.execute("CREATE TABLE keyless (LIKE copied)");
      statement.execute("SELECT create_reference_table('keyless')");
      statement.execute(
          "CREATE FUNCTION found(int) RETURNS int LANGUAGE sql STABLE"
              + " BEGIN ATOMIC SELECT v FROM read WHERE id = $1; END");
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE copied SET t = 'new' WHERE a = 1",
        "DELETE FROM copied WHERE id = 1 AND a = 1",
        "INSERT INTO copied VALUES (2, 0, 'new') ON CONFLICT (id) DO UPDATE SET t = 'new'"
            + " WHERE copied.a = 1"
      })
  void changeAlikeOrNotAtAll(String sql) throws Exception {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement();
        Connection node = onSecondNode();
        Statement change = node.createStatement();
        Connection watching = onSecondNode()) {
      statement.execute("TRUNCATE copied");
      statement.execute("INSERT INTO copied VALUES (1, 0, 'old'), (2, 0, 'old')");
      node.setAutoCommit(false);
      change.execute("LOCK TABLE copied IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<Boolean> changed = updated(statement, sql);
      await().until(() -> waits(watching));
      // As a client of another session would have, with the home node's copy changed before.
      change.execute("UPDATE copied SET a = 1");
      node.commit();
      assertThatThrownBy(changed::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(SQLException.class)
          .rootCause()
          .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("40001"));
      try (ResultSet rows =
          change.executeQuery("SELECT count(*) FROM copied WHERE t = 'old' AND a = 1")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(2);
      }
    }
  }

  /** The same for what a statement reads of other rows than those that it changes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE copied SET a = (SELECT min(v - id) FROM read)",
        "UPDATE copied SET a = (SELECT v FROM read WHERE read.id = copied.id)",
        "UPDATE copied SET a = (SELECT count(*) FROM read WHERE read.v > 5 + 10 * copied.id)",
        "UPDATE copied SET t = (SELECT sum(f) FROM read WHERE read.v > copied.id)::text",
        "UPDATE copied SET a = (SELECT max(c.id + r.v) FROM copied c JOIN read r USING (id))",
        "UPDATE copied SET a = read.v FROM read WHERE read.id = copied.id",
        "DELETE FROM copied WHERE id = (SELECT id FROM read WHERE v = 20)",
        "DELETE FROM copied WHERE id IN (SELECT id FROM read WHERE v = 20)",
        "DELETE FROM copied WHERE EXISTS (SELECT FROM read WHERE read.id = copied.id AND v = 20)",
        "DELETE FROM copied USING read WHERE read.id = copied.id AND read.v = 20",
        "WITH r AS (SELECT * FROM read) UPDATE copied SET a = (SELECT min(v - id) FROM r)",
        "UPDATE copied SET a = 3 WHERE id = (SELECT id FROM read WHERE v = 20) RETURNING a",
        "INSERT INTO copied SELECT id + 10, v FROM read",
        "INSERT INTO copied SELECT id, v FROM read"
            + " ON CONFLICT (id) DO UPDATE SET a = (SELECT min(v - id) FROM read)",
        "MERGE INTO copied USING read ON copied.id = read.id WHEN MATCHED THEN UPDATE SET a = v",
        "UPDATE copied SET a = found(id)",
        "UPDATE copied SET t = current_setting('port')",
        "INSERT INTO copied VALUES (1), (2) ON CONFLICT (id) DO UPDATE SET a = found(excluded.id)",
        "INSERT INTO copied VALUES (1) ON CONFLICT (id) DO UPDATE SET t = current_setting('port')",
        "UPDATE copied SET id = id + 10 WHERE id = (SELECT id FROM read WHERE v = 20)"
      })
  void changeByTheSameRows(String sql) throws Exception {
    changesByTheSameRows(sql, "copied");
  }

  /** The rows have no key by which other nodes could find them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE keyless SET a = (SELECT min(v - id) FROM read)",
        "UPDATE keyless SET a = (SELECT v FROM read WHERE read.id = keyless.id)",
        "UPDATE keyless SET t = (SELECT sum(f) FROM read WHERE read.v > keyless.id)::text",
        "UPDATE keyless SET a = read.v FROM read WHERE read.id = keyless.id",
        "DELETE FROM keyless WHERE id = (SELECT id FROM read WHERE v = 20)",
        "DELETE FROM keyless WHERE EXISTS (SELECT FROM read WHERE read.id = keyless.id AND v = 20)",
        "DELETE FROM keyless USING read WHERE read.id = keyless.id AND read.v = 20",
        "UPDATE keyless SET a = found(id)"
      })
  void changeByTheSameRowsWithoutAKey(String sql) throws Exception {
    changesByTheSameRows(sql, "keyless");
  }

  private static void changesByTheSameRows(String sql, String table) throws Exception {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement();
        Connection node = onSecondNode();
        Statement change = node.createStatement();
        Connection watching = onSecondNode()) {
      statement.execute("TRUNCATE copied, keyless, read");
      statement.execute("INSERT INTO " + table + " VALUES (1, 0, 'old'), (2, 0, 'old')");
      statement.execute("INSERT INTO read VALUES (1, 10, 0.1), (2, 20, 0.2)");
      node.setAutoCommit(false);
      change.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<Boolean> changed = updated(statement, sql);
      await().until(() -> changed.isDone() || waits(watching));
      // As a client whose commit has not reached the home node yet.
      change.execute("UPDATE read SET v = 30 - v, f = 7");
      node.commit();
      changed.get();
      assertThat(rows(table, 1)).isEqualTo(rows(table, 0)).isNotEqualTo("(1,0,old)(2,0,old)");
    }
  }

  private static String rows(String table, int node) throws SQLException {
    try (Connection connection = onNode(node);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT string_agg(c::text, '' ORDER BY id) FROM " + table + " c")) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** What others insert meanwhile is seen by the home node or not, and by the others then, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE copied SET a = a + 1",
        "UPDATE copied SET a = a + 1 RETURNING a",
        "BEGIN; UPDATE copied SET a = a + 1; COMMIT",
        "UPDATE copied SET a = (SELECT max(id) FROM copied)",
        "DELETE FROM copied WHERE a = 0",
        "UPDATE keyless SET a = (SELECT max(id) FROM keyless)"
      })
  void changeWhileOthersInsert(String sql) throws Exception {
    String table = sql.contains("keyless") ? "keyless" : "copied";
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      statement.execute("TRUNCATE copied, keyless");
      AtomicBoolean stopped = new AtomicBoolean();
      AtomicInteger inserted = new AtomicInteger();
      List<CompletableFuture<Void>> others =
          List.of(inserting(table, inserted, stopped), inserting(table, inserted, stopped));
      try {
        for (int i = 0; i < 40; i++) {
          statement.execute(sql);
        }
      } finally {
        stopped.set(true);
      }
      others.forEach(CompletableFuture::join);
      assertThat(inserted).hasPositiveValue();
      assertThat(rows(table, 1)).isEqualTo(rows(table, 0));
    }
  }

  /** A statement that starts again does not take back what came before it in the same pipeline. */
  @Test
  void keepWhatAPipelineHasDoneBefore() throws Exception {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      statement.execute("TRUNCATE copied");
      statement.execute("CREATE TABLE done (id int)");
      AtomicBoolean stopped = new AtomicBoolean();
      AtomicInteger inserted = new AtomicInteger();
      List<CompletableFuture<Void>> others =
          List.of(inserting("copied", inserted, stopped), inserting("copied", inserted, stopped));
      int acknowledged = 0;
      try {
        for (int i = 0; i < 40; i++) {
          statement.addBatch("INSERT INTO done VALUES (" + i + ")");
          statement.addBatch("UPDATE copied SET a = a + 1");
          try {
            statement.executeBatch();
            acknowledged++;
          } catch (BatchUpdateException e) {
            assertThat(e.getSQLState()).isEqualTo("40001");
          }
        }
      } finally {
        stopped.set(true);
      }
      others.forEach(CompletableFuture::join);
      assertThat(acknowledged).isPositive();
      try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM done")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(acknowledged);
      }
    }
  }

  private static CompletableFuture<Void> inserting(
      String table, AtomicInteger inserted, AtomicBoolean stopped) {
    return CompletableFuture.runAsync(
        () -> {
          try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
              Statement statement = client.createStatement()) {
            while (!stopped.get()) {
              statement.execute(
                  "INSERT INTO " + table + " VALUES (" + inserted.incrementAndGet() + ", 0)");
            }
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  /** What a statement does not see in one table, it does not miss in another one. */
  @Test
  void changeAsInOneSnapshot() throws Exception {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement();
        Connection other = DriverManager.getConnection(cluster.jdbcUrl());
        Statement inserting = other.createStatement();
        Connection watching = onNode(0)) {
      statement.execute("TRUNCATE copied, read");
      statement.execute("INSERT INTO copied VALUES (1, 0, 'old'), (2, 0, 'old')");
      statement.execute("INSERT INTO read VALUES (1, 10, 0.1)");
      other.setAutoCommit(false);
      inserting.execute("LOCK TABLE copied IN SHARE ROW EXCLUSIVE MODE");
      inserting.execute("INSERT INTO copied VALUES (9, 0, 'new')");
      inserting.execute("INSERT INTO read VALUES (9, 90, 0.9)");
      CompletableFuture<Boolean> changed =
          updated(
              statement,
              "DELETE FROM copied WHERE NOT EXISTS (SELECT FROM read WHERE read.id = copied.id)");
      await().until(() -> waits(watching));
      other.commit();
      changed.get();
      assertThat(rows("copied", 0)).isEqualTo("(1,0,old)(9,0,new)").isEqualTo(rows("copied", 1));
    }
  }

  private static CompletableFuture<Boolean> updated(Statement statement, String sql) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return statement.execute(sql);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static Connection onSecondNode() throws SQLException {
    return onNode(1);
  }

  private static Connection onNode(int node) throws SQLException {
    return DriverManager.getConnection(cluster.cluster().servers().get(node).jdbcUrl());
  }

  private static boolean waits(Connection node) throws SQLException {
    try (Statement statement = node.createStatement();
        ResultSet waiting =
            statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
      waiting.next();
      return waiting.getInt(1) > 0;
    }
  }
}
