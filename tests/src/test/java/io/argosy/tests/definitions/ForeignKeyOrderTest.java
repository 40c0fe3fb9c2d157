package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Tables that refer to each other are placed in any order, with rows and without, one by one and in
 * one transaction: what comes of it keeps the rows and the keys as one PostgreSQL does, or nothing
 * has changed and the hint says what to place first.
 */
class ForeignKeyOrderTest extends BothServers {

  /**
   * Tables and the keys between them.
   *
   * @param tables in the order in which they can be filled
   * @param definitions what makes them
   * @param rows what fills them
   * @param writes what the keys forbid or follow
   */
  private record Shape(
      String name,
      List<String> tables,
      List<String> definitions,
      List<String> rows,
      List<String> writes) {

    /** Two tables, of which one refers to the other. */
    static Shape pair(String name, String key) {
      return new Shape(
          name,
          List.of("fa", "fb"),
          List.of(
              "CREATE TABLE fa (id int PRIMARY KEY, t text)",
              "CREATE TABLE fb (a int REFERENCES fa " + key + ", n int, UNIQUE (a, n))"),
          List.of(
              "INSERT INTO fa SELECT i, 'a' || i FROM generate_series(1, 20) i",
              "INSERT INTO fb SELECT i % 20 + 1, i FROM generate_series(1, 60) i"),
          List.of(
              "INSERT INTO fa VALUES (100, 'x'), (101, 'y')",
              "INSERT INTO fb VALUES (100, 1)",
              "INSERT INTO fb VALUES (500, 1)",
              "DELETE FROM fa WHERE id = 100",
              "DELETE FROM fa WHERE id = 101",
              "DELETE FROM fa WHERE id = 7",
              "DELETE FROM fa WHERE id < 4"));
    }

    static Shape cycle() {
      return new Shape(
          "cycle",
          List.of("fa", "fb"),
          List.of(
              "CREATE TABLE fa (id int PRIMARY KEY)",
              "CREATE TABLE fb (a int PRIMARY KEY REFERENCES fa)",
              "ALTER TABLE fa ADD FOREIGN KEY (id) REFERENCES fb DEFERRABLE INITIALLY DEFERRED"),
          List.of(
              "BEGIN; INSERT INTO fa SELECT generate_series(1, 20);"
                  + " INSERT INTO fb SELECT generate_series(1, 20); COMMIT"),
          List.of(
              "INSERT INTO fa VALUES (100)",
              "INSERT INTO fb VALUES (100)",
              "DELETE FROM fa WHERE id = 5",
              "DELETE FROM fb WHERE a = 5"));
    }

    static Shape chain() {
      return new Shape(
          "chain",
          List.of("fa", "fb", "fc"),
          List.of(
              "CREATE TABLE fa (id int PRIMARY KEY)",
              "CREATE TABLE fb (a int PRIMARY KEY REFERENCES fa ON DELETE CASCADE)",
              "CREATE TABLE fc (b int REFERENCES fb ON DELETE CASCADE, n int)"),
          List.of(
              "INSERT INTO fa SELECT generate_series(1, 20)",
              "INSERT INTO fb SELECT generate_series(1, 20)",
              "INSERT INTO fc SELECT i % 20 + 1, i FROM generate_series(1, 60) i"),
          List.of(
              "INSERT INTO fb VALUES (100)",
              "INSERT INTO fc VALUES (100, 1)",
              "INSERT INTO fa VALUES (100)",
              "INSERT INTO fb VALUES (100)",
              "INSERT INTO fc VALUES (100, 1)",
              "DELETE FROM fa WHERE id IN (100, 3, 4)"));
    }

    static Shape itself(String action) {
      return new Shape(
          "itself" + action,
          List.of("fa"),
          List.of(
              "CREATE TABLE fa (id int, n int, up int, PRIMARY KEY (id, n),"
                  + " FOREIGN KEY (id, up) REFERENCES fa"
                  + action
                  + ")"),
          List.of(
              "INSERT INTO fa SELECT i, 0, NULL FROM generate_series(1, 20) i",
              "INSERT INTO fa SELECT i, 1, 0 FROM generate_series(1, 20) i"),
          List.of(
              "INSERT INTO fa VALUES (1, 2, 1)",
              "INSERT INTO fa VALUES (2, 3, 2)",
              "INSERT INTO fa VALUES (30, 1, 0)",
              "DELETE FROM fa WHERE id = 7 AND n = 0",
              "DELETE FROM fa WHERE id = 1 AND n = 2"));
    }
  }

