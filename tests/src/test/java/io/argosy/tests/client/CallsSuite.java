package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions and procedures called by JDBC's escapes: the driver stands for results among the
 * arguments by parameters of type {@code void}.
 */
abstract class CallsSuite extends ShopSuite {
  private static final List<String> DEFINITIONS =
      List.of(
          "CREATE TABLE shop.counts (name text PRIMARY KEY, number int)",
          "INSERT INTO shop.counts VALUES ('one', 1), ('two', 2)",
          "CREATE FUNCTION shop.doubled(x int) RETURNS int LANGUAGE sql AS 'SELECT x * 2'",
          "CREATE FUNCTION shop.now_three() RETURNS int LANGUAGE sql AS 'SELECT 3'",
          "CREATE FUNCTION shop.found(wanted text, OUT number int, OUT upper_name text)"
              + " LANGUAGE plpgsql AS 'BEGIN SELECT c.number, upper(c.name) INTO number, upper_name"
              + " FROM shop.counts c WHERE c.name = wanted; END'",
          "CREATE FUNCTION shop.first_out(OUT number int, wanted text) LANGUAGE plpgsql AS 'BEGIN"
              + " SELECT c.number INTO number FROM shop.counts c WHERE c.name = wanted; END'",
          "CREATE FUNCTION shop.only_out(OUT a int, OUT b text) LANGUAGE sql AS"
              + " 'SELECT 7, ''seven''::text'",
          "CREATE FUNCTION shop.changed(INOUT x int, y int, OUT z int) LANGUAGE sql AS"
              + " 'SELECT x + y, x * y'",
          "CREATE FUNCTION shop.overloaded(x int, OUT z text) LANGUAGE sql AS 'SELECT"
              + " ''int''::text'",
          "CREATE FUNCTION shop.overloaded(x text, OUT z text) LANGUAGE sql AS"
              + " 'SELECT ''text''::text'",
          "CREATE FUNCTION shop.sets(name text, number int) RETURNS void LANGUAGE sql AS"
              + " 'INSERT INTO shop.counts VALUES (name, number)"
              + " ON CONFLICT (name) DO UPDATE SET number = excluded.number'",
          "CREATE PROCEDURE shop.adds(wanted text, by int, INOUT total int) LANGUAGE plpgsql AS"
              + " 'BEGIN UPDATE shop.counts c SET number = c.number + by WHERE c.name = wanted"
              + " RETURNING c.number + coalesce(total, 0) INTO total; END'",
          "CREATE PROCEDURE shop.tells(wanted text, OUT number int, OUT there bool)"
              + " LANGUAGE plpgsql AS 'BEGIN SELECT c.number INTO number FROM shop.counts c"
              + " WHERE c.name = wanted; there := FOUND; END'",
          "CREATE PROCEDURE shop.rests(name text) LANGUAGE plpgsql AS"
              + " 'BEGIN DELETE FROM shop.counts c WHERE c.name = $1; END'");

  CallsSuite(Target target) {
    super(target);
  }

  @BeforeAll
  void define() throws SQLException {
    try (Connection connection = Shop.connect(database())) {
      for (String definition : DEFINITIONS) {
        Shop.run(connection, definition);
      }
    }
  }

  private Connection connect(String mode, String... more) throws SQLException {
    List<String> properties = new ArrayList<>(List.of(more));
    properties.addAll(List.of("escapeSyntaxCallMode", mode));
    return Shop.connect(database(), properties.toArray(String[]::new));
  }

  /**
   * Runs a call several times, so that the driver prepares it on the server.
   *
   * @param arguments values, or {@link Out} for results
   * @return what the results are, the last time
   */
  private static List<Object> call(Connection connection, String sql, Object... arguments)
      throws SQLException {
    List<Object> results = new ArrayList<>();
    try (CallableStatement call = connection.prepareCall(sql)) {
      for (int run = 0; run < 7; run++) {
        results.clear();
        for (int i = 0; i < arguments.length; i++) {
          if (arguments[i] instanceof Out out) {
            call.registerOutParameter(i + 1, out.type());
            if (out.value() != null) {
              call.setObject(i + 1, out.value());
            }
          } else {
            call.setObject(i + 1, arguments[i]);
          }
        }
        call.execute();
        for (int i = 0; i < arguments.length; i++) {
          if (arguments[i] instanceof Out) {
            results.add(call.getObject(i + 1));
          }
        }
      }
    }
    return results;
  }

  /** A result, with the value that it has before if it is an argument, too. */
  private record Out(int type, Object value) {
    static final Out INT = new Out(Types.INTEGER, null);
    static final Out TEXT = new Out(Types.VARCHAR, null);
    static final Out BIT = new Out(Types.BIT, null);

