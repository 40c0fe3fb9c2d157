package io.argosy.coordinator.statement.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

class TriggersTest {
  private static final String KEYS_APART =
      "SELECT count(*) FROM (SELECT k, count(*) FROM watched.goods GROUP BY k HAVING count(*) > 1)"
          + " d";

  private Connection connection;

  @BeforeEach
  void makeTables() throws Exception {
    connection = SharedCluster.connect();
    run(
        "CREATE SCHEMA watched",
        "SET search_path = watched, public",
        "CREATE TABLE goods (k int PRIMARY KEY, v text)",
        "CREATE TABLE rates (k int PRIMARY KEY, v text)",
        "SELECT create_distributed_table('goods', 'k')",
        "SELECT create_reference_table('rates')",
        "CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RAISE NOTICE ''% %'', TG_OP, NEW.k; RETURN NEW; END'",
        "CREATE FUNCTION rekey() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN NEW.k := NEW.k + 1; RETURN NEW; END'",
        "SELECT declare_function_safe('tell()')",
        "SELECT declare_function_safe('rekey()')");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP SCHEMA watched CASCADE");
    connection.close();
  }

  @Test
  void noticesComeOnce() throws SQLException {
    run(
        "CREATE TRIGGER tell BEFORE INSERT OR UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION tell()",
        "CREATE TRIGGER tell BEFORE INSERT OR UPDATE ON rates FOR EACH ROW EXECUTE FUNCTION"
            + " tell()");
    for (String table : List.of("goods", "rates")) {
      assertThat(notices("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b')"))
          .containsExactlyInAnyOrder("INSERT 1", "INSERT 2");
      assertThat(notices("INSERT INTO " + table + " VALUES (3, 'c') RETURNING v"))
          .containsExactly("INSERT 3");
      assertThat(notices("INSERT INTO " + table + " SELECT g, 'd' FROM generate_series(4, 5) g"))
          .containsExactlyInAnyOrder("INSERT 4", "INSERT 5");
      assertThat(notices("INSERT INTO " + table + " SELECT k + 5, v FROM goods WHERE k IN (1, 2)"))
          .containsExactlyInAnyOrder("INSERT 6", "INSERT 7");
      assertThat(notices("UPDATE " + table + " SET v = 'e' WHERE k IN (1, 2)"))
          .containsExactlyInAnyOrder("UPDATE 1", "UPDATE 2");
      connection.clearWarnings();
      copy(table, "8\tf\n9\tg\n");
      assertThat(messages(connection.getWarnings()))
          .containsExactlyInAnyOrder("INSERT 8", "INSERT 9");
    }
  }

  @Test
  void aRowIsNeverStoredWhereItDoesNotBelong() throws SQLException {
    run("CREATE TRIGGER rekey BEFORE INSERT ON goods FOR EACH ROW EXECUTE FUNCTION rekey()");
    // With three nodes, some of so many keys have another owner than the next one.
    String rows = "SELECT g * 10, 'x' FROM generate_series(1, 20) g";
    refused(() -> run("INSERT INTO goods " + rows), "distribution key");
    refused(() -> run("WITH v AS (" + rows + ") INSERT INTO goods SELECT * FROM v"), "key");
    refused(() -> copy("goods", "10\ta\n20\tb\n30\tc\n40\td\n50\te\n60\tf\n"), "distribution key");
    refused(() -> run("PREPARE p AS INSERT INTO goods " + rows, "EXECUTE p"), "distribution key");
    assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM goods")).containsExactly("0");

    int stored = 0;
    for (int key = 1; key <= 20; key++) {
      try {
        run("INSERT INTO goods VALUES (" + key * 10 + ", 'x')");
        stored++;
        assertThat(
                SharedCluster.rows(connection, "SELECT k FROM goods WHERE k = " + (key * 10 + 1)))
            .hasSize(1);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("0A000");
      }
    }
    assertThat(stored).isBetween(1, 19);
    assertThat(SharedCluster.rows(connection, KEYS_APART)).containsExactly("0");
  }

