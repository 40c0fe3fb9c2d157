package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A SERIALIZABLE transaction that works with one key needs one node, whatever is asked of the home
 * node for it: nothing has been seen before, neither statements nor keys.
 */
@Timeout(60)
class SerializableOnOneNodeTest extends SessionTest {
  /** Enough for some to lie on every node. */
  private static final int KEYS = 9;

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE SCHEMA one_node",
        "CREATE TABLE one_node.kinds (kind int PRIMARY KEY, label text)",
        "SELECT create_reference_table('one_node.kinds')",
        "INSERT INTO one_node.kinds VALUES (1, 'one')");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("ROLLBACK", "RESET ALL", "DROP SCHEMA one_node CASCADE");
  }

  private void createTable(String type) throws SQLException {
    run(
        "CREATE TABLE one_node.things (id "
            + type
            + ", place serial, size int, made timestamptz DEFAULT now(), PRIMARY KEY (id, place))",
        "SELECT create_distributed_table('one_node.things', 'id')");
  }

  @ParameterizedTest
  @ValueSource(strings = {"int", "bigint", "numeric", "text", "varchar(10)", "date", "uuid"})
  void worksForEveryTypeOfKey(String type) throws SQLException {
    createTable(type);
    List<String> wrong = new ArrayList<>();
    for (int i = 1; i <= KEYS; i++) {
      String key = constant(type, i);
      for (String sql :
          List.of(
              "INSERT INTO one_node.things (id, size) VALUES (%s, 1)",
              "SELECT * FROM one_node.things WHERE id = %s",
              "SELECT size, label FROM one_node.things JOIN one_node.kinds ON kind = size"
                  + " WHERE id = %s",
              "UPDATE one_node.things SET size = size + 1 WHERE id = %s",
              "SAVEPOINT a",
              "SET LOCAL application_name = 'one'",
              "UPDATE one_node.things SET made = now() WHERE id = %s RETURNING size",
              "SELECT sum(size) FROM one_node.things WHERE id = %s AND made <= now()",
              "ROLLBACK TO a",
              "INSERT INTO one_node.things (id, size) VALUES (%1$s, 3), (%1$s, 4)",
              "SELECT label FROM one_node.kinds WHERE kind = 1",
              "DELETE FROM one_node.things WHERE id = %s")) {
        alone(sql.formatted(key, key), key, wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private void alone(String sql, String key, List<String> wrong) throws SQLException {
    run("BEGIN ISOLATION LEVEL SERIALIZABLE");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT count(*) FROM one_node.things WHERE id = " + key);
      if (sql.startsWith("ROLLBACK TO")) {
        statement.execute("SAVEPOINT a");
      }
      statement.execute(sql);
      statement.execute("SELECT count(*) + 1 FROM one_node.things WHERE id = " + key);
      statement.execute("COMMIT");
    } catch (SQLException e) {
      wrong.add(sql + ": " + e.getMessage());
      run("ROLLBACK");
    }
  }

  private static String constant(String type, int number) {
    return switch (type) {
      case "int", "bigint", "numeric" -> String.valueOf(number);
      case "date" -> "'2026-01-0" + number + "'";
      case "uuid" -> "'00000000-0000-0000-0000-00000000000" + number + "'";
      default -> "'k" + number + "'";
    };
  }

  @Test
  void parametersOfOtherTypesWorkToo() throws SQLException {
    createTable("numeric");
    for (int i = 1; i <= KEYS; i++) {
      run("BEGIN ISOLATION LEVEL SERIALIZABLE");
      for (int j = 0; j < 3; j++) {
        try (PreparedStatement query =
            connection.prepareStatement("SELECT size FROM one_node.things WHERE id = ?")) {
          query.setInt(1, i);
          try (ResultSet rows = query.executeQuery()) {
            assertThat(rows.next()).isEqualTo(j > 0);
          }
        }
        run("INSERT INTO one_node.things (id, size) VALUES (" + i + ", 2)");
      }
      run("COMMIT");
    }
  }

  @Test
  void theHomeNodesRowsAreThoseOfAnotherNode() throws SQLException {
    createTable("int");
    run("CREATE TABLE one_node.at_home (id int)");
    for (String sql :
        List.of(
            "SELECT count(*) FROM one_node.at_home",
            "INSERT INTO one_node.at_home VALUES (1)",
            "SELECT count(*) FROM one_node.things")) {
      int refused = 0;
      for (int i = 1; i <= KEYS; i++) {
        run(
            "BEGIN ISOLATION LEVEL SERIALIZABLE",
            "SELECT count(*) FROM one_node.things WHERE id = " + i);
        try (Statement statement = connection.createStatement()) {
          statement.execute(sql);
        } catch (SQLException e) {
          assertThat(e.getSQLState()).isEqualTo("0A000");
          refused++;
        }
        run("ROLLBACK");
      }
      assertThat(refused).as(sql).isPositive();
    }
  }

  @Test
  void whatTheHomeNodeHasReadIsNotForgotten() throws SQLException {
    createTable("int");
    run("CREATE TABLE one_node.at_home (id int)");
    int refused = 0;
    for (int i = 1; i <= KEYS; i++) {
      run("BEGIN ISOLATION LEVEL SERIALIZABLE", "SELECT count(*) FROM one_node.at_home");
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT count(*) FROM one_node.things WHERE id = " + i);
      } catch (SQLException e) {
        refused++;
      }
      run("ROLLBACK");
    }
    assertThat(refused).isBetween(1, KEYS - 1);
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN ISOLATION LEVEL SERIALIZABLE",
                    "SELECT count(*) FROM one_node.at_home",
                    "SELECT count(*) FROM one_node.things"))
        .hasMessageContaining("SERIALIZABLE transactions over several nodes");
  }
}