    static Out changed(int value) {
      return new Out(Types.INTEGER, value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"select", "callIfNoReturn"})
  void results(String mode) throws SQLException {
    try (Connection connection = connect(mode)) {
      assertThat(call(connection, "{? = call shop.doubled(?)}", Out.INT, 21)).containsExactly(42);
      assertThat(call(connection, "{? = call shop.now_three()}", Out.INT)).containsExactly(3);
      assertThat(call(connection, "{? = call lower(?)}", Out.TEXT, "ABC")).containsExactly("abc");
    }
  }

  @Test
  void resultsAmongArguments() throws SQLException {
    try (Connection connection = connect("select")) {
      assertThat(call(connection, "{call shop.found(?, ?, ?)}", "two", Out.INT, Out.TEXT))
          .containsExactly(2, "TWO");
      assertThat(call(connection, "{call shop.found(?, ?, ?)}", "none", Out.INT, Out.TEXT))
          .containsExactly(null, null);
      assertThat(call(connection, "{call shop.first_out(?, ?)}", Out.INT, "one"))
          .containsExactly(1);
      assertThat(call(connection, "{call shop.only_out(?, ?)}", Out.INT, Out.TEXT))
          .containsExactly(7, "seven");
      assertThat(call(connection, "{call shop.changed(?, ?, ?)}", Out.changed(3), 4, Out.INT))
          .containsExactly(7, 12);
      assertThat(call(connection, "{call shop.overloaded(?, ?)}", 1, Out.TEXT))
          .containsExactly("int");
      assertThat(call(connection, "{call shop.overloaded(?, ?)}", "1", Out.TEXT))
          .containsExactly("text");
      assertThat(call(connection, "{call shop.found('two', ?, ?)}", Out.INT, Out.TEXT))
          .containsExactly(2, "TWO");
    }
  }

  /**
   * There the driver's parameter for a result is a NULL, which PostgreSQL takes for an argument.
   */
  @Test
  void inSimpleQueries() throws SQLException {
    try (Connection connection = connect("select", "preferQueryMode", "simple")) {
      assertThat(call(connection, "{call shop.sets(?, ?)}", "simple", 1)).isEmpty();
      assertThatThrownBy(() -> call(connection, "{? = call shop.doubled(?)}", Out.INT, 21))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42883"));
      assertThatThrownBy(
              () -> call(connection, "{call shop.found(?, ?, ?)}", "two", Out.INT, Out.TEXT))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42883"));
    }
  }

  @Test
  void functionsThatChangeTables() throws SQLException {
    try (Connection connection = connect("select")) {
      assertThat(call(connection, "{call shop.sets(?, ?)}", "three", 3)).isEmpty();
      connection.setAutoCommit(false);
      assertThat(call(connection, "{call shop.sets(?, ?)}", "three", 4)).isEmpty();
      assertThat(call(connection, "{call shop.found(?, ?, ?)}", "three", Out.INT, Out.TEXT))
          .containsExactly(4, "THREE");
      connection.rollback();
      assertThat(call(connection, "{call shop.found(?, ?, ?)}", "three", Out.INT, Out.TEXT))
          .containsExactly(3, "THREE");
      connection.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"call", "callIfNoReturn"})
  void procedures(String mode) throws SQLException {
    try (Connection connection = connect(mode)) {
      Shop.run(connection, "INSERT INTO shop.counts VALUES ('" + mode + "', 0)");
      assertThat(call(connection, "{call shop.adds(?, ?, ?)}", mode, 2, Out.changed(100)))
          .containsExactly(114);
      assertThat(call(connection, "{call shop.tells(?, ?, ?)}", mode, Out.INT, Out.BIT))
          .containsExactly(14, true);
      assertThat(call(connection, "{call shop.tells(?, ?, ?)}", "nobody", Out.INT, Out.BIT))
          .containsExactly(null, false);
      assertThat(call(connection, "{call shop.rests(?)}", mode)).isEmpty();
      assertThat(call(connection, "{call shop.tells(?, ?, ?)}", mode, Out.INT, Out.BIT))
          .containsExactly(null, false);
      connection.setAutoCommit(false);
      assertThat(call(connection, "{call shop.adds(?, ?, ?)}", "one", 1, Out.changed(0)))
          .containsExactly(8);
      connection.rollback();
      assertThat(call(connection, "{call shop.tells(?, ?, ?)}", "one", Out.INT, Out.BIT))
          .containsExactly(1, true);
      connection.rollback();
    }
  }

  @Test
  void whatTheOtherModeWouldCall() throws SQLException {
    try (Connection select = connect("select");
        Connection call = connect("call")) {
      assertThatThrownBy(() -> call(select, "{call shop.tells(?, ?, ?)}", "one", Out.INT, Out.BIT))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42809"));
      assertThatThrownBy(() -> call(call, "{call shop.found(?, ?, ?)}", "two", Out.INT, Out.TEXT))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42809"));
    }
  }
}
