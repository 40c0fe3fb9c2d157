package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/**
 * What one coordinator knows of a statement is not used any more once another one has changed what
 * it is based on. Each kind of statement has run before each kind of change, and is the first that
 * comes behind it. One PostgreSQL, for which it is all the same, does the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class OtherCoordinatorTest {
  private static final String PLACEMENT = "SELECT argosy.";

  /** "true", or the changes of which all cases are tried; of others a thirteenth is. */
  private static final String ALL = System.getProperty("argosy.others.all", "");

  private static final String EARLIER =
      "CREATE TABLE others.earlier (n int); GRANT ALL ON others.earlier TO other_reader";

  /** What is done to {@code t}, {@code v} or {@code f()} by the other coordinator. */
  enum Change {
    NOTHING(""),
    ADD_COLUMN("ALTER TABLE t ADD COLUMN c int DEFAULT 7"),
    DROP_COLUMN("ALTER TABLE t DROP COLUMN b"),
    ADD_AND_DROP_COLUMN("ALTER TABLE t DROP COLUMN b; ALTER TABLE t ADD COLUMN b int DEFAULT 3"),
    CHANGE_TYPE(
        "DROP VIEW v; ALTER TABLE t ALTER COLUMN a TYPE text; CREATE VIEW v AS SELECT id, a FROM"
            + " t"),
    CHANGE_TYPE_OF_OTHER("ALTER TABLE t ALTER COLUMN b TYPE varchar(30)"),
    RENAME_COLUMN("ALTER TABLE t RENAME COLUMN b TO bb"),
    RENAME_TABLE("ALTER TABLE t RENAME TO u; CREATE TABLE t (id int PRIMARY KEY, a int, b text)"),
    DROP_AND_CREATE(
        "DROP TABLE t CASCADE; CREATE TABLE t (id int PRIMARY KEY, b text, a bigint);"
            + " CREATE VIEW v AS SELECT id, a FROM t"),
    PLACE_AGAIN(
        "DROP TABLE t CASCADE; CREATE TABLE t (id int PRIMARY KEY, a int, b text);"
            + " SELECT argosy.create_reference_table('t'); CREATE VIEW v AS SELECT id, a FROM t;"
            + " INSERT INTO t SELECT i, i, 'new' FROM generate_series(1, 9) i"),
    UNPLACE(
        "DROP TABLE t CASCADE; CREATE TABLE t (id int PRIMARY KEY, a int, b text);"
            + " CREATE VIEW v AS SELECT id, a FROM t; INSERT INTO t VALUES (1, 1, 'one')"),
    DISTRIBUTE("SELECT argosy.create_distributed_table('t', 'id')"),
    REPLICATE("SELECT argosy.create_reference_table('t')"),
    REPLACE_VIEW("CREATE OR REPLACE VIEW v AS SELECT id, a FROM t WHERE id < 4"),
    ADD_POLICY(
        "ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (id < 10)"
            + " WITH CHECK (id < 1000)"),
    REVOKE("REVOKE ALL ON t FROM other_reader"),
    REPLACE_FUNCTION(
        "CREATE OR REPLACE FUNCTION f(x int) RETURNS int IMMUTABLE LANGUAGE sql"
            + " AS 'SELECT 1000 + x'; SELECT argosy.declare_function_safe('f(int)')"),
    ADD_TRIGGER("CREATE TRIGGER g BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION tf()"),
    ADD_DEFAULT("ALTER TABLE t ALTER COLUMN b SET DEFAULT 'other'"),
    ADD_CHECK("ALTER TABLE t ADD CHECK (id < 30)");

    private final String sql;

    Change(String sql) {
      this.sql = sql;
    }

    boolean isFor(Placement placement) {
      return placement == Placement.LOCAL || this != DISTRIBUTE && this != REPLICATE;
    }
  }

  /** Where {@code t} is before that. */
  enum Placement {
    LOCAL(""),
    DISTRIBUTED("SELECT argosy.create_distributed_table('t', 'id')"),
    REPLICATED("SELECT argosy.create_reference_table('t')");

    private final String sql;

    Placement(String sql) {
      this.sql = sql;
    }
  }

  /** What is run then, and was before. */
  enum Run {
    SIMPLE("SELECT * FROM t ORDER BY id"),
    SIMPLE_KEY("SELECT a FROM t WHERE id = 5"),
    COUNT("SELECT count(*), count(b) FROM t"),
    PREPARED("SELECT * FROM t ORDER BY id"),
    PREPARED_KEY("SELECT a, b FROM t WHERE id = ?"),
    VIEW("SELECT * FROM v ORDER BY id"),
    FUNCTION("SELECT id, f(id) FROM t WHERE f(id) > 3 ORDER BY id"),
    GATHERED("SELECT x.id, (SELECT count(*) FROM t y WHERE y.id < x.id) FROM t x ORDER BY 1"),
    INSERT("INSERT INTO t (id, a) VALUES (100 + ?, 5)"),
    INSERT_SIMPLE("INSERT INTO t (id, a, b) VALUES (200, 5, 'x')"),
    INSERT_SELECT("INSERT INTO t (id, a) SELECT id + 300, 9 FROM t"),
    UPDATE("UPDATE t SET b = 'changed' WHERE id = 5"),
    UPDATE_ALL("UPDATE t SET a = id + 1"),
    DELETE("DELETE FROM t WHERE id > ?"),
    COPY_IN("COPY t (id, a) FROM STDIN"),
    COPY_OUT("COPY (SELECT id, a FROM t ORDER BY id) TO STDOUT"),
    COPY_TABLE("COPY t TO STDOUT"),
    CURSOR("DECLARE c CURSOR FOR SELECT * FROM t ORDER BY id"),
    SQL_PREPARED("EXECUTE e");

    private final String sql;

    Run(String sql) {
      this.sql = sql;
    }
  }

  private String otherUrl;

  @BeforeAll
  void start() throws IOException, SQLException {
    otherUrl = SharedCluster.startCoordinator(new Planner()::plan);
    try (Connection first = SharedCluster.connect();
        Connection node = SharedCluster.connectTo(0, "postgres")) {
      SharedCluster.run(
          first,
          "CREATE ROLE other_reader LOGIN",
          "CREATE SCHEMA others",
          "GRANT ALL ON SCHEMA others TO other_reader",
          EARLIER);
      SharedCluster.run(node, "CREATE DATABASE others_alone");
    }
    try (Connection alone = alone("postgres")) {
      SharedCluster.run(
          alone, "CREATE SCHEMA others", "GRANT ALL ON SCHEMA others TO other_reader", EARLIER);
    }
  }

  @AfterAll
  void stop() throws IOException, SQLException {
    try (Connection first = SharedCluster.connect();
        Connection node = SharedCluster.connectTo(0, "postgres")) {
      SharedCluster.run(first, "DROP SCHEMA others CASCADE");
      SharedCluster.run(node, "DROP DATABASE others_alone");
      SharedCluster.run(first, "DROP ROLE other_reader");
    }
  }

  private Connection alone(String role) throws IOException, SQLException {
    try (Connection node = SharedCluster.connectTo(0, "postgres")) {
      String url = node.getMetaData().getURL();
      return connect(url.substring(0, url.lastIndexOf('/')) + "/others_alone", role);
    }
  }

  private static Connection connect(String url, String role) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", role);
    properties.setProperty("prepareThreshold", "1");
    properties.setProperty("currentSchema", "others");
    return DriverManager.getConnection(url, properties);
  }

  @ParameterizedTest
  @EnumSource
  void isSeenByTheFirstStatementBehindIt(Change change) throws Exception {
    List<String> wrong = new ArrayList<>();
    boolean all = ALL.equals("true") || List.of(ALL.split(",")).contains(change.name());
    try (Connection first = connect(SharedCluster.url(), "postgres");
        Connection owner = alone("postgres")) {
      for (Run run : Run.values()) {
        for (Placement placement : Placement.values()) {
          for (boolean inTransaction : new boolean[] {false, true}) {
            boolean chosen =
                (run.ordinal() + placement.ordinal() + (inTransaction ? 1 : 0) + change.ordinal())
                        % 13
                    == 0;
            if (change.isFor(placement) && (all || chosen)) {
              String difference = difference(first, owner, change, placement, run, inTransaction);
              if (!difference.isEmpty()) {
                wrong.add(
                    "%s, %s%s: %s"
                        .formatted(run, placement, inTransaction ? ", open" : "", difference));
              }
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private String difference(
      Connection first,
      Connection owner,
      Change change,
      Placement placement,
      Run run,
      boolean inTransaction)
      throws Exception {
    for (Connection connection : List.of(owner, first)) {
      make(connection, connection == first, placement);
    }
    String got;
    try (Connection other = connect(otherUrl, "other_reader");
        Connection reader = alone("other_reader");
        Runner here = new Runner(other);
        Runner there = new Runner(reader)) {
      for (Runner runner : List.of(here, there)) {
        runner.warm(run, inTransaction);
      }
      run(first, true, change.sql);
      run(owner, false, change.sql);
      got = here.again(run);
      String expected = there.again(run);
      if (!got.equals(expected)
          && !got.startsWith("0A000 ERROR: COPY FROM not supported with row-level security")) {
        return "got " + got + " instead of " + expected;
      }
    }
    if (got.startsWith("0A000 ERROR: COPY")) {
      return "";
    }
    String rows = String.valueOf(state(first));
    String expected = String.valueOf(state(owner));
    if (!rows.equals(expected)) {
      return "left " + rows + " instead of " + expected;
    }
    return unequalCopies();
  }

  private static List<String> state(Connection connection) throws SQLException {
    return SharedCluster.rows(connection, "SELECT t::text FROM others.t ORDER BY id");
  }

  private static String unequalCopies() throws IOException, SQLException {
    if (SharedCluster.onNode(
            0,
            "SELECT FROM argosy.tables WHERE relation = 'others.t'::regclass"
                + " AND placement = 'replicated'")
        .isEmpty()) {
      return "";
    }
    List<List<String>> copies =
        SharedCluster.onNodes("SELECT t::text FROM others.t ORDER BY t::text");
    return new HashSet<>(copies).size() == 1 ? "" : "copies differ: " + copies;
  }

  private static void make(Connection connection, boolean argosy, Placement placement)
      throws SQLException {
    run(
        connection,
        argosy,
        "DROP TABLE IF EXISTS t, u CASCADE; DROP FUNCTION IF EXISTS f, tf CASCADE;"
            + " CREATE TABLE t (id int PRIMARY KEY, a int, b text); "
            + placement.sql
            + "; CREATE VIEW v AS SELECT id, a FROM t;"
            + " CREATE FUNCTION f(x int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT 1 + x';"
            + " SELECT argosy.declare_function_safe('f(int)');"
            + " CREATE FUNCTION tf() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$BEGIN NEW.b := 'by trigger'/**/; RETURN NEW/**/; END$$;"
            + " SELECT argosy.declare_function_safe('tf()');"
            + " GRANT ALL ON t, v TO other_reader;"
            + " INSERT INTO t SELECT i, i * 10, 'row ' || i FROM generate_series(1, 20) i");
  }

  private static void run(Connection connection, boolean argosy, String script)
      throws SQLException {
    for (String sql : script.split("; ?(?![^$]*\\$\\$)|;(?=[^$]*\\$\\$[^$]*\\$\\$)")) {
      if (!sql.isBlank() && (argosy || !sql.strip().startsWith(PLACEMENT))) {
        SharedCluster.run(connection, sql);
      }
    }
  }

  /** A client that has run a statement and runs it again. */
  private static final class Runner implements AutoCloseable {
    private final Connection connection;
    private PreparedStatement prepared;
    private boolean parameters;
    private boolean inTransaction;

    Runner(Connection connection) {
      this.connection = connection;
    }

    void warm(Run run, boolean open) throws SQLException {
      SharedCluster.run(connection, "PREPARE e AS SELECT * FROM t ORDER BY id");
      if (run.sql.contains("?") || run == Run.PREPARED) {
        prepared = connection.prepareStatement(run.sql);
        parameters = run.sql.contains("?");
      }
      connection.setAutoCommit(false);
      for (int i = 0; i < 3; i++) {
        outcome(run, 1 + i);
        connection.rollback();
      }
      inTransaction = open || run == Run.CURSOR;
      connection.setAutoCommit(!inTransaction);
      if (inTransaction) {
        // What has been done cannot be done again: a statement alone is.
        SharedCluster.run(connection, "INSERT INTO earlier VALUES (1)");
      } else if (run.ordinal() <= Run.GATHERED.ordinal()) {
        outcome(run, 1);
      }
    }

    String again(Run run) throws SQLException {
      String outcome;
      try {
        outcome = outcome(run, 5);
      } catch (SQLException e) {
        outcome = e.getSQLState() + " " + e.getMessage().lines().findFirst().orElse("");
      }
      if (inTransaction) {
        try {
          connection.commit();
        } catch (SQLException e) {
          outcome += ", at the commit " + e.getSQLState();
        }
      }
      return outcome;
    }

    private String outcome(Run run, int value) throws SQLException {
      return switch (run) {
        case COPY_IN -> copyIn(run.sql);
        case COPY_OUT, COPY_TABLE -> copyOut(run);
        case CURSOR -> {
          SharedCluster.run(connection, run.sql);
          yield SharedCluster.rows(connection, "FETCH ALL FROM c").toString();
        }
        default -> prepared == null ? simple(run.sql) : prepared(value);
      };
    }

    private String copyIn(String sql) throws SQLException {
      try {
        return "copied "
            + connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn(sql, new StringReader("401\t1\n402\t2\n403\t3\n"));
      } catch (IOException e) {
        throw new SQLException(e);
      }
    }

    private String copyOut(Run run) throws SQLException {
      StringWriter copied = new StringWriter();
      try {
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(run.sql, copied);
      } catch (IOException e) {
        throw new SQLException(e);
      }
      return copied.toString().lines().sorted().toList().toString();
    }

    private String simple(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        return outcome(statement, statement.execute(sql));
      }
    }

    private String prepared(int value) throws SQLException {
      if (parameters) {
        prepared.setInt(1, value);
      }
      return outcome(prepared, prepared.execute());
    }

    private static String outcome(Statement statement, boolean rows) throws SQLException {
      if (!rows) {
        return "changed " + statement.getUpdateCount();
      }
      List<String> lines = new ArrayList<>();
      try (ResultSet result = statement.getResultSet()) {
        int columns = result.getMetaData().getColumnCount();
        for (int i = 1; i <= columns; i++) {
          lines.add(
              result.getMetaData().getColumnName(i)
                  + " "
                  + result.getMetaData().getColumnTypeName(i));
        }
        while (result.next()) {
          List<String> values = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            values.add(result.getString(i));
          }
          lines.add(String.join("|", values.stream().map(String::valueOf).toList()));
        }
      }
      return lines.toString();
    }

    @Override
    public void close() throws SQLException {
      if (prepared != null) {
        prepared.close();
      }
    }
  }
}
