package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqlPreparedStatementsTest {
  private Connection connection;

  @BeforeEach
  void connect() throws IOException, SQLException {
    connection = SharedCluster.connect();
    SharedCluster.run(
        connection,
        "CREATE TABLE things (id bigint PRIMARY KEY, name text)",
        "SELECT create_distributed_table('things', 'id')",
        "INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, 'three')");
  }

  @AfterEach
  void disconnect() throws SQLException {
    SharedCluster.run(connection, "DROP TABLE things");
    connection.close();
  }

  @Test
  void executeWithArguments() throws SQLException {
    SharedCluster.run(
        connection,
        "PREPARE one_thing AS SELECT name FROM things WHERE id = $1",
        "PREPARE add_thing (int, varchar(10)) AS INSERT INTO things VALUES ($1, $2) RETURNING *");
    assertThat(SharedCluster.rows(connection, "EXECUTE one_thing(1 + greatest(1, 0))"))
        .containsExactly("two");
    assertThat(SharedCluster.rows(connection, "EXECUTE add_thing('4', 'fo' || 'ur')"))
        .containsExactly("4|four");
    assertThat(SharedCluster.rows(connection, "EXECUTE one_thing(NULL)")).isEmpty();
  }

  @Test
  void namesAndArgumentsAreChecked() throws SQLException {
    SharedCluster.run(connection, "PREPARE p (int) AS SELECT $1 + 1");
    assertState("42P05", () -> SharedCluster.run(connection, "PREPARE p AS SELECT 1"));
    assertState("42601", () -> SharedCluster.run(connection, "EXECUTE p"));
    assertState("22P02", () -> SharedCluster.run(connection, "EXECUTE p('x')"));
    assertState(
        "42601", () -> SharedCluster.run(connection, "PREPARE q AS CREATE TABLE x (a int)"));
    assertState(
        "42703", () -> SharedCluster.run(connection, "PREPARE q AS SELECT nope FROM things"));
    SharedCluster.run(connection, "DEALLOCATE p");
    assertState("26000", () -> SharedCluster.run(connection, "EXECUTE p(1)"));
    assertState("26000", () -> SharedCluster.run(connection, "DEALLOCATE PREPARE p"));
  }

  @Test
  void allAreForgotten() throws SQLException {
    SharedCluster.run(
        connection, "PREPARE p AS SELECT 1", "PREPARE q AS SELECT 1", "DEALLOCATE ALL");
    assertState("26000", () -> SharedCluster.run(connection, "EXECUTE q"));
    SharedCluster.run(connection, "PREPARE q AS SELECT 1", "DISCARD ALL");
    assertState("26000", () -> SharedCluster.run(connection, "EXECUTE q"));
  }

  private static void assertState(String sqlState, ThrowingCallable statement) {
    assertThatThrownBy(statement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }
}
