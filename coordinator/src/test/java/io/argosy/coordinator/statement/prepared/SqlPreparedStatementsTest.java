package io.argosy.coordinator.statement.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SqlPreparedStatementsTest extends SessionTest {
  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE things (id bigint PRIMARY KEY, name text)",
        "SELECT create_distributed_table('things', 'id')",
        "INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, 'three')");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP TABLE things");
  }

  @Test
  void executeWithArguments() throws SQLException {
    run(
        "PREPARE one_thing AS SELECT name FROM things WHERE id = $1",
        "PREPARE add_thing (int, varchar(10)) AS INSERT INTO things VALUES ($1, $2) RETURNING *");
    assertThat(rows("EXECUTE one_thing(1 + greatest(1, 0))")).containsExactly("two");
    assertThat(rows("EXECUTE add_thing('4', 'fo' || 'ur')")).containsExactly("4|four");
    assertThat(rows("EXECUTE one_thing(NULL)")).isEmpty();
  }

  @Test
  void namesAndArgumentsAreChecked() throws SQLException {
    run("PREPARE p (int) AS SELECT $1 + 1");
    assertState("42P05", () -> run("PREPARE p AS SELECT 1"));
    assertState("42601", () -> run("EXECUTE p"));
    assertState("22P02", () -> run("EXECUTE p('x')"));
    assertState("42601", () -> run("PREPARE q AS CREATE TABLE x (a int)"));
    assertState("42703", () -> run("PREPARE q AS SELECT nope FROM things"));
    run("DEALLOCATE p");
    assertState("26000", () -> run("EXECUTE p(1)"));
    assertState("26000", () -> run("DEALLOCATE PREPARE p"));
  }

  @Test
  void allAreForgotten() throws SQLException {
    run("PREPARE p AS SELECT 1", "PREPARE q AS SELECT 1", "DEALLOCATE ALL");
    assertState("26000", () -> run("EXECUTE q"));
    run("PREPARE q AS SELECT 1", "DISCARD ALL");
    assertState("26000", () -> run("EXECUTE q"));
  }

  private static void assertState(String sqlState, ThrowingCallable statement) {
    assertThatThrownBy(statement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
  }
}
