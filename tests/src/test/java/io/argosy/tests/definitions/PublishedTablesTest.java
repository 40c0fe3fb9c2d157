package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** What placed tables tell others: their changes by publications, and nothing by NOTIFY. */
class PublishedTablesTest {
  private static TestCluster cluster;
  private static Connection connection;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3, Map.of("wal_level", "logical"));
    connection = PlainPostgres.connect(cluster);
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    cluster.close();
  }

  @Test
  void tablesArePlacedWhereAllArePublished() throws SQLException {
    execute("CREATE PUBLICATION everything FOR ALL TABLES");
    try {
      for (String key : new String[] {"int PRIMARY KEY", "int"}) {
        execute("DROP TABLE IF EXISTS noted, copied");
        execute("CREATE TABLE noted (id " + key + ", n int)");
        execute("CREATE TABLE copied (id " + key + ")");
        execute("INSERT INTO noted SELECT i, i FROM generate_series(1, 50) i");
        execute("INSERT INTO copied SELECT generate_series(1, 50)");
        execute("SELECT create_distributed_table('noted', 'id')");
        execute("SELECT create_reference_table('copied')");
        assertThat(value("SELECT count(*) || ' ' || sum(n) FROM noted")).isEqualTo("50 1275");
        assertThat(value("SELECT relreplident FROM pg_class WHERE relname = 'noted'"))
            .isEqualTo("d");
        execute("INSERT INTO noted VALUES (51, 51)");
        String update = "UPDATE noted SET n = 0 WHERE id < 40";
        if (key.equals("int")) {
          assertThat(state(update)).isEqualTo("55000");
          execute("ALTER TABLE noted REPLICA IDENTITY FULL");
        }
        execute(update);
        execute("DELETE FROM noted WHERE n = 0");
        assertThat(value("SELECT count(*) FROM noted")).isEqualTo("12");
      }
    } finally {
      execute("DROP PUBLICATION everything");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANGUAGE plpgsql AS 'BEGIN PERFORM pg_notify(''said'', NEW.id::text); RETURN NEW; END'",
        "LANGUAGE plpgsql AS 'BEGIN NOTIFY said; RETURN NEW; END'",
        "LANGUAGE plpgsql AS 'BEGIN PERFORM say(NEW.id); RETURN NEW; END'"
      })
  void triggersThatNotifyAreRefused(String body) throws SQLException {
    execute("DROP TABLE IF EXISTS spoken");
    execute("DROP FUNCTION IF EXISTS say, say_row");
    execute(
        "CREATE FUNCTION say(id int) RETURNS void LANGUAGE sql"
            + " BEGIN ATOMIC SELECT pg_notify('said', id::text); END");
    execute("CREATE FUNCTION say_row() RETURNS trigger " + body);
    execute("CREATE TABLE spoken (id int PRIMARY KEY)");
    execute("CREATE TRIGGER say AFTER INSERT ON spoken FOR EACH ROW EXECUTE FUNCTION say_row()");
    execute("SELECT declare_function_safe('say_row()')");
    for (String call :
        new String[] {
          "create_distributed_table('spoken', 'id')", "create_reference_table('spoken')"
        }) {
      assertThat(state("SELECT " + call)).isEqualTo("0A000");
    }
    execute("INSERT INTO spoken VALUES (1)");
    execute("ALTER TABLE spoken DISABLE TRIGGER say");
    execute("SELECT create_distributed_table('spoken', 'id')");
    assertThat(state("ALTER TABLE spoken ENABLE TRIGGER say")).isEqualTo("0A000");
  }

  private static String value(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static String state(String sql) {
    PSQLException failure = catchThrowableOfType(PSQLException.class, () -> execute(sql));
    return failure == null ? "no failure" : failure.getSQLState();
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
