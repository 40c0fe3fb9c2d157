package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** Whatever goes wrong in the coordinator, the client is told, and its session goes on. */
class ErrorsOfJavaTest {
  private final AtomicReference<Throwable> bug = new AtomicReference<>();

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException thrown(Throwable any) throws T {
    throw (T) any;
  }

  @Test
  void endNoSession() throws IOException, SQLException {
    String url =
        SharedCluster.startCoordinator(
            (parsed, facts, estimator) -> {
              throw ErrorsOfJavaTest.<RuntimeException>thrown(bug.get());
            });
    try (Connection connection = DriverManager.getConnection(url + "?user=postgres")) {
      expect(connection, new AssertionError("a bug"), "XX000");
      expect(connection, new IllegalStateException("another"), "XX000");
      expect(connection, new NoClassDefFoundError("a class"), "XX000");
      expect(connection, new OutOfMemoryError("in moderation"), "53200");
      expect(connection, new StackOverflowError(), "54001");
    }
  }

  private void expect(Connection connection, Throwable error, String state) throws SQLException {
    bug.set(error);
    PSQLException told = null;
    try {
      SharedCluster.run(connection, "SELECT count(*) FROM pg_catalog.pg_class");
    } catch (PSQLException e) {
      told = e;
    }
    assertThat(told == null ? "none" : told.getSQLState()).isEqualTo(state);
    if (state.equals("XX000")) {
      assertThat(told.getServerErrorMessage().getHint())
          .matches("The coordinator's log says more of error [0-9a-f]{8}\\.");
    }
    SharedCluster.run(connection, "SET search_path = public");
  }
}
