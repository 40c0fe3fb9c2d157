package io.argosy.coordinator.execute.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The coordinator's merge in order, held against what one PostgreSQL does with ORDER BY. */
class OrderedExecutionTest {
  private static final String BY_COORDINATOR = "merged in order by the coordinator";
  private static final String BY_POSTGRES = "sorted in PostgreSQL";

  /** Enough for every value to be on every node. */
  private static final int ROWS = 100;

  /** Values of a type, between bars. */
  private record Sample(String type, String values) {
    String value(int row) {
      String[] all = values.split("\\|", -1);
      int i = row % (all.length + 1);
      return i == all.length ? "NULL" : "'" + all[i] + "'";
    }

    /** The column that has them. */
    String column() {
      return "v" + samples().indexOf(this);
    }
  }

  private static List<Sample> samples() {
    return Stream.concat(types().stream(), otherTypes().stream()).toList();
  }

  /** The table sorted has its rows on all nodes; the table whole has the same on each. */
  @BeforeAll
  static void createTables() throws Exception {
    String columns =
        samples().stream()
            .map(sample -> ", " + sample.column() + " " + sample.type())
            .collect(Collectors.joining());
    String rows =
        IntStream.range(0, ROWS)
            .mapToObj(
                row ->
                    samples().stream()
                        .map(sample -> ", " + sample.value(row))
                        .collect(Collectors.joining("", "(" + row, ")")))
            .collect(Collectors.joining(", "));
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE ordered (id int PRIMARY KEY, part int, word text)",
          "SELECT create_distributed_table('ordered', 'id')",
          "INSERT INTO ordered SELECT i, nullif(i % 7, 3), 'word ' || i"
              + " FROM generate_series(1, 5000) i",
          "CREATE TABLE sorted (id int PRIMARY KEY" + columns + ")",
          "CREATE TABLE whole (id int PRIMARY KEY" + columns + ")",
          "SELECT create_distributed_table('sorted', 'id')",
          "SELECT create_reference_table('whole')",
          "INSERT INTO sorted VALUES " + rows,
          "INSERT INTO whole VALUES " + rows);
    }
  }

  @AfterAll
  static void dropTables() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP TABLE ordered, sorted, whole");
    }
  }

  static List<Sample> types() {
    return List.of(
        new Sample("boolean", "true|false"),
        new Sample("smallint", "-32768|-1|0|1|256|32767"),
        new Sample("integer", "-2147483648|-256|-1|0|1|255|65536|2147483647"),
        new Sample("bigint", "-9223372036854775808|-1|0|1|4294967296|9223372036854775807"),
        new Sample("oid", "0|1|2147483647|2147483648|4294967295"),
        new Sample("real", "NaN|Infinity|-Infinity|-0|0|1e-45|-1e-45|1.5|-1.5|3.4e38|0.1"),
        new Sample(
            "double precision",
            "NaN|Infinity|-Infinity|-0|0|4.9e-324|-4.9e-324|1.5|-1.5|1.7e308|-1.7e308|0.1"),
        new Sample(
            "numeric",
            "NaN|Infinity|-Infinity|0|0.00|-0.0|1|1.0|1.00|-1|-1.000|0.0001|0.00010|-0.0001|9999|10000|"
                + "10000.0001|10000.00010000|9999.9999|99999999|100000000|-99999999|-100000000|"
                + "1e100|-1e100|1e-100|-1e-100|123456789012345678901234567890.123|1e131071|1e-16383"),
        new Sample("numeric(10,2)", "0|0.01|-0.01|99999999.99|-99999999.99|1.10|1.1"),
        new Sample("date", "-infinity|infinity|4713-01-01 BC|1999-12-31|2000-01-01|5874897-12-31"),
        new Sample("time", "00:00|24:00|12:34:56.789012|12:34:56.789011"),
        new Sample(
            "timestamp",
            "-infinity|infinity|4713-01-01 BC|2000-01-01|1999-12-31 23:59:59.999999|294276-12-31"),
        new Sample("timestamptz", "-infinity|infinity|2000-01-01 00:00+02|2000-01-01 00:00-02"),
        new Sample(
            "uuid",
            "00000000-0000-0000-0000-000000000000|7fffffff-0000-0000-0000-000000000000|"
                + "80000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff"),
        new Sample("bytea", "\\x|\\x00|\\x0000|\\x7f|\\x80|\\xff|\\xff00|\\x7fff"),
        new Sample("text COLLATE \"C\"", "|a|A|b|B|ab|a b|a  |é|e|z|Z|ß|ss|中|\uFFFD|😀|10|9"),
        new Sample("varchar(9) COLLATE \"POSIX\"", "|a|A|b|ab|a b|a  |é|z|😀|\uFFFD"),
        new Sample("text COLLATE ucs_basic", "|a|A|b|B|é|z|😀|\uFFFD"),
        new Sample("char(4) COLLATE \"C\"", "|a|a   |a b|A|é|ab|\t|a\t"),
        new Sample("name COLLATE \"C\"", "a|A|ab|é|b"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeIsOrderedAsPostgresDoes(Sample sample) throws Exception {
    assertOrdered(sample, BY_COORDINATOR);
  }

  static List<Sample> otherTypes() {
    return List.of(
        new Sample("interval", "1 day|24 hours|-1 month|30 days|0"),
        new Sample("text COLLATE \"und-x-icu\"", "a|A|b|B|é|e|z|Z"),
        new Sample("timetz", "00:00+02|00:00-02"),
        new Sample("jsonb", "1|2|[]|{}|null"),
        new Sample("int[]", "{}|{1}|{1,2}|{2}"));
  }

  @ParameterizedTest
  @MethodSource("otherTypes")
  void whatJavaCannotCompareIsSortedByPostgres(Sample sample) throws Exception {
    assertOrdered(sample, BY_POSTGRES);
  }

  private static void assertOrdered(Sample sample, String merge) throws Exception {
    String column = sample.column();
    try (Connection connection = SharedCluster.connect()) {
      String all = "SELECT id, " + column + " FROM %s ORDER BY " + column;
      assertThat(explained(connection, all.formatted("sorted"))).contains(merge);
      assertSame(connection, all + ", id DESC", ROWS);
      assertSame(connection, all + " DESC, id", ROWS);
      assertSame(
          connection,
          "SELECT id FROM %s ORDER BY " + column + " NULLS FIRST, id LIMIT 9 OFFSET 4",
          9);
    }
  }

  private static void assertSame(Connection connection, String query, int rows)
      throws SQLException {
    assertThat(SharedCluster.rows(connection, query.formatted("sorted")))
        .as(query)
        .hasSize(rows)
        .isEqualTo(SharedCluster.rows(connection, query.formatted("whole")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " DESC", " NULLS FIRST", " DESC NULLS LAST", " DESC NULLS FIRST"})
  void nullsComeFirstOrLast(String direction) throws Exception {
    String column = types().getFirst().column();
    try (Connection connection = SharedCluster.connect()) {
      assertSame(
          connection,
          "SELECT id, " + column + " FROM %s ORDER BY " + column + direction + ", id DESC",
          ROWS);
    }
  }

  @Test
  void theLastStepOfAStagedStatementIsMergedInOrder() throws Exception {
    String query =
        "SELECT o.id, p.word FROM ordered o JOIN ordered p ON p.id = o.part + 1"
            + " ORDER BY o.id%s LIMIT 1500 OFFSET 3";
    List<String> up = new ArrayList<>();
    List<String> down = new ArrayList<>();
    for (int id = 1; id <= 5000; id++) {
      if (id % 7 != 3) {
        up.add(id + "|word " + (id % 7 + 1));
      }
    }
    up.reversed().stream().skip(3).limit(1500).forEach(down::add);
    try (Connection connection = SharedCluster.connect()) {
      assertThat(explained(connection, query.formatted("")))
          .contains("STAGED")
          .contains(BY_COORDINATOR);
      for (boolean autoCommit : List.of(true, false)) {
        connection.setAutoCommit(autoCommit);
        for (int i = 0; i < 2; i++) {
          assertThat(SharedCluster.rows(connection, query.formatted("")))
              .isEqualTo(up.subList(3, 1503));
          assertThat(SharedCluster.rows(connection, query.formatted(" DESC"))).isEqualTo(down);
        }
      }
      connection.commit();
    }
  }

  private static String explained(Connection connection, String query) throws SQLException {
    return String.join("\n", SharedCluster.rows(connection, "EXPLAIN " + query));
  }

  @Test
  void aLongAnswerIsReadInPartsOfATransaction() throws Exception {
    try (Connection connection = SharedCluster.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      statement.setFetchSize(100);
      try (ResultSet rows =
          statement.executeQuery("SELECT word, id FROM ordered ORDER BY id DESC")) {
        for (int id = 5000; id > 0; id--) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(2)).isEqualTo(id);
          assertThat(rows.getString(1)).isEqualTo("word " + id);
        }
        assertThat(rows.next()).isFalse();
      }
      connection.commit();
    }
  }

  @Test
  void rowsAreCutOffBinaryAndWithParameters() throws Exception {
    try (Connection connection = SharedCluster.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT id, word FROM ordered WHERE id > ? ORDER BY part NULLS FIRST, id LIMIT ?"
                    + " OFFSET ?")) {
      for (int limit : List.of(0, 1, 5, 700, 5000, 3, 3, 3)) {
        statement.setInt(1, 10);
        statement.setInt(2, limit);
        statement.setInt(3, 2);
        List<Integer> ids = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            ids.add(rows.getInt(1));
          }
        }
        assertThat(ids).hasSize(Math.min(limit, 4988));
        if (limit == 5) {
          assertThat(ids).containsExactly(31, 38, 45, 52, 59);
        }
      }
      statement.setInt(2, -1);
      assertThatThrownBy(statement::executeQuery)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("2201W"));
    }
  }

  @Test
  void columnsOfOneNameDistinctRowsAndSetOperations() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT id AS a, part AS a, id + 1 AS a FROM ordered WHERE id < 4 ORDER BY 3"
                      + " DESC"))
          .containsExactly("3|null|4", "2|2|3", "1|1|2");
      assertThat(
              SharedCluster.rows(
                  connection, "SELECT DISTINCT id, part FROM ordered WHERE id < 4 ORDER BY id"))
          .containsExactly("1|1", "2|2", "3|null");
      assertThat(
              SharedCluster.rows(
                  connection,
                  "SELECT id FROM ordered WHERE id < 3 UNION ALL SELECT id FROM ordered WHERE id <"
                      + " 4 ORDER BY id DESC LIMIT 3"))
          .containsExactly("3", "2", "2");
    }
  }

  @Test
  void aLimitDoesNotAbortTheTransaction() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      connection.setAutoCommit(false);
      String wide = "SELECT id, repeat(word, 200) FROM ordered %s LIMIT 1500";
      for (int i = 0; i < 3; i++) {
        for (String order : List.of("ORDER BY id", "")) {
          assertThat(SharedCluster.rows(connection, wide.formatted(order))).hasSize(1500);
        }
      }
      connection.commit();
    }
  }

  @Test
  void aFailureInTheMiddleLeavesTheSessionUsable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThatThrownBy(
              () ->
                  SharedCluster.rows(
                      connection, "SELECT id, 1 / (id - 4000) FROM ordered ORDER BY id"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
      assertThat(SharedCluster.rows(connection, "SELECT id FROM ordered ORDER BY id LIMIT 2"))
          .containsExactly("1", "2");
    }
  }
}
