package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Transactions whose statements read and write any number of nodes go on while others define things
 * that have nothing to do with them.
 */
@Timeout(300)
class TransactionsBesideDefinitionsTest {
  private static final int TRANSACTIONS = 8;

  private final List<String> failures = new CopyOnWriteArrayList<>();
  private volatile boolean running = true;

  private Thread define(int number) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (Connection connection = SharedCluster.connect()) {
                while (running) {
                  SharedCluster.run(
                      connection,
                      "CREATE TABLE beside.made" + number + " (id int)",
                      "DROP TABLE beside.made" + number);
                }
              } catch (IOException | SQLException e) {
                failures.add("a definition: " + e.getMessage());
              }
            });
  }

  private void transact(Connection connection, int number) throws SQLException {
    connection.setAutoCommit(false);
    for (String statement : statements(number)) {
      try {
        SharedCluster.run(connection, statement);
      } catch (SQLException e) {
        failures.add(statement + ": " + e.getSQLState() + " " + e.getMessage());
        connection.rollback();
        return;
      }
    }
    connection.commit();
  }

  private static List<String> statements(int number) {
    return List.of(
        "INSERT INTO beside.plain VALUES (" + number + ")",
        "UPDATE beside.plain SET id = id + 1 WHERE id = -1",
        "INSERT INTO beside.plain SELECT id FROM beside.plain WHERE id = -1",
        "INSERT INTO beside.ruled VALUES (" + number + ")",
        "INSERT INTO beside.spread VALUES (" + number + ", 0)",
        "UPDATE beside.spread SET a = 1 WHERE id = " + number,
        "SELECT count(*) FROM beside.spread",
        "SELECT * FROM beside.spread ORDER BY id LIMIT 3",
        "SELECT count(*) FROM beside.spread s JOIN beside.spread t ON s.a = t.id",
        "UPDATE beside.spread SET b = b + 1",
        "INSERT INTO beside.spread SELECT id + 1000, b FROM beside.spread WHERE id = " + number,
        "UPDATE beside.copies SET a = a + 1",
        "UPDATE beside.copies c SET a = a + 1 FROM beside.plain p WHERE p.id = c.id",
        "SELECT id FROM beside.spread ORDER BY id FOR UPDATE",
        "EXECUTE set_both(" + number + ")",
        "DELETE FROM beside.spread WHERE id >= 1000",
        "DELETE FROM beside.plain WHERE id = -1");
  }

  @Test
  void goOn() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE SCHEMA beside",
          "CREATE TABLE beside.plain (id int)",
          "CREATE TABLE beside.ruled (id int)",
          "CREATE TABLE beside.log (id int)",
          "CREATE RULE logged AS ON INSERT TO beside.ruled DO ALSO"
              + " INSERT INTO beside.log VALUES (NEW.id)",
          "CREATE TABLE beside.spread (id int PRIMARY KEY, a int, b int DEFAULT 0)",
          "CREATE TABLE beside.copies (id int PRIMARY KEY, a int)",
          "INSERT INTO beside.copies VALUES (0, 0), (-2, 0)",
          "SELECT argosy.create_reference_table('beside.copies')",
          "SELECT argosy.create_distributed_table('beside.spread', 'id')");
      SharedCluster.run(
          connection,
          "PREPARE set_both(int) AS UPDATE beside.spread SET a = 1 WHERE id IN ($1, $1 + 1000)");
      List<Thread> others = new ArrayList<>(List.of(define(1), define(2)));
      for (int i = 0; i < TRANSACTIONS; i++) {
        transact(connection, i);
      }
      running = false;
      for (Thread other : others) {
        other.join();
      }
      assertThat(failures).isEmpty();
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT (SELECT count(*) FROM beside.plain), (SELECT count(*) FROM beside.ruled),"
                      + " (SELECT count(*) FROM beside.log),"
                      + " (SELECT concat(sum(a), ' ', sum(b)) FROM beside.spread),"
                      + " (SELECT string_agg(a::text, ' ' ORDER BY id) FROM beside.copies)"))
          .containsExactly("8|8|8|8 36|8 16");
      connection.commit();
      SharedCluster.run(connection, "DROP SCHEMA beside CASCADE");
      connection.commit();
    }
  }
}
