package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.DifferencesPage;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Definitions that PostgreSQL runs outside of transactions only, and Argosy cannot. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UntransactionalDefinitionsTest {
  private static final String SQL =
      "CREATE SUBSCRIPTION changes CONNECTION 'host=elsewhere' PUBLICATION all_tables";

  private TestCluster cluster;

  @BeforeAll
  void start() {
    cluster = TestCluster.start(1);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @Test
  void areRefusedAsTheDocumentationSays() throws SQLException {
    ServerErrorMessage error = error("");
    DifferencesPage.check(
        "definitions/alone",
        """
        ## Refused: Definitions that are no part of a transaction

        **What PostgreSQL runs outside of transactions only.** Argosy runs definitions on all nodes in one
        transaction. A subscription is made on the node that is to have the rows.

        ```
        %s;
        ERROR:  %s: %s
        HINT:  %s
        ```
        """
            .formatted(SQL, error.getSQLState(), error.getMessage(), error.getHint()));
  }

  @Test
  void haveTheirOwnErrorInTransactions() throws SQLException {
    assertThat(error("BEGIN").getSQLState()).isEqualTo("25001");
  }

  private ServerErrorMessage error(String before) throws SQLException {
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(before);
      statement.execute(SQL);
    } catch (PSQLException e) {
      return e.getServerErrorMessage();
    }
    throw new AssertionError("a subscription has been made");
  }
}
