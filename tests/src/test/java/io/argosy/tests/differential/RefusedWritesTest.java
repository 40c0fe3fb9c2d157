package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** Writes whose rows cannot be proven to be where they are needed change nothing on any node. */
class RefusedWritesTest {
  private static TestCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    connection = PlainPostgres.connect(cluster);
    execute("CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric, note text)");
    execute("CREATE TABLE elsewhere (name text PRIMARY KEY, stock_id int)");
    execute("CREATE TABLE kinds (kind int PRIMARY KEY, label text)");
    execute("SELECT create_distributed_table('stock', 'id')");
    execute("SELECT create_distributed_table('elsewhere', 'name')");
    execute("SELECT create_reference_table('kinds')");
    execute("INSERT INTO stock SELECT g, g % 4, g, 'note' FROM generate_series(1, 40) g");
    execute("INSERT INTO elsewhere SELECT 'name ' || g, g FROM generate_series(1, 20) g");
    execute("INSERT INTO kinds SELECT g, 'kind ' || g FROM generate_series(0, 4) g");
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE stock SET note = 'x' WHERE amount > (SELECT avg(amount) FROM stock)",
        "UPDATE stock SET note = 'x' WHERE id IN (SELECT stock_id FROM elsewhere)",
        "UPDATE stock SET note = e.name FROM elsewhere e WHERE e.stock_id = stock.id",
        "UPDATE kinds SET label = (SELECT count(*) FROM stock s WHERE s.kind = kinds.kind)",
        "UPDATE stock SET id = id + 100",
        "UPDATE elsewhere SET name = NULL WHERE stock_id = 3",
        "DELETE FROM elsewhere WHERE stock_id NOT IN (SELECT id FROM stock)",
        "DELETE FROM kinds WHERE kind NOT IN (SELECT kind FROM stock)",
        "WITH gone AS (DELETE FROM stock RETURNING id) SELECT count(*) FROM gone",
        "WITH new AS (INSERT INTO stock (id) VALUES (99) RETURNING id) SELECT * FROM new",
        "MERGE INTO stock s USING kinds k ON k.kind = s.kind WHEN MATCHED THEN DELETE",
        "MERGE INTO kinds k USING (VALUES (9)) v (kind) ON k.kind = v.kind"
            + " WHEN NOT MATCHED THEN INSERT VALUES (v.kind, 'x')",
        "SELECT * FROM stock WHERE kind = 1 FOR UPDATE",
        "DO $$ BEGIN DELETE FROM stock; END $$",
      })
  void nothingChangesOnAGuess(String sql) throws SQLException {
    String before = contents();
    PSQLException refusal = catchThrowableOfType(PSQLException.class, () -> execute(sql));
    assertThat((Throwable) refusal).as(sql).isNotNull();
    assertThat(refusal.getSQLState()).as(sql).isEqualTo("0A000");
    assertThat(refusal.getServerErrorMessage().getHint()).as(sql).isNotBlank();
    assertThat(contents()).as(sql).isEqualTo(before);
  }

  @Test
  void whatIsPinnedToOneNodeIsLockedThere() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT amount FROM stock WHERE id = 7 FOR UPDATE")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(7);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String contents() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT (SELECT string_agg(s::text, ';' ORDER BY s) FROM stock s)"
                    + " || (SELECT string_agg(e::text, ';' ORDER BY e) FROM elsewhere e)"
                    + " || (SELECT string_agg(k::text, ';' ORDER BY k) FROM kinds k)")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
