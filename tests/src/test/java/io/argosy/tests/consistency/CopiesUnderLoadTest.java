package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Several clients change replicated tables by statements that read these very tables. Whatever they
 * do to each other, the copies have the same rows in the end.
 */
class CopiesUnderLoadTest {
  private static final int CLIENTS = 4;
  private static final Duration LASTING =
      Duration.ofSeconds(Integer.getInteger("copies.seconds", 15));
  private static final List<String> TABLES = List.of("first", "second", "keyless", "third");

  /** A key that two insert, and waits that end in a deadlock or with other rows. */
  private static final Set<String> EXPECTED = Set.of("23505", "40001", "40P01");

  /** In which N stands for a small number, M for another one. */
  private static final List<String> STATEMENTS =
      List.of(
          "INSERT INTO first VALUES (N, M, 'i') ON CONFLICT DO NOTHING",
          "INSERT INTO second VALUES (N, M, 'i') ON CONFLICT (id) DO UPDATE SET v = excluded.v",
          "INSERT INTO first SELECT id + N, v, t FROM second WHERE v < M ON CONFLICT DO NOTHING",
          "INSERT INTO second VALUES (N, M, 'u')"
              + " ON CONFLICT (id) DO UPDATE SET v = (SELECT count(*) FROM first)",
          "INSERT INTO second VALUES (N, M, 'f') ON CONFLICT (id) DO UPDATE SET v = total(N)",
          "INSERT INTO keyless VALUES (N, M, 'i')",
          "UPDATE first SET v = v + 1",
          "UPDATE first SET v = v + 1 WHERE id = N RETURNING v",
          "UPDATE second SET v = v - 1 WHERE v > M RETURNING id",
          "UPDATE first SET v = (SELECT sum(v) FROM second) % 50",
          "UPDATE first SET v = (SELECT max(v) FROM second s WHERE s.id > first.id) WHERE id < N",
          "UPDATE second SET v = f.v FROM first f WHERE f.id = second.id AND f.v < M",
          "UPDATE second SET v = total(id) % 50 WHERE id < N",
          "UPDATE second SET t = (SELECT string_agg(t, '' ORDER BY id) FROM first WHERE id < 3)",
          "UPDATE keyless SET v = (SELECT count(*) FROM first) WHERE id = N",
          "UPDATE keyless SET v = v + 1 WHERE id < N",
          "UPDATE first SET id = id + 100 WHERE id = (SELECT min(id) FROM second WHERE v > M)",
          "UPDATE first SET t = random()::text WHERE id = N",
          "DELETE FROM first WHERE id IN (SELECT id FROM second WHERE v = M)",
          "DELETE FROM second WHERE NOT EXISTS (SELECT FROM first f WHERE f.v > second.v) AND v <"
              + " M",
          "DELETE FROM second USING first WHERE first.id = second.id AND first.v = M",
          "DELETE FROM keyless WHERE id IN (SELECT id FROM second WHERE v > M)",
          "DELETE FROM first WHERE v = M",
          "MERGE INTO first USING second ON first.id = second.id"
              + " WHEN MATCHED AND second.v > M THEN UPDATE SET v = second.v"
              + " WHEN NOT MATCHED THEN INSERT VALUES (second.id, second.v, 'm')",
          "WITH gone AS (DELETE FROM second WHERE id = N RETURNING *)"
              + " INSERT INTO third SELECT id, v, t FROM gone",
          "INSERT INTO third SELECT id, v, t FROM first WHERE id = N ON CONFLICT DO NOTHING",
          "UPDATE third SET v = (SELECT v FROM first WHERE first.id = third.id)",
          "DELETE FROM third WHERE v IS NULL OR v > M");

  private static TestCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      for (String table : TABLES) {
        String key = table.equals("keyless") ? "" : " PRIMARY KEY";
        statement.execute("CREATE TABLE " + table + " (id int" + key + ", v bigint, t text)");
        statement.execute("SELECT create_reference_table('" + table + "')");
        statement.execute(
            "INSERT INTO " + table + " SELECT i, i % 7, 'r' || i FROM generate_series(1, 30) i");
      }
      statement.execute(
          "CREATE FUNCTION total(int) RETURNS bigint LANGUAGE sql STABLE"
              + " BEGIN ATOMIC SELECT coalesce(sum(v), 0) FROM first WHERE id < $1; END");
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void staySame() throws SQLException {
    long seed = Long.getLong("copies.seed", System.nanoTime());
    Random random = new Random(seed);
    long end = System.nanoTime() + LASTING.toNanos();
    AtomicInteger succeeded = new AtomicInteger();
    Set<String> failures = ConcurrentHashMap.newKeySet();
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random own = new Random(random.nextLong());
      clients.add(
          CompletableFuture.runAsync(
              () -> change(own, end, succeeded, failures), Thread::startVirtualThread));
    }
    clients.forEach(CompletableFuture::join);

    assertThat(failures).isEmpty();
    assertThat(succeeded.get()).isGreaterThan(5 * CLIENTS);
    for (String table : TABLES) {
      String home = digest(table, 0);
      assertThat(digest(table, 1)).as("%s, seed %d", table, seed).isEqualTo(home);
      assertThat(digest(table, 2)).as("%s, seed %d", table, seed).isEqualTo(home);
    }
  }

  private static void change(
      Random random, long end, AtomicInteger succeeded, Set<String> failures) {
    try (Connection client = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = client.createStatement()) {
      while (System.nanoTime() < end) {
        boolean block = random.nextInt(3) == 0;
        client.setAutoCommit(!block);
        int count = block ? 1 + random.nextInt(3) : 1;
        String sql = "";
        try {
          for (int i = 0; i < count; i++) {
            sql = statement(random);
            statement.execute(sql);
          }
          if (block) {
            client.commit();
          }
          succeeded.addAndGet(count);
        } catch (SQLException e) {
          if (!EXPECTED.contains(e.getSQLState())) {
            failures.add(sql + ": " + e.getSQLState() + " " + e.getMessage());
          }
          if (block) {
            client.rollback();
          }
        }
      }
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }

  private static String statement(Random random) {
    return STATEMENTS
        .get(random.nextInt(STATEMENTS.size()))
        .replaceAll("\\bN\\b", Integer.toString(1 + random.nextInt(40)))
        .replaceAll("\\bM\\b", Integer.toString(random.nextInt(50)));
  }

  private static String digest(String table, int node) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(cluster.cluster().servers().get(node).jdbcUrl());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT argosy.table_digest('" + table + "')")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
