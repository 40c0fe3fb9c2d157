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

/** Writes that are not supported change nothing on any node, and say what can be done. */
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
    execute("CREATE TABLE owners (id int PRIMARY KEY)");
    execute("CREATE TABLE owned (id int PRIMARY KEY REFERENCES owners ON DELETE CASCADE)");
    execute("SELECT create_distributed_table('stock', 'id')");
    execute("SELECT create_distributed_table('owners', 'id')");
    execute("SELECT create_distributed_table('owned', 'id', colocate_with => 'owners')");
    execute("INSERT INTO owners SELECT generate_series(1, 20)");
    execute("INSERT INTO owned SELECT generate_series(1, 10)");
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
        "WITH new AS (INSERT INTO stock (id) VALUES (1) ON CONFLICT DO NOTHING RETURNING id)"
            + " SELECT * FROM new",
        "UPDATE owners SET id = id + 100",
        "SELECT * FROM stock JOIN kinds USING (kind) WHERE kind = 1 FOR UPDATE",
        "DO $$ DECLARE c CURSOR FOR SELECT FROM stock; BEGIN DELETE FROM stock; OPEN c; END $$",
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
                    + " || (SELECT string_agg(o::text, ';' ORDER BY o) FROM owned o)"
                    + " || (SELECT string_agg(k::text, ';' ORDER BY k) FROM kinds k)")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
