package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Isolation of transactions over three nodes. */
class IsolationOnArgosyTest extends IsolationSuite {
  IsolationOnArgosyTest() {
    super(Target.ARGOSY);
  }

  @Test
  void aWriteByItselfHasOneSnapshotOnAllNodes() throws Exception {
    try (Connection connection = Shop.connect(database());
        Statement statement = connection.createStatement();
        Connection atHome = connect(0);
        Statement blocker = atHome.createStatement();
        Connection elsewhere = connect(1);
        Statement later = elsewhere.createStatement()) {
      statement.execute("SET default_transaction_isolation = 'repeatable read'");
      atHome.setAutoCommit(false);
      blocker.execute("UPDATE shop.kinds SET label = label WHERE kind = 0");
      CompletableFuture<String> state = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> state.complete(update(statement)));
      await().until(() -> waits(blocker));
      // The statement has not come to this node yet, but has its snapshot there.
      later.execute("UPDATE shop.kinds SET label = label WHERE kind = 1");
      atHome.rollback();
      assertThat(state.get()).isEqualTo("40001");
    }
  }

  private static String update(Statement statement) {
    try {
      statement.execute("UPDATE shop.kinds SET label = label");
      return "00000";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static boolean waits(Statement statement) throws SQLException {
    try (ResultSet waiting =
        statement.executeQuery(
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
      waiting.next();
      return waiting.getBoolean(1);
    }
  }

  @Test
  void aStatementByItselfIsSerializableOnOneNode() throws SQLException {
    try (Connection connection = Shop.connect(database());
        Statement statement = connection.createStatement()) {
      statement.execute("SET default_transaction_isolation = 'serializable'");
      for (String sql :
          List.of(
              "SELECT count(*) FROM shop.parts",
              "SELECT count(*) FROM shop.parts p JOIN shop.goods g ON g.id = p.part",
              "UPDATE shop.parts SET note = note")) {
        assertThatThrownBy(() -> statement.execute(sql))
            .as(sql)
            .hasMessageContaining("SERIALIZABLE transactions over several nodes are not supported")
            .hasMessageContaining("Use REPEATABLE READ.");
      }
      statement.executeQuery("SELECT label FROM shop.kinds").close();
      statement.execute("SET default_transaction_isolation = 'read committed'");
      statement.executeQuery("SELECT count(*) FROM shop.parts").close();
    }
  }

  @Test
  void aSerializableTransactionUsesOneNode() throws SQLException {
    try (Connection connection = Shop.connect(database());
        Statement statement = connection.createStatement();
        PreparedStatement update =
            connection.prepareStatement("UPDATE shop.parts SET note = note WHERE id = ?");
        PreparedStatement query =
            connection.prepareStatement("SELECT note FROM shop.parts WHERE id = ?")) {
      for (long id = 1; id <= 9; id++) {
        statement.execute("BEGIN ISOLATION LEVEL SERIALIZABLE");
        update.setLong(1, id);
        update.execute();
        query.setLong(1, id);
        query.executeQuery().close();
        statement.execute("COMMIT");
      }
      statement.execute("BEGIN");
      statement.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
      statement.executeQuery("SELECT label FROM shop.kinds").close();
      assertThatThrownBy(() -> statement.execute("SELECT count(*) FROM shop.parts"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"))
          .hasMessageContaining("SERIALIZABLE transactions over several nodes are not supported")
          .hasMessageContaining("Use REPEATABLE READ.");
      statement.execute("ROLLBACK");
    }
  }
}
