package io.argosy.coordinator.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The session's inline limit reaches the agents. */
class InlineLimitTest {
  /** About 120 kB. */
  private static final String QUERY = "SELECT repeat('x', 100) FROM generate_series(1, 1000)";

  private static final Pattern NETWORK = Pattern.compile("\"Network Bytes\" : (\\d+)");

  private static long networkBytes(Connection connection) throws SQLException {
    String plan =
        String.join(
            "\n", SharedCluster.rows(connection, "EXPLAIN (ANALYZE, FORMAT JSON) " + QUERY));
    Matcher bytes = NETWORK.matcher(plan);
    assertThat(bytes.find()).as(plan).isTrue();
    return Long.parseLong(bytes.group(1));
  }

  @Test
  void answersUpToTheLimitAreNotCompressed() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThat(SharedCluster.rows(connection, "SHOW argosy.inline_limit"))
          .containsExactly("16kB");
      assertThat(networkBytes(connection)).isLessThan(20_000);
      SharedCluster.run(connection, "SET argosy.inline_limit = '128kB'");
      assertThat(networkBytes(connection)).isGreaterThan(100_000);
      SharedCluster.run(connection, "SET argosy.inline_limit = 0");
      assertThat(networkBytes(connection)).isLessThan(20_000);
    }
  }

  @Test
  void aWrongValueIsRefusedAndTheSessionGoesOn() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      for (String wrong : List.of("small", "-1", "257kB", "99999999999TB")) {
        assertThatThrownBy(
                () -> SharedCluster.run(connection, "SET argosy.inline_limit = '" + wrong + "'"))
            .as(wrong)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
        assertThat(SharedCluster.rows(connection, "SHOW argosy.inline_limit"))
            .containsExactly("16kB");
      }
      SharedCluster.run(connection, "SET argosy.inline_limit = '256kB'");
      SharedCluster.run(connection, "RESET argosy.inline_limit");
      assertThat(SharedCluster.rows(connection, "SHOW argosy.inline_limit"))
          .containsExactly("16kB");
    }
  }

  @Test
  void aConnectionCanBeginWithAnother() throws Exception {
    String url = SharedCluster.url() + "?user=postgres&options=-c%20argosy.inline_limit=";
    try (Connection connection = DriverManager.getConnection(url + "128kB")) {
      assertThat(networkBytes(connection)).isGreaterThan(100_000);
    }
    assertThatThrownBy(() -> DriverManager.getConnection(url + "1MB"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
  }
}
