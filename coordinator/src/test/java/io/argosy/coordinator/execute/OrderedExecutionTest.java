package io.argosy.coordinator.execute;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The coordinator's merge in order, held against what one PostgreSQL does with ORDER BY. */
class OrderedExecutionTest {
  private static final String BY_COORDINATOR = "merged in order by the coordinator";
  private static final String BY_POSTGRES = "sorted in PostgreSQL";

  @BeforeAll
  static void createTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE ordered (id int PRIMARY KEY, part int, word text)",
          "SELECT create_distributed_table('ordered', 'id')",
          "INSERT INTO ordered SELECT i, nullif(i % 7, 3), 'word ' || i"
              + " FROM generate_series(1, 5000) i");
    }
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of("boolean", "true|false"),
        Arguments.of("smallint", "-32768|-1|0|1|256|32767"),
        Arguments.of("integer", "-2147483648|-256|-1|0|1|255|65536|2147483647"),
        Arguments.of("bigint", "-9223372036854775808|-1|0|1|4294967296|9223372036854775807"),
        Arguments.of("oid", "0|1|2147483647|2147483648|4294967295"),
        Arguments.of("real", "NaN|Infinity|-Infinity|-0|0|1e-45|-1e-45|1.5|-1.5|3.4e38|0.1"),
        Arguments.of(
            "double precision",
            "NaN|Infinity|-Infinity|-0|0|4.9e-324|-4.9e-324|1.5|-1.5|1.7e308|-1.7e308|0.1"),
        Arguments.of(
            "numeric",
            "NaN|Infinity|-Infinity|0|0.00|-0.0|1|1.0|1.00|-1|-1.000|0.0001|0.00010|-0.0001|9999|10000|"
                + "10000.0001|10000.00010000|9999.9999|99999999|100000000|-99999999|-100000000|"
                + "1e100|-1e100|1e-100|-1e-100|123456789012345678901234567890.123|1e131071|1e-16383"),
        Arguments.of("numeric(10,2)", "0|0.01|-0.01|99999999.99|-99999999.99|1.10|1.1"),
        Arguments.of(
            "date", "-infinity|infinity|4713-01-01 BC|1999-12-31|2000-01-01|5874897-12-31"),
        Arguments.of("time", "00:00|24:00|12:34:56.789012|12:34:56.789011"),
        Arguments.of(
            "timestamp",
            "-infinity|infinity|4713-01-01 BC|2000-01-01|1999-12-31 23:59:59.999999|294276-12-31"),
        Arguments.of("timestamptz", "-infinity|infinity|2000-01-01 00:00+02|2000-01-01 00:00-02"),
        Arguments.of(
            "uuid",
            "00000000-0000-0000-0000-000000000000|7fffffff-0000-0000-0000-000000000000|"
                + "80000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff"),
        Arguments.of("bytea", "\\x|\\x00|\\x0000|\\x7f|\\x80|\\xff|\\xff00|\\x7fff"),
        Arguments.of("text COLLATE \"C\"", "|a|A|b|B|ab|a b|a  |é|e|z|Z|ß|ss|中|\uFFFD|😀|10|9"),
        Arguments.of("varchar(9) COLLATE \"POSIX\"", "|a|A|b|ab|a b|a  |é|z|😀|\uFFFD"),
        Arguments.of("text COLLATE ucs_basic", "|a|A|b|B|é|z|😀|\uFFFD"),
        Arguments.of("char(4) COLLATE \"C\"", "|a|a   |a b|A|é|ab|\t|a\t"),
        Arguments.of("name COLLATE \"C\"", "a|A|ab|é|b"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeIsOrderedAsPostgresDoes(String type, String values) throws Exception {
    assertOrdered(type, values, BY_COORDINATOR);
  }

  static Stream<Arguments> otherTypes() {
    return Stream.of(
        Arguments.of("interval", "1 day|24 hours|-1 month|30 days|0"),
        Arguments.of("text COLLATE \"und-x-icu\"", "a|A|b|B|é|e|z|Z"),
        Arguments.of("timetz", "00:00+02|00:00-02"),
        Arguments.of("jsonb", "1|2|[]|{}|null"),
        Arguments.of("int[]", "{}|{1}|{1,2}|{2}"));
  }

  @ParameterizedTest
  @MethodSource("otherTypes")
  void whatJavaCannotCompareIsSortedByPostgres(String type, String values) throws Exception {
    assertOrdered(type, values, BY_POSTGRES);
  }

  private static void assertOrdered(String type, String values, String merge) throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "DROP TABLE IF EXISTS sorted, whole",
          "CREATE TABLE sorted (id int PRIMARY KEY, v " + type + ")",
          "CREATE TABLE whole (id int PRIMARY KEY, v " + type + ")",
          "SELECT create_distributed_table('sorted', 'id')",
          "SELECT create_reference_table('whole')");
      List<String> rows = new ArrayList<>();
      for (int copy = 0; copy < 3; copy++) {
        for (String value : values.split("\\|", -1)) {
          rows.add("(" + rows.size() + ", '" + value + "')");
        }
        rows.add("(" + rows.size() + ", NULL)");
      }
      String inserted = " VALUES " + String.join(", ", rows);
      SharedCluster.run(
          connection, "INSERT INTO sorted" + inserted, "INSERT INTO whole" + inserted);
      for (String direction :
          List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST", " DESC NULLS FIRST")) {
        String query = "SELECT id, v FROM %s ORDER BY v" + direction + ", id DESC";
        assertThat(SharedCluster.rows(connection, query.formatted("sorted")))
            .as(direction)
            .hasSize(rows.size())
            .isEqualTo(SharedCluster.rows(connection, query.formatted("whole")));
        assertThat(explained(connection, query.formatted("sorted"))).contains(merge);
        String hidden = "SELECT id FROM %s ORDER BY v" + direction + ", id LIMIT 9 OFFSET 4";
        assertThat(SharedCluster.rows(connection, hidden.formatted("sorted")))
            .isEqualTo(SharedCluster.rows(connection, hidden.formatted("whole")));
      }
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
