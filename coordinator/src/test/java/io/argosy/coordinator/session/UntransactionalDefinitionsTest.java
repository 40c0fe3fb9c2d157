package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** Definitions that PostgreSQL runs outside of transactions only, and Argosy cannot. */
class UntransactionalDefinitionsTest extends SessionTest {
  private static final String SQL =
      "CREATE SUBSCRIPTION changes CONNECTION 'host=elsewhere' PUBLICATION all_tables";
  private static final String MESSAGE =
      "CREATE SUBSCRIPTION ... WITH (create_slot = true) cannot run inside a transaction block";

  @Test
  void areRefusedAsTheDocumentationSays() throws Exception {
    assertThatThrownBy(() -> run(SQL))
        .isInstanceOfSatisfying(
            PSQLException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("0A000");
              assertThat(e.getServerErrorMessage().getMessage()).isEqualTo(MESSAGE);
              assertThat(e.getServerErrorMessage().getHint()).contains("on the node");
            });
    assertThat(Files.readString(Path.of("..", "docs", "differences.md")))
        .contains(SQL + ";\nERROR:  0A000: " + MESSAGE);
  }

  @Test
  void haveTheirOwnErrorInTransactions() throws SQLException {
    run("BEGIN");
    assertThatThrownBy(() -> run(SQL))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25001"));
    run("ROLLBACK");
  }
}
