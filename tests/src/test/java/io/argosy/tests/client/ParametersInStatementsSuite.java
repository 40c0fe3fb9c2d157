package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements that have a query with parameters in them: cursors, and tables made of queries. */
@Timeout(120)
abstract class ParametersInStatementsSuite extends ConnectedSuite {
  private Statement statement;

  ParametersInStatementsSuite(Target target) {
    super(target);
  }

  @BeforeEach
  void begin() throws SQLException {
    connection().setAutoCommit(false);
    statement = connection().createStatement();
    statement.execute("CREATE TABLE shop.unplaced (id bigint PRIMARY KEY, note text)");
    statement.execute("INSERT INTO shop.unplaced SELECT i, 'n' || i FROM generate_series(1, 9) i");
  }

  @AfterEach
  void end() throws SQLException {
    connection().rollback();
    statement.execute("CLOSE ALL");
    statement.execute("DROP TABLE IF EXISTS shop.unplaced");
    connection().commit();
  }

  private void run(String sql, Object... values) throws SQLException {
    try (PreparedStatement prepared = connection().prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        prepared.setObject(i + 1, values[i]);
      }
      prepared.execute();
    }
  }

  private List<Long> numbers(String sql) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  /** Over one table of each placement, one row of a key, and two tables together. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT id FROM shop.parts WHERE id < ? GROUP BY id ORDER BY id | 4 | 1,2,3
          SELECT kind FROM shop.kinds WHERE kind < ? ORDER BY kind | 3 | 0,1,2
          SELECT id FROM shop.unplaced WHERE id < ? ORDER BY id | 4 | 1,2,3
          SELECT DISTINCT id FROM shop.parts WHERE id = ? | 7 | 7
          SELECT u.id FROM shop.unplaced u JOIN shop.goods g USING (id) WHERE id < ? ORDER BY 1 | 4 | 1,2,3
          """)
  void areTakenInEveryPlace(String query, long value, String expected) throws SQLException {
    List<Long> wanted = new ArrayList<>();
    for (String number : expected.split(",")) {
      wanted.add(Long.parseLong(number));
    }
    for (int i = 0; i < 7; i++) {
      // Drivers prepare what they have run some times.
      run("DECLARE c SCROLL CURSOR FOR " + query, value);
      assertThat(numbers("FETCH ALL c")).isEqualTo(wanted);
      assertThat(numbers("FETCH FIRST c")).isEqualTo(wanted.subList(0, 1));
      statement.execute("CLOSE c");
    }
    run("DECLARE held CURSOR WITH HOLD FOR " + query, value);
    run("CREATE TABLE shop.made AS " + query, value);
    assertThat(numbers("SELECT * FROM shop.made ORDER BY 1")).isEqualTo(wanted);
    statement.execute("DROP TABLE shop.made");
    run("CREATE TEMPORARY TABLE made_here ON COMMIT DROP AS " + query, value);
    assertThat(numbers("SELECT * FROM made_here ORDER BY 1")).isEqualTo(wanted);
    run(query.replaceFirst("FROM", "INTO TEMPORARY made_there FROM"), value);
    assertThat(numbers("SELECT * FROM made_there ORDER BY 1")).isEqualTo(wanted);
    run("EXPLAIN (ANALYZE) CREATE TABLE shop.explained AS " + query, value);
    assertThat(numbers("SELECT * FROM shop.explained ORDER BY 1")).isEqualTo(wanted);
    statement.execute("DROP TABLE shop.explained, made_here, made_there");
    connection().commit();
    assertThat(numbers("FETCH ALL held")).isEqualTo(wanted);
    statement.execute("CLOSE held");
  }
}
