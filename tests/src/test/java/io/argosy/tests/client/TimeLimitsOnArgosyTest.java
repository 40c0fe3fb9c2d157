package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits over three nodes, none of which sees how long a statement lasts on the others. */
class TimeLimitsOnArgosyTest extends TimeLimitsSuite {
  TimeLimitsOnArgosyTest() {
    super(Target.ARGOSY);
  }

  @Test
  void theStepsOfAStatementAreMeasuredTogether() throws Exception {
    List<Thread> blockers = new ArrayList<>();
    List<Connection> connections = new ArrayList<>();
    try {
      for (int node = 0; node < 3; node++) {
        Connection blocking = connect(node);
        connections.add(blocking);
        blocking.setAutoCommit(false);
        blocking.createStatement().execute("LOCK TABLE shop.parts");
      }
      // Each node makes its step wait for less than the limit; all three together for more.
      for (int node = 0; node < 3; node++) {
        double seconds = 1.4 * (node + 1);
        Connection blocking = connections.get(node);
        blockers.add(Thread.ofVirtual().start(() -> sleepAndEnd(blocking, seconds)));
      }
      statement.execute("SET statement_timeout = '2s'");
      statement.execute("BEGIN");
      assertState("57014", STATEMENT_TIMEOUT, "LOCK TABLE shop.parts");
      statement.execute("ROLLBACK");
    } finally {
      for (Thread blocker : blockers) {
        blocker.join();
      }
      for (Connection blocking : connections) {
        blocking.close();
      }
    }
  }

  private static void sleepAndEnd(Connection connection, double seconds) {
    try (Statement sleeping = connection.createStatement()) {
      sleeping.execute("SELECT pg_sleep(" + seconds + ")");
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCommitThatCannotBeDecidedInTimeIsRolledBack() throws SQLException {
    try (Connection blocking = connect(0);
        Statement entries = blocking.createStatement()) {
      blocking.setAutoCommit(false);
      entries.execute("SELECT FROM argosy.coordinators FOR UPDATE");
      statement.execute("SET statement_timeout = '1s'");
      assertState("57014", STATEMENT_TIMEOUT, "UPDATE shop.parts SET note = 'changed'");
      statement.execute("BEGIN");
      statement.executeUpdate("UPDATE shop.parts SET note = 'changed'");
      assertState("57014", STATEMENT_TIMEOUT, "COMMIT");
      blocking.rollback();
    }
    assertThat(text(beside, "SELECT count(*) FROM argosy.transactions")).isEqualTo("0");
    assertThat(text(beside, "SELECT count(*) FROM shop.parts WHERE note = 'changed'"))
        .isEqualTo("0");
    assertThat(statement.executeUpdate("UPDATE shop.parts SET note = note")).isEqualTo(900);
  }
}
