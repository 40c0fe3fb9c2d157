package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** How programs use PostgreSQL JDBC for queries and updates. */
abstract class JdbcSuite extends ConnectedSuite {
  JdbcSuite(Target target) {
    super(target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
  void answersInEveryQueryMode(String mode) throws SQLException {
    try (Connection other = Shop.connect(database(), "preferQueryMode", mode);
        PreparedStatement query =
            other.prepareStatement(
                "SELECT count(*), sum(price) FROM shop.goods WHERE kind = ? AND name LIKE ?")) {
      query.setInt(1, 1);
      query.setString(2, "good 1%");
      for (int execution = 0; execution < 8; execution++) {
        try (ResultSet results = query.executeQuery()) {
          assertThat(results.next()).isTrue();
          assertThat(results.getInt(1)).isEqualTo(40);
          assertThat(results.getBigDecimal(2)).isEqualTo(new BigDecimal("1535.50"));
        }
      }
    }
  }

  @Test
  void preparedStatementsStayRightPastTheThresholdWhereResultsBecomeBinary() throws SQLException {
    try (PreparedStatement query =
        connection().prepareStatement("SELECT * FROM shop.goods WHERE id = ?")) {
      for (long id = 1; id <= 12; id++) {
        query.setLong(1, id);
        try (ResultSet results = query.executeQuery()) {
          assertGood(results, id);
        }
      }
      assertThat(query.unwrap(org.postgresql.PGStatement.class).isUseServerPrepare()).isTrue();
    }
  }

  private static void assertGood(ResultSet results, long id) throws SQLException {
    assertThat(results.next()).isTrue();
    assertThat(results.getLong("id")).isEqualTo(id);
    assertThat(results.getInt("kind")).isEqualTo((int) (id % 3));
    assertThat(results.getString("name")).isEqualTo("good " + id);
    assertThat(results.getBigDecimal("price"))
        .isEqualTo(new BigDecimal("0.25").multiply(BigDecimal.valueOf(id)));
    assertThat(results.getDouble("weight")).isEqualTo(id / 8.0);
    assertThat(results.getObject("made", LocalDate.class))
        .isEqualTo(LocalDate.of(2020, 1, 1).plusDays(id));
    assertThat(results.getObject("sold", OffsetDateTime.class).toInstant())
        .isEqualTo(
            OffsetDateTime.of(2021, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).plusHours(id).toInstant());
    assertThat(results.getBoolean("flag")).isEqualTo(id % 2 == 0);
    assertThat(results.getBytes("raw")).containsExactly(0, (int) id);
    assertThat(results.getObject("key"))
        .isEqualTo(UUID.fromString("00000000-0000-4000-8000-%012d".formatted(id)));
    Array labels = results.getArray("labels");
    assertThat((Object[]) labels.getArray()).containsExactly("l" + id % 4, null);
    assertThat(results.next()).isFalse();
  }

  @Test
  void everyParameterTypeArrives() throws SQLException {
    try (PreparedStatement query =
        connection()
            .prepareStatement(
                """
                SELECT count(*) FROM shop.goods
                WHERE price < ? AND weight >= ? AND made <> ? AND sold < ? AND flag = ? AND raw <> ? AND key <> ?
                  AND id = ANY (?) AND kind IS DISTINCT FROM ?\
                """)) {
      query.setBigDecimal(1, new BigDecimal("100.00"));
      query.setDouble(2, 0.25);
      query.setDate(3, Date.valueOf("2020-01-03"));
      query.setObject(4, OffsetDateTime.of(2022, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(3)));
      query.setBoolean(5, true);
      query.setBytes(6, new byte[] {0, 4});
      query.setObject(7, UUID.fromString("00000000-0000-4000-8000-000000000006"));
      query.setArray(8, connection().createArrayOf("bigint", new Object[] {2, 4, 6, 8, 9, 10}));
      query.setNull(9, java.sql.Types.INTEGER);
      for (int execution = 0; execution < 7; execution++) {
        try (ResultSet results = query.executeQuery()) {
          assertThat(results.next()).isTrue();
          assertThat(results.getLong(1)).isEqualTo(2);
        }
      }
    }
  }

  @Test
  void describesAStatementBeforeItRuns() throws SQLException {
    try (PreparedStatement query =
        connection()
            .prepareStatement(
                "SELECT name AS title, price * 2 AS doubled FROM shop.goods WHERE id = ? AND name ="
                    + " ?")) {
      ResultSetMetaData columns = query.getMetaData();
      ParameterMetaData parameters = query.getParameterMetaData();

      assertThat(columns.getColumnLabel(1)).isEqualTo("title");
      assertThat(columns.getColumnTypeName(2)).isEqualTo("numeric");
      assertThat(columns.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
      assertThat(columns.getTableName(1)).isEqualTo("goods");
      assertThat(parameters.getParameterCount()).isEqualTo(2);
      assertThat(parameters.getParameterTypeName(1)).isEqualTo("int8");
      assertThat(parameters.getParameterTypeName(2)).isEqualTo("text");
    }
  }

  @Test
  void fetchesInPortionsWhileOtherStatementsRun() throws SQLException {
    connection().setAutoCommit(false);
    try (Statement portions = connection().createStatement();
        PreparedStatement other =
            connection().prepareStatement("SELECT name FROM shop.goods WHERE id = ?")) {
      portions.setFetchSize(37);
      try (ResultSet all = portions.executeQuery("SELECT id FROM shop.goods ORDER BY id")) {
        long expected = 0;
        while (all.next()) {
          expected++;
          assertThat(all.getLong(1)).isEqualTo(expected);
          if (expected % 100 == 0) {
            other.setLong(1, expected);
            try (ResultSet one = other.executeQuery()) {
              assertThat(one.next()).isTrue();
              assertThat(one.getString(1)).isEqualTo("good " + expected);
            }
          }
        }
        assertThat(expected).isEqualTo(Shop.GOODS);
      }
    }
    connection().commit();
  }

  @Test
  void keepsSeveralPortalsOpen() throws SQLException {
    connection().setAutoCommit(false);
    try (Statement first = connection().createStatement();
        Statement second = connection().createStatement()) {
      first.setFetchSize(10);
      second.setFetchSize(7);
      try (ResultSet up = first.executeQuery("SELECT id FROM shop.goods ORDER BY id");
          ResultSet down = second.executeQuery("SELECT id FROM shop.goods ORDER BY id DESC")) {
        for (int row = 1; row <= 200; row++) {
          assertThat(up.next()).isTrue();
          assertThat(down.next()).isTrue();
          assertThat(up.getLong(1) + down.getLong(1)).isEqualTo(Shop.GOODS + 1);
        }
      }
    }
    connection().rollback();
  }

  @Test
  void limitsRowsAndWalksSeveralResults() throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.setMaxRows(5);
      try (ResultSet results = statement.executeQuery("SELECT * FROM shop.goods")) {
        int rows = 0;
        while (results.next()) {
          rows++;
        }
        assertThat(rows).isEqualTo(5);
      }
      statement.setMaxRows(0);
      assertThat(statement.execute("SELECT 1; UPDATE shop.kinds SET label = label; SELECT 'x'"))
          .isTrue();
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(3);
      assertThat(statement.getMoreResults()).isTrue();
      assertThat(statement.getResultSet().next()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void insertsInBatches(boolean rewritten) throws SQLException {
    try (Connection other =
            Shop.connect(database(), "reWriteBatchedInserts", Boolean.toString(rewritten));
        PreparedStatement insert =
            other.prepareStatement("INSERT INTO shop.goods (id, kind, name) VALUES (?, ?, ?)");
        Statement statement = other.createStatement()) {
      for (int row = 0; row < 100; row++) {
        insert.setLong(1, 5000 + row);
        insert.setInt(2, row % 3);
        insert.setString(3, "batch " + row);
        insert.addBatch();
      }
      int[] counts = insert.executeBatch();

      assertThat(Arrays.stream(counts).allMatch(count -> count == 1 || rewritten)).isTrue();
      assertThat(statement.executeUpdate("DELETE FROM shop.goods WHERE id >= 5000")).isEqualTo(100);
    }
  }

  @Test
  void aFailingBatchSaysWhyAndLeavesNothing() throws SQLException {
    connection().setAutoCommit(false);
    try (Statement statement = connection().createStatement()) {
      statement.addBatch("INSERT INTO shop.goods (id, name) VALUES (6000, 'x')");
      statement.addBatch("INSERT INTO shop.goods (id, name) VALUES (1, 'duplicate')");
      statement.addBatch("INSERT INTO shop.goods (id, name) VALUES (6001, 'x')");

      assertThatThrownBy(statement::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("23505");
      connection().rollback();
      try (ResultSet results =
          statement.executeQuery("SELECT count(*) FROM shop.goods WHERE id >= 6000")) {
        assertThat(results.next()).isTrue();
        assertThat(results.getLong(1)).isZero();
      }
    }
    connection().rollback();
  }

  @Test
  void returnsGeneratedKeys() throws SQLException {
    try (PreparedStatement insert =
        connection()
            .prepareStatement(
                "INSERT INTO shop.entries (note) VALUES (?)", new String[] {"entry"})) {
      insert.setString(1, "first");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      long first = onlyKey(insert);
      insert.setString(1, "second");
      insert.executeUpdate();
      assertThat(onlyKey(insert)).isGreaterThan(first);
    }
    try (Statement insert = connection().createStatement()) {
      insert.executeUpdate(
          "INSERT INTO shop.entries (note) VALUES ('a'), ('b')", Statement.RETURN_GENERATED_KEYS);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getString("note")).isEqualTo("a");
        assertThat(keys.next()).isTrue();
        assertThat(keys.next()).isFalse();
      }
    }
  }

  private static long onlyKey(Statement insert) throws SQLException {
    try (ResultSet keys = insert.getGeneratedKeys()) {
      assertThat(keys.next()).isTrue();
      return keys.getLong(1);
    }
  }

  @Test
  void updatesThroughAResultSet() throws SQLException {
    connection().setAutoCommit(false);
    try (Statement statement =
            connection()
                .createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet results =
            statement.executeQuery("SELECT id, name FROM shop.goods WHERE id < 4 ORDER BY id")) {
      assertThat(results.last()).isTrue();
      assertThat(results.getLong(1)).isEqualTo(3);
      results.updateString("name", "renamed");
      results.updateRow();
      assertThat(results.first()).isTrue();
      results.deleteRow();
    }
    try (Statement statement = connection().createStatement();
        ResultSet results =
            statement.executeQuery("SELECT name FROM shop.goods WHERE id < 4 ORDER BY id")) {
      assertThat(results.next()).isTrue();
      assertThat(results.getString(1)).isEqualTo("good 2");
      assertThat(results.next()).isTrue();
      assertThat(results.getString(1)).isEqualTo("renamed");
    }
    connection().rollback();
  }

  @Test
  void reportsNotices() throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.execute("DROP TABLE IF EXISTS shop.nosuch");
      assertThat(statement.getWarnings().getMessage())
          .isEqualTo("table \"nosuch\" does not exist, skipping");
    }
  }

  @Test
  void notifiesListeners() throws SQLException {
    try (Statement statement = connection().createStatement();
        Connection other = Shop.connect(database());
        Statement sender = other.createStatement()) {
      statement.execute("LISTEN news");
      sender.execute("NOTIFY news, 'hello'");
      assertThat(connection().unwrap(PGConnection.class).getNotifications(10_000))
          .singleElement()
          .satisfies(news -> assertThat(news.getParameter()).isEqualTo("hello"));
    }
  }
}