  @Test
  void alsoAnUpdateAndAnotherTriggersWriteAreLookedAt() throws SQLException {
    run(
        "CREATE TABLE orders (k int PRIMARY KEY)",
        "SELECT create_distributed_table('orders', 'k', colocate_with => 'goods')",
        "CREATE FUNCTION spread() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO"
            + " watched.goods SELECT NEW.k + g FROM generate_series(1, 20) g; RETURN NULL; END'",
        "SELECT declare_function_safe('spread()')",
        "CREATE TRIGGER spread AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION spread()",
        "INSERT INTO goods VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e'), (6, 'f')",
        "CREATE TRIGGER rekey BEFORE UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION rekey()");

    refused(() -> run("UPDATE goods SET v = 'moves', k = k"), "over copies");
    refused(() -> run("INSERT INTO orders VALUES (100)"), "distribution key");
  }

  @Test
  void theConditionOfATriggerIsLookedAt() throws SQLException {
    run(
        "CREATE TABLE notes (k int)",
        "CREATE FUNCTION many() RETURNS boolean LANGUAGE sql STABLE AS"
            + " 'SELECT count(*) > 5 FROM watched.goods'");
    for (String table : List.of("goods", "notes")) {
      run(
          "CREATE TRIGGER tell BEFORE INSERT ON "
              + table
              + " FOR EACH ROW WHEN (NEW.k > 5 AND many()) EXECUTE FUNCTION tell()");
      refused(() -> run("INSERT INTO " + table + " VALUES (10)"), "trigger \"tell\"");
    }
    run("SELECT declare_function_safe('many()')", "INSERT INTO goods VALUES (10)");
  }

  @Test
  void aFunctionThatIsReplacedMustBeDeclaredAgain() throws SQLException {
    run("CREATE TRIGGER tell BEFORE INSERT ON goods FOR EACH ROW EXECUTE FUNCTION tell()");
    run("INSERT INTO goods VALUES (1, 'a')");

    run(
        "CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN NEW.v := (SELECT count(*) FROM watched.goods); RETURN NEW; END'");

    refused(() -> run("INSERT INTO goods VALUES (2, 'a')"), "trigger \"tell\"");
    refused(() -> copy("goods", "2\ta\n"), "trigger \"tell\"");
    run("SELECT declare_function_safe('tell()')", "INSERT INTO goods VALUES (2, 'a')");
  }

  @Test
  void aTableWithTriggersIsPlacedWhereNoRowWouldFireThem() throws SQLException {
    run(
        "CREATE TABLE late (k int PRIMARY KEY, v text)",
        "INSERT INTO late VALUES (1, 'a')",
        "CREATE TRIGGER tell BEFORE INSERT ON late FOR EACH ROW EXECUTE FUNCTION tell()");
    refused(() -> run("SELECT create_reference_table('late')"), "trigger tell would fire");
    run(
        "ALTER TABLE late DISABLE TRIGGER tell",
        "SELECT create_distributed_table('late', 'k')",
        "ALTER TABLE late ENABLE TRIGGER tell",
        "INSERT INTO late VALUES (2, 'b')");
    assertThat(guards("late")).isEqualTo("1");

    run("SELECT detach_table('late')");
    assertThat(guards("late")).isEqualTo("0");
  }

  @Test
  void anUndeclaredFunctionIsRefusedWhenATableIsPlaced() throws SQLException {
    run(
        "CREATE TABLE late (k int PRIMARY KEY, v text)",
        "CREATE FUNCTION count_all() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN NEW.v := (SELECT count(*) FROM watched.goods); RETURN NEW; END'",
        "CREATE TRIGGER count_all BEFORE INSERT ON late FOR EACH ROW EXECUTE FUNCTION count_all()");
    refused(() -> run("SELECT create_distributed_table('late', 'k')"), "count_all");
    refused(() -> run("SELECT create_reference_table('late')"), "count_all");
    refused(() -> run("INSERT INTO late VALUES (1, 'a')"), "count_all");
    run("ALTER TABLE late DISABLE TRIGGER ALL", "SELECT create_reference_table('late')");
    refused(() -> run("ALTER TABLE late ENABLE TRIGGER ALL"), "count_all");
  }

