package io.argosy.coordinator.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** set_config has the effect of SET on every node, or is refused. */
@Timeout(60)
class SetConfigTest extends SessionTest {
  private static final String TENANTS =
      "SELECT DISTINCT current_setting('set_by.tenant', true) FROM set_by.accounts";

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE SCHEMA set_by",
        "CREATE TABLE set_by.accounts (id int PRIMARY KEY, tenant text)",
        "CREATE TABLE set_by.plans (id int PRIMARY KEY, tenant text)",
        "CREATE TABLE set_by.notes (id int PRIMARY KEY, tenant text)",
        "SELECT create_distributed_table('set_by.accounts', 'id')",
        "SELECT create_reference_table('set_by.plans')",
        "INSERT INTO set_by.accounts SELECT g, 't' || g % 3 FROM generate_series(1, 30) g",
        "INSERT INTO set_by.plans SELECT g, 't' || g FROM generate_series(0, 2) g",
        "INSERT INTO set_by.notes SELECT g, 't' || g % 3 FROM generate_series(1, 9) g",
        "CREATE FUNCTION set_by.tree() RETURNS text LANGUAGE sql BEGIN ATOMIC"
            + " SELECT set_config('set_by.tenant', 'other', false); END",
        "CREATE FUNCTION set_by.called() RETURNS text LANGUAGE sql"
            + " BEGIN ATOMIC SELECT set_by.tree(); END",
        "CREATE FUNCTION set_by.written() RETURNS text LANGUAGE plpgsql IMMUTABLE AS"
            + " $$ BEGIN RETURN set_config('set_by.tenant', 'other', false); END $$",
        "CREATE FUNCTION set_by.command() RETURNS int LANGUAGE plpgsql AS"
            + " $$ BEGIN SET set_by.tenant = 'other'; RETURN 1; END $$",
        "SELECT declare_function_safe('set_by.command()')",
        "CREATE VIEW set_by.view AS SELECT set_config('set_by.tenant', 'other', false)",
        "CREATE TABLE set_by.defaulted"
            + " (id int, tenant text DEFAULT set_config('set_by.tenant', 'other', false))",
        "CREATE TABLE set_by.checked"
            + " (id int CHECK (set_config('set_by.tenant', 'other', false) <> ''))",
        "CREATE FUNCTION set_by.fired() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN PERFORM set_config('set_by.tenant', 'other', false); RETURN NEW; END $$",
        "CREATE TABLE set_by.watched (id int)",
        "CREATE TRIGGER fires BEFORE INSERT ON set_by.watched"
            + " FOR EACH ROW EXECUTE FUNCTION set_by.fired()",
        "SET set_by.tenant = 'mine'");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("ROLLBACK", "RESET ALL", "DROP SCHEMA set_by CASCADE");
  }

  /** It could not be known what is set, or not everywhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH s AS (SELECT set_config('set_by.tenant', 'other', false)) SELECT * FROM s",
        "SELECT * FROM (SELECT set_config('set_by.tenant', 'other', false)) s",
        "SELECT 1 WHERE set_config('set_by.tenant', 'other', false) <> ''",
        "SELECT CASE WHEN true THEN set_config('set_by.tenant', 'other', false) END",
        "SELECT set_config('set_by.tenant', set_config('set_by.b', 'other', false), false)",
        "SELECT set_config(lower('SET_BY.tenant'), 'other', false)",
        "SELECT set_config(n, 'other', false) FROM (VALUES ('set_by.tenant')) v (n)",
        "SELECT set_config('set_by.tenant', tenant, false) FROM set_by.plans LIMIT 1",
        "SELECT DISTINCT set_config('set_by.tenant', 'other', false) FROM set_by.plans",
        "SELECT set_config('set_by.tenant', 'other', false) UNION SELECT 'a'",
        "SELECT set_config('set_by.tenant', tenant, false) FROM set_by.accounts",
        "SELECT set_config('set_by.tenant', tenant, false) FROM set_by.accounts WHERE id = 7",
        "SELECT set_config('set_by.tenant', 'other', false), generate_series(1, 0)",
        "SELECT set_config('set_by.tenant', 'other', true),"
            + " set_config('set_by.tenant', 'other', false)",
        "SELECT set_config('transaction_read_only', 'on', true)",
        "SELECT set_config('session_authorization', 'postgres', false)",
        "VALUES (set_config('set_by.tenant', 'other', false))",
        "SELECT set_by.tree()",
        "SELECT set_by.called()",
        "SELECT set_by.written() WHERE true",
        "SELECT set_by.command(), 1",
        "WITH w AS (SELECT set_by.written()) SELECT * FROM w",
        "CREATE TABLE set_by.made AS SELECT set_by.written()",
        "COPY (SELECT set_by.written()) TO STDOUT",
        "DECLARE c CURSOR WITH HOLD FOR SELECT set_by.written()",
        "SELECT set_by.command() FROM set_by.accounts",
        "SELECT * FROM set_by.view",
        "INSERT INTO set_by.plans SELECT 9, set_config('set_by.tenant', 'other', false)",
        "INSERT INTO set_by.notes VALUES (19, set_config('set_by.tenant', 'other', false))",
        "UPDATE set_by.accounts SET tenant = set_config('set_by.tenant', 'other', false)",
        "DELETE FROM set_by.notes WHERE set_config('set_by.tenant', 'other', false) = ''",
        "INSERT INTO set_by.defaulted (id) VALUES (1)",
        "INSERT INTO set_by.checked VALUES (1)",
        "INSERT INTO set_by.watched VALUES (1)",
        "ALTER TABLE set_by.plans ADD COLUMN more text"
            + " DEFAULT set_config('set_by.tenant', 'other', false)",
        "CREATE TABLE set_by.made AS SELECT set_config('set_by.tenant', 'other', false) AS a",
        "COPY (SELECT set_config('set_by.tenant', 'other', false)) TO STDOUT",
        "BEGIN; DECLARE c CURSOR FOR SELECT set_config('set_by.tenant', 'other', false)",
        "EXPLAIN ANALYZE SELECT set_config('set_by.tenant', 'other', false)",
        "PREPARE p AS SELECT $1::text;"
            + " EXECUTE p (set_config('set_by.tenant', 'other', false))",
        "UPDATE pg_settings SET setting = 'other' WHERE name = 'search_path'",
        "WITH u AS (UPDATE pg_settings SET setting = 'other' WHERE name = 'search_path')"
            + " SELECT 1",
      })
  void whatCouldNotBeFollowedChangesNothing(String sql) throws SQLException {
    PSQLException refusal = catchThrowableOfType(PSQLException.class, () -> run(sql));
    assertThat((Throwable) refusal).as(sql).isNotNull();
    assertThat(refusal.getSQLState()).as(refusal.getMessage()).isEqualTo("0A000");
    assertThat(refusal.getServerErrorMessage().getHint()).contains("SET");
    run("ROLLBACK");
    assertThat(rows(TENANTS)).containsExactly("mine");
    assertThat(rows("SELECT current_setting('set_by.tenant')")).containsExactly("mine");
    assertThat(rows("SELECT current_setting('search_path')")).containsExactly("\"$user\", public");
    assertThat(rows("SELECT count(*) FROM set_by.plans")).containsExactly("3");
  }

  /** Nothing that changes settings happens when such a statement is only read about. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN SELECT set_config('set_by.tenant', 'other', false)",
        "SELECT count(*) > 0 FROM pg_settings",
        "INSERT INTO set_by.notes SELECT 19, min(setting) FROM pg_settings",
        "SELECT count(*) FROM set_by.defaulted",
        "SELECT 'set_config(1)'",
      })
  void whatOnlyMentionsSettingsRuns(String sql) throws SQLException {
    run(sql);
    assertThat(rows(TENANTS)).containsExactly("mine");
  }

  /** As drivers prepare it, with values of any type that PostgreSQL takes. */
  @ParameterizedTest
  @CsvSource({"1", "5", "-1"})
  void parametersNameTheSettingAndTheScope(int threshold) throws SQLException {
    try (PreparedStatement set =
        connection.prepareStatement(
            "SELECT set_config(?, ?, ?), set_config('set_by.b', ?, false)")) {
      set.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(threshold);
      for (int i = 0; i < 3; i++) {
        set.setString(1, "set_by.tenant");
        set.setString(2, "tenant " + i);
        set.setBoolean(3, false);
        set.setString(4, "b" + i);
        set.execute();
        assertThat(rows(TENANTS)).containsExactly("tenant " + i);
      }
      run("BEGIN");
      set.setString(2, "for now");
      set.setBoolean(3, true);
      set.execute();
      assertThat(rows(TENANTS)).containsExactly("for now");
      run("COMMIT");
      assertThat(rows(TENANTS)).containsExactly("tenant 2");
    }
  }

  /** A table that only some nodes have been asked for, before and after. */
  @Test
  void nodesThatJoinLaterFollow() throws SQLException {
    run("BEGIN");
    assertThat(rows("SELECT current_setting('set_by.tenant') FROM set_by.accounts WHERE id = 1"))
        .containsExactly("mine");
    run("SELECT set_config('set_by.tenant', 'other', false)", "SAVEPOINT s");
    run("SELECT set_config('set_by.tenant', 'third', true)");
    assertThat(rows("SELECT current_setting('set_by.tenant') FROM set_by.accounts WHERE id = 2"))
        .containsExactly("third");
    assertThat(update("UPDATE set_by.accounts SET tenant = current_setting('set_by.tenant')"))
        .isEqualTo(30);
    run("ROLLBACK TO s");
    assertThat(update("UPDATE set_by.accounts SET tenant = current_setting('set_by.tenant')"))
        .isEqualTo(30);
    assertThat(rows("SELECT DISTINCT tenant FROM set_by.accounts")).containsExactly("other");
    run("ROLLBACK");
    assertThat(rows(TENANTS)).containsExactly("mine");
    try (Connection fresh = connect("")) {
      assertThat(SharedCluster.rows(fresh, TENANTS.replace("DISTINCT", "DISTINCT 'not ' ||")))
          .doesNotContain("not mine", "not other", "not third");
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  /** RESET and DEFAULT go back to what the client has asked for as it connected. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "RESET work_mem",
        "SET work_mem TO DEFAULT",
        "SET SESSION work_mem = DEFAULT",
        "RESET ALL",
        "DISCARD ALL",
        "BEGIN; SET work_mem TO DEFAULT; COMMIT",
        "BEGIN; RESET ALL; COMMIT",
        "BEGIN; RESET work_mem; SAVEPOINT s; SET work_mem = '9MB'; ROLLBACK TO s; COMMIT",
        "BEGIN; SET LOCAL work_mem = '9MB'; SET work_mem TO DEFAULT; COMMIT",
      })
  void defaultsAreThoseOfTheStart(String sql) throws Exception {
    try (Connection started = connect("-c work_mem=5MB")) {
      String shown = "SELECT DISTINCT current_setting('work_mem') FROM set_by.accounts";
      assertThat(SharedCluster.rows(started, shown)).containsExactly("5MB");
      SharedCluster.run(started, "SET work_mem = '7MB'");
      assertThat(SharedCluster.rows(started, shown)).containsExactly("7MB");
      SharedCluster.run(started, sql.split("; "));
      assertThat(SharedCluster.rows(started, shown)).containsExactly("5MB");
      assertThat(SharedCluster.rows(started, "SHOW work_mem")).containsExactly("5MB");
    }
  }

  @Test
  void aTransactionsDefaultIsThatOfTheStart() throws Exception {
    try (Connection started = connect("-c work_mem=5MB")) {
      String shown = "SELECT DISTINCT current_setting('work_mem') FROM set_by.accounts";
      SharedCluster.run(started, "SET work_mem = '7MB'", "BEGIN", "SET LOCAL work_mem TO DEFAULT");
      assertThat(SharedCluster.rows(started, shown)).containsExactly("5MB");
      assertThat(SharedCluster.rows(started, "SHOW work_mem")).containsExactly("5MB");
      SharedCluster.run(started, "COMMIT");
      assertThat(SharedCluster.rows(started, shown)).containsExactly("7MB");
    }
  }

  @Test
  void theOperatorsLimitsStay() {
    assertThatThrownBy(() -> run("SELECT set_config('argosy.statement_memory', '1GB', false)"))
        .hasMessageContaining("cannot be changed now");
  }

  private static Connection connect(String options) throws IOException, SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "postgres");
    properties.setProperty("options", options);
    return DriverManager.getConnection(SharedCluster.url(), properties);
  }
}
