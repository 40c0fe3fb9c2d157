package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Isolation of transactions over three nodes. */
class IsolationOnArgosyTest extends IsolationSuite {
  IsolationOnArgosyTest() {
    super(Target.ARGOSY);
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