  @Test
  void whatATriggerOfALocalTableComesToIsFollowed() throws SQLException {
    run(
        "CREATE TABLE notes (k int)",
        "CREATE TABLE history (k int)",
        "CREATE VIEW all_goods AS SELECT * FROM goods",
        "CREATE FUNCTION goods_count() RETURNS bigint LANGUAGE sql STABLE AS"
            + " 'SELECT count(*) FROM watched.all_goods'",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN INSERT INTO watched.history VALUES (NEW.k); RETURN NEW; END'",
        "CREATE TRIGGER note AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION note()",
        "INSERT INTO notes VALUES (1)");
    run(
        "CREATE FUNCTION through() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN NEW.k := watched.goods_count(); RETURN NEW; END'",
        "CREATE TRIGGER through BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION through()");
    // By what the function of the first trigger fires, calls, and reads through a view.
    refused(() -> run("INSERT INTO notes VALUES (2)"), "trigger \"note\"");
    run("DROP TRIGGER through ON history");
    run(
        "CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN EXECUTE ''SELECT 1''; RETURN NEW; END'");
    refused(() -> run("INSERT INTO notes VALUES (2)"), "trigger \"note\"");
    assertThat(SharedCluster.rows(connection, "SELECT k FROM notes")).containsExactly("1");
  }

  @Test
  void aTypeOrOperatorOfATriggerIsFollowed() throws SQLException {
    run(
        "CREATE FUNCTION is_good(int) RETURNS boolean LANGUAGE sql STABLE AS"
            + " 'SELECT EXISTS (SELECT FROM watched.goods WHERE k = $1)'",
        "CREATE FUNCTION is_it(int, int) RETURNS boolean LANGUAGE sql STABLE AS"
            + " 'SELECT watched.is_good($1)'",
        "CREATE DOMAIN good AS int CHECK (is_good(VALUE))",
        "CREATE OPERATOR @#@ (LEFTARG = int, RIGHTARG = int, FUNCTION = is_it)",
        "CREATE TABLE notes (k int)",
        "CREATE FUNCTION plain() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN NEW.k := NEW.k + 1; RETURN NEW; END'",
        "CREATE TRIGGER plain BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION plain()",
        "INSERT INTO notes VALUES (1)");
    for (String body :
        List.of(
            "BEGIN NEW.k := NEW.k::watched.good; RETURN NEW; END",
            "BEGIN IF NEW.k OPERATOR(watched.@#@) 1 THEN RETURN NULL; END IF; RETURN NEW; END")) {
      run("CREATE OR REPLACE FUNCTION plain() RETURNS trigger LANGUAGE plpgsql AS '" + body + "'");
      refused(() -> run("INSERT INTO notes VALUES (2)"), "trigger \"plain\"");
    }
  }

  private String guards(String table) throws SQLException {
    return SharedCluster.rows(
            connection,
            "SELECT count(*) FROM pg_trigger WHERE tgname = 'argosy_owner' AND tgrelid = '"
                + table
                + "'::regclass")
        .getFirst();
  }

  private void run(String... statements) throws SQLException {
    SharedCluster.run(connection, statements);
  }

  private void copy(String table, String lines) throws SQLException {
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("COPY " + table + " FROM STDIN", new StringReader(lines));
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  private List<String> notices(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return messages(statement.getWarnings());
    }
  }

  private static List<String> messages(SQLWarning first) {
    List<String> messages = new ArrayList<>();
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      messages.add(warning.getMessage());
    }
    return messages;
  }

  private static void refused(ThrowingCallable statement, String message) {
    assertThatThrownBy(statement)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"))
        .hasMessageContaining(message);
  }
}