  /**
   * A way to place them.
   *
   * @param order the calls
   * @param together whether they are one transaction
   * @param rows whether there are rows before
   * @param possible whether what is wanted can be
   */
  private record Case(
      Shape shape, List<String> order, boolean together, boolean rows, boolean possible) {
    @Override
    public String toString() {
      return shape.name()
          + (rows ? " with rows, " : " without rows, ")
          + (together ? "together: " : "one by one: ")
          + String.join(" ", order);
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Shape shape :
        List.of(
            Shape.pair("plain", ""),
            Shape.pair("cascade", "ON DELETE CASCADE"),
            Shape.pair("deferred", "DEFERRABLE INITIALLY DEFERRED"),
            Shape.cycle(),
            Shape.chain(),
            Shape.itself(""),
            Shape.itself(" ON DELETE CASCADE"))) {
      int tables = shape.tables().size();
      for (int kinds = 0; kinds < 1 << tables; kinds++) {
        if (tables == 3 && kinds != 0 && kinds < 6) {
          continue;
        }
        List<String> calls = new ArrayList<>();
        boolean possible = true;
        for (int table = 0; table < tables; table++) {
          boolean distributed = (kinds & 1 << table) != 0;
          // A reference table refers to reference tables only.
          possible &= distributed || table == 0 || (kinds & 1 << (table - 1)) == 0;
          possible &= !shape.name().equals("cycle") || kinds == 0 || kinds == 3;
          calls.add(distributed ? distribute(shape, table) : replicate(shape, table));
        }
        for (List<String> order : permutations(calls)) {
          for (int way = 0; way < 4; way += tables == 3 ? 3 : 1) {
            cases.add(new Case(shape, order, (way & 1) != 0, (way & 2) != 0, possible));
          }
        }
      }
    }
    return cases.stream();
  }

  private static String distribute(Shape shape, int table) {
    String column =
        switch (shape.tables().get(table)) {
          case "fa" -> "id";
          case "fb" -> "a";
          default -> "b";
        };
    return "SELECT create_distributed_table('" + shape.tables().get(table) + "', '" + column + "')";
  }

  private static String replicate(Shape shape, int table) {
    return "SELECT create_reference_table('" + shape.tables().get(table) + "')";
  }

