package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * What PostgreSQL JDBC offers around statements: the catalog, transactions, cancel, COPY, session
 * settings.
 */
abstract class JdbcSessionSuite extends ConnectedSuite {
  private Statement statement;

  JdbcSessionSuite(Target target) {
    super(target);
  }

  @Override
  @BeforeEach
  void connect() throws SQLException {
    super.connect();
    statement = connection().createStatement();
  }

  @Test
  void aResultThatIsClosedEarlyLeavesTheTransactionOpen() throws SQLException {
    connection().setAutoCommit(false);
    statement.executeUpdate("INSERT INTO shop.parts VALUES (1, -1, 'new')");
    statement.setFetchSize(1);
    for (String order : List.of("", " ORDER BY id", " ORDER BY repeat(name, 2000), id")) {
      try (ResultSet rows =
          statement.executeQuery("SELECT id, repeat(name, 2000) FROM shop.goods" + order)) {
        assertThat(rows.next()).isTrue();
      }
      assertThat(
              column(statement.executeQuery("SELECT note FROM shop.parts WHERE part = -1"), "note"))
          .as(order)
          .containsExactly("new");
    }
    connection().rollback();
  }

  @Test
  void aChangeIsMadeAsAWholeThoughFewOfItsRowsAreReturned() throws SQLException {
    statement.setMaxRows(1);
    try (ResultSet rows =
        statement.executeQuery(
            "UPDATE shop.goods SET labels = labels RETURNING id, repeat(name, 2000)")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.next()).isFalse();
    }
    statement
        .executeQuery("UPDATE shop.goods SET flag = NULL RETURNING repeat(name, 2000)")
        .close();
    assertThat(
            column(statement.executeQuery("SELECT count(flag) AS count FROM shop.goods"), "count"))
        .containsExactly("0");
    statement.executeUpdate("UPDATE shop.goods SET flag = id % 2 = 0");
  }

  @Test
  void metadataListsTablesColumnsAndKeys() throws SQLException {
    DatabaseMetaData metadata = connection().getMetaData();

    assertThat(metadata.getDatabaseProductName()).isEqualTo("PostgreSQL");
    assertThat(metadata.getDatabaseMajorVersion()).isGreaterThanOrEqualTo(14);
    assertThat(column(metadata.getTables(null, "shop", "%", new String[] {"TABLE"}), "TABLE_NAME"))
        .containsExactly("entries", "goods", "kinds", "parts");
    assertThat(column(metadata.getTables(null, "shop", "%", new String[] {"VIEW"}), "TABLE_NAME"))
        .containsExactly("cheap");
    assertThat(column(metadata.getTables(null, "shop", "goods", null), "REMARKS"))
        .containsExactly("what the shop sells");
    assertThat(column(metadata.getColumns(null, "shop", "goods", "%"), "COLUMN_NAME"))
        .containsExactly(
            "id", "kind", "name", "price", "weight", "made", "sold", "flag", "raw", "key",
            "labels");
    assertThat(column(metadata.getColumns(null, "shop", "goods", "price"), "COLUMN_SIZE"))
        .containsExactly("10");
    assertThat(column(metadata.getPrimaryKeys(null, "shop", "parts"), "COLUMN_NAME"))
        .containsExactly("id", "part");
    assertThat(column(metadata.getImportedKeys(null, "shop", "goods"), "PKTABLE_NAME"))
        .containsExactly("kinds");
    assertThat(column(metadata.getIndexInfo(null, "shop", "goods", true, false), "INDEX_NAME"))
        .containsExactly("goods_pkey");
    assertThat(column(metadata.getSchemas(null, "sho%"), "TABLE_SCHEM")).containsExactly("shop");
  }

  private static List<String> column(ResultSet results, String name) throws SQLException {
    try (results) {
      List<String> values = new ArrayList<>();
      while (results.next()) {
        values.add(results.getString(name));
      }
      return values;
    }
  }

  @Test
  void commitsAndRollsBack() throws SQLException {
    connection().setAutoCommit(false);
    statement.executeUpdate("UPDATE shop.goods SET price = price + 1");
    connection().rollback();
    assertThat(number("SELECT sum(price)::bigint FROM shop.goods")).isEqualTo(125125);
    statement.executeUpdate("INSERT INTO shop.parts VALUES (7000, 1, 'kept'), (7001, 1, 'kept')");
    Savepoint savepoint = connection().setSavepoint("careful");
    assertState("23505", "INSERT INTO shop.parts VALUES (7000, 1, 'twice')");
    assertState("25P02", "SELECT 1");
    connection().rollback(savepoint);
    statement.executeUpdate("INSERT INTO shop.parts VALUES (7002, 1, 'kept')");
    connection().releaseSavepoint(savepoint);
    connection().commit();
    connection().setAutoCommit(true);

    assertThat(number("SELECT count(*) FROM shop.parts WHERE id >= 7000")).isEqualTo(3);
    assertThat(statement.executeUpdate("DELETE FROM shop.parts WHERE id >= 7000")).isEqualTo(3);
  }

  @Test
  void errorsCarryTheStatesThatDriversBranchOn() throws SQLException {
    assertState("42P01", "SELECT * FROM shop.nosuch");
    assertState("42601", "SELEC 1");
    assertState("22012", "SELECT 1 / (id - 5) FROM shop.goods");
    assertState("23505", "INSERT INTO shop.goods (id, name) VALUES (1, 'x')");
    assertState("23502", "INSERT INTO shop.goods (id) VALUES (8000)");
    assertState("23503", "INSERT INTO shop.goods (id, name, kind) VALUES (8000, 'x', 99)");
    assertThat(number("SELECT count(*) FROM shop.goods")).isEqualTo(Shop.GOODS);
  }

  private void assertState(String sqlState, String sql) {
    assertThatThrownBy(() -> statement.execute(sql))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo(sqlState);
  }

  private long number(String sql) throws SQLException {
    try (ResultSet results = statement.executeQuery(sql)) {
      assertThat(results.next()).isTrue();
      return results.getLong(1);
    }
  }

  @Test
  void cancelReachesARunningStatement() throws SQLException {
    CompletableFuture<String> state = stateOf("SELECT pg_sleep(50), count(*) FROM shop.goods");

    await().atMost(Duration.ofSeconds(20)).until(() -> cancelled(state));

    assertThat(state.join()).isEqualTo("57014");
    assertThat(number("SELECT count(*) FROM shop.goods")).isEqualTo(Shop.GOODS);
  }

  /** Runs a statement that must fail in another thread. */
  private CompletableFuture<String> stateOf(String sql) {
    CompletableFuture<String> state = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            statement.execute(sql);
            state.complete("00000");
          } catch (SQLException e) {
            state.complete(e.getSQLState());
          }
        });
    return state;
  }

  /** A cancel that arrives before the statement does is lost, so it is sent until it has worked. */
  private boolean cancelled(CompletableFuture<String> state) throws SQLException {
    statement.cancel();
    return state.isDone();
  }

  @Test
  void queryTimeoutCancels() throws SQLException {
    statement.setQueryTimeout(1);
    assertState("57014", "SELECT pg_sleep(50)");
    statement.setQueryTimeout(0);
    statement.execute("SET statement_timeout = 300");
    assertState("57014", "SELECT pg_sleep(50), count(*) FROM shop.goods");
    statement.execute("RESET statement_timeout");
    assertThat(number("SELECT 5")).isEqualTo(5);
  }

  @Test
  void copiesInAndOut() throws SQLException, IOException {
    CopyManager copy = connection().unwrap(PGConnection.class).getCopyAPI();
    StringBuilder rows = new StringBuilder();
    for (int id = 9000; id < 9500; id++) {
      rows.append(id).append(",1,\"note, ").append(id).append("\"\n");
    }

    assertThat(
            copy.copyIn(
                "COPY shop.parts FROM STDIN (FORMAT csv)", new StringReader(rows.toString())))
        .isEqualTo(500);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    assertThat(
            copy.copyOut(
                "COPY (SELECT * FROM shop.parts WHERE id >= 9000 ORDER BY id) TO STDOUT (FORMAT"
                    + " csv)",
                text))
        .isEqualTo(500);
    assertThat(text.toString(StandardCharsets.UTF_8)).isEqualTo(rows.toString());
    ByteArrayOutputStream binary = new ByteArrayOutputStream();
    assertThat(copy.copyOut("COPY shop.goods TO STDOUT (FORMAT binary)", binary))
        .isEqualTo(Shop.GOODS);
    assertThat(binary.toString(StandardCharsets.ISO_8859_1)).startsWith("PGCOPY\n\u00ff\r\n\0");
    assertThat(statement.executeUpdate("DELETE FROM shop.parts WHERE id >= 9000")).isEqualTo(500);
  }

  @Test
  void anAbandonedCopyLeavesNothing() throws SQLException {
    CopyIn copy =
        connection().unwrap(PGConnection.class).getCopyAPI().copyIn("COPY shop.parts FROM STDIN");
    byte[] row = "9900\t1\tnever\n".getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(row, 0, row.length);
    copy.cancelCopy();

    assertThat(number("SELECT count(*) FROM shop.parts WHERE id = 9900")).isZero();
  }

  @Test
  void sessionSettingsHoldAndLeaveNoTrace() throws SQLException {
    connection().setSchema("shop");
    assertThat(number("SELECT count(*) FROM goods")).isEqualTo(Shop.GOODS);
    connection().setReadOnly(true);
    connection().setAutoCommit(false);
    assertState("25006", "DELETE FROM goods");
    connection().rollback();
    connection().setAutoCommit(true);
    connection().setReadOnly(false);
    connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    assertThat(connection().getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    connection().setClientInfo("ApplicationName", "shop test");
    assertThat(connection().getClientInfo("ApplicationName")).isEqualTo("shop test");
    assertThat(connection().isValid(5)).isTrue();

    connection().close();
    connect();
    assertThat(connection().getSchema()).isEqualTo("public");
    assertThat(connection().getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    assertState("42P01", "SELECT * FROM goods");
  }

  @Test
  void aSecondSessionSeesWhatTheFirstCommitted() throws SQLException {
    try (Connection other = Shop.connect(database());
        Statement reader = other.createStatement()) {
      connection().setAutoCommit(false);
      statement.executeUpdate("UPDATE shop.kinds SET label = 'changed' WHERE kind = 2");
      assertThat(label(reader)).isEqualTo("food");
      connection().commit();
      assertThat(label(reader)).isEqualTo("changed");
      statement.executeUpdate("UPDATE shop.kinds SET label = 'food' WHERE kind = 2");
      connection().commit();
    }
  }

  private static String label(Statement reader) throws SQLException {
    try (ResultSet results = reader.executeQuery("SELECT label FROM shop.kinds WHERE kind = 2")) {
      assertThat(results.next()).isTrue();
      return results.getString(1);
    }
  }
}