  private static List<List<String>> permutations(List<String> items) {
    if (items.size() < 2) {
      return List.of(items);
    }
    List<List<String>> all = new ArrayList<>();
    for (int first = 0; first < items.size(); first++) {
      List<String> rest = new ArrayList<>(items);
      String item = rest.remove(first);
      for (List<String> order : permutations(rest)) {
        List<String> whole = new ArrayList<>(List.of(item));
        whole.addAll(order);
        all.add(whole);
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theEndIsTheSame(Case tried) throws SQLException {
    for (Connection connection : List.of(argosy, postgres)) {
      execute(connection, "DROP TABLE IF EXISTS fa, fb, fc CASCADE");
      run(connection, tried.shape().definitions());
      if (tried.rows()) {
        run(connection, tried.shape().rows());
      }
    }
    boolean placed = tried.together() ? placeTogether(tried) : placeOneByOne(tried);
    boolean alone = tried.rows() || tried.shape().name().equals("cycle");
    if (tried.together() || !alone) {
      assertThat(placed).isEqualTo(tried.possible());
    }
    assertThat(state(argosy, tried.shape())).isEqualTo(state(postgres, tried.shape()));
    if (placed) {
      for (String write : tried.shape().writes()) {
        assertThat(outcome(argosy, write)).as(write).isEqualTo(outcome(postgres, write));
      }
      assertThat(state(argosy, tried.shape())).isEqualTo(state(postgres, tried.shape()));
    }
  }

  private boolean placeTogether(Case tried) throws SQLException {
    List<String> before = placements();
    argosy.setAutoCommit(false);
    try {
      for (String call : tried.order()) {
        execute(argosy, call);
      }
      argosy.commit();
      return true;
    } catch (PSQLException e) {
      assertRefusal(e);
      argosy.rollback();
      assertThat(placements()).isEqualTo(before);
      return false;
    } finally {
      argosy.setAutoCommit(true);
    }
  }

  /** Who is told to place another table first does that, and tries again. */
  private boolean placeOneByOne(Case tried) throws SQLException {
    List<String> refused = tried.order();
    for (int round = 0; round < tried.order().size(); round++) {
      List<String> again = new ArrayList<>();
      for (String call : refused) {
        List<String> before = placements();
        if (refusal(call).isPresent()) {
          again.add(call);
          assertThat(placements()).isEqualTo(before);
          assertThat(state(argosy, tried.shape())).isEqualTo(state(postgres, tried.shape()));
        }
      }
      refused = again;
    }
    return refused.isEmpty();
  }

  private Optional<ServerErrorMessage> refusal(String call) throws SQLException {
    try {
      execute(argosy, call);
      return Optional.empty();
    } catch (PSQLException e) {
      return Optional.of(assertRefusal(e));
    }
  }

  private static ServerErrorMessage assertRefusal(PSQLException e) {
    ServerErrorMessage message = e.getServerErrorMessage();
    assertThat(message.getSQLState()).as(message.toString()).isEqualTo("0A000");
    assertThat(message.getHint())
        .as(message.toString())
        .containsAnyOf(
            "Place table f",
            "Place both tables in one transaction, table f",
            "Distribute both tables by the columns",
            "cannot refer to a distributed one");
    return message;
  }

  private void makePair() throws SQLException {
    Shape plain = Shape.pair("plain", "");
    execute(argosy, "DROP TABLE IF EXISTS fa, fb, fc CASCADE");
    run(argosy, plain.definitions());
    run(argosy, plain.rows());
  }

  @Test
  void theReferenceTableIsNamed() throws SQLException {
    makePair();
    String distribute = "SELECT create_distributed_table('fb', 'a')";
    assertThat(refusal(distribute).orElseThrow().getHint())
        .startsWith("Place table fa first: SELECT create_reference_table('fa').");
    assertThat(refusal("SELECT create_reference_table('fb')").orElseThrow().getHint())
        .startsWith("Place table fa first: SELECT create_reference_table('fa').");
    execute(argosy, "SELECT create_reference_table('fa')");
    execute(argosy, distribute);
  }

  @Test
  void nothingElseHappensInBetween() throws SQLException {
    makePair();
    argosy.setAutoCommit(false);
    execute(argosy, "SAVEPOINT s");
    execute(argosy, "SELECT create_distributed_table('fa', 'id')");
    assertThat(refusal("DELETE FROM fa WHERE id = 1")).isPresent();
    execute(argosy, "ROLLBACK TO SAVEPOINT s");
    execute(argosy, "INSERT INTO fa VALUES (200, 'in between')");
    execute(argosy, "SELECT create_distributed_table('fa', 'id')");
    assertThat(refusal("COMMIT")).isPresent();
    argosy.rollback();
    argosy.setAutoCommit(true);
    assertThat(placements()).isEmpty();
    PSQLException both =
        catchThrowableOfType(
            PSQLException.class,
            () ->
                execute(
                    argosy,
                    "SELECT create_distributed_table('fa', 'id'),"
                        + " create_distributed_table('fb', 'a')"));
    assertThat(both.getSQLState()).isEqualTo("0A000");
  }

  private List<String> placements() throws SQLException {
    return rows(argosy, "SELECT table_name::text, table_type FROM argosy.placed_tables ORDER BY 1");
  }

  private static List<String> state(Connection connection, Shape shape) throws SQLException {
    List<String> state =
        rows(
            connection,
            "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated"
                + " FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text LIKE 'f_'"
                + " ORDER BY 1, 2");
    for (String table : shape.tables()) {
      state.addAll(rows(connection, "SELECT " + table + "::text FROM " + table + " ORDER BY 1"));
    }
    return state;
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private static String outcome(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount() + " rows";
    } catch (PSQLException e) {
      return e.getSQLState();
    }
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    for (String statement : statements) {
      execute(connection, statement);
    }
  }
}
