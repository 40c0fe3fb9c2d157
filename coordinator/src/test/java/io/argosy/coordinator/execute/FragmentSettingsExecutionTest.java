package io.argosy.coordinator.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fragments run with settings of their own, and nothing else does. */
class FragmentSettingsExecutionTest {
  /** A volatile function in a fragment says what it runs with there. */
  private static final String IN_FRAGMENTS =
      "SELECT DISTINCT tuned_cost() FROM tuned WHERE id < 1000 ORDER BY 1";

  private static final String JOINED =
      "SELECT DISTINCT tuned_cost() FROM tuned a JOIN tuned b ON a.other = b.other";

  @BeforeAll
  static void createTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE tuned (id int PRIMARY KEY, other int)",
          "SELECT create_distributed_table('tuned', 'id')",
          "INSERT INTO tuned SELECT i, i % 7 FROM generate_series(1, 1000) i",
          "CREATE FUNCTION tuned_cost() RETURNS text LANGUAGE sql VOLATILE"
              + " BEGIN ATOMIC SELECT current_setting('random_page_cost'); END",
          "SELECT declare_function_safe('tuned_cost()')");
    }
  }

  @Test
  void fragmentsRunWithWhatSuitsTheirNodes() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      assertThat(explained(connection, IN_FRAGMENTS))
          .contains("PUSHDOWN on node1, node2, node3", "Settings on node3: effective_cache_size")
          .contains("random_page_cost = '1.3'");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("1.3");
      assertThat(explained(connection, JOINED)).contains("STAGED on").contains("Settings on node1");
      assertThat(SharedCluster.rows(connection, JOINED)).containsExactly("1.3");
      SharedCluster.run(connection, "SET argosy.fragment_settings = off");
      assertThat(explained(connection, IN_FRAGMENTS)).doesNotContain("Settings on");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("4");
      assertThat(SharedCluster.rows(connection, JOINED)).containsExactly("4");
    }
  }

  @Test
  void theSessionsOwnSettingWins() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "SET random_page_cost = 3");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("3");
      assertThat(SharedCluster.rows(connection, JOINED)).containsExactly("3");
      SharedCluster.run(connection, "RESET random_page_cost", "BEGIN");
      SharedCluster.run(connection, "SET LOCAL random_page_cost = 2");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("2");
      SharedCluster.run(connection, "ROLLBACK");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("1.3");
    }
  }

  @Test
  void theRolesOwnSettingWins() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE ROLE tuner LOGIN",
          "ALTER ROLE tuner SET random_page_cost = 2.5",
          "GRANT SELECT ON tuned TO tuner");
    }
    try (Connection connection = DriverManager.getConnection(SharedCluster.url() + "?user=tuner")) {
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("2.5");
      assertThat(explained(connection, IN_FRAGMENTS))
          .contains("effective_cache_size")
          .doesNotContain("random_page_cost = '");
    }
  }

  @Test
  void givenSettingsAreSent() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection, "SET argosy.fragment_settings = 'random_page_cost=2, work_mem=64MB'");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("2");
      assertThat(explained(connection, IN_FRAGMENTS))
          .contains("Settings on node2: random_page_cost = '2', work_mem = '64MB'");
      for (String wrong : List.of("cheap", "TimeZone=UTC", "random_page_cost=cheap")) {
        SharedCluster.run(connection, "SET argosy.fragment_settings = '" + wrong + "'");
        assertThatThrownBy(() -> SharedCluster.rows(connection, IN_FRAGMENTS))
            .as(wrong)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"));
      }
    }
  }

  @Test
  void theClientNeverSeesThem() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      for (String begin : List.of("SELECT", "BEGIN", "BEGIN READ ONLY")) {
        SharedCluster.run(connection, begin);
        for (String query : List.of(IN_FRAGMENTS, JOINED, IN_FRAGMENTS)) {
          assertThat(SharedCluster.rows(connection, query)).as(begin).containsExactly("1.3");
          assertThat(SharedCluster.rows(connection, "SHOW random_page_cost"))
              .as(begin)
              .containsExactly("4");
          assertThat(SharedCluster.rows(connection, "SELECT current_setting('random_page_cost')"))
              .containsExactly("4");
        }
        SharedCluster.run(connection, begin.equals("SELECT") ? "SELECT" : "COMMIT");
      }
      SharedCluster.run(connection, "BEGIN", "SAVEPOINT s");
      assertThatThrownBy(
              () -> SharedCluster.rows(connection, "SELECT sum(1 / (id - 5)) FROM tuned"))
          .hasMessageContaining("division by zero");
      SharedCluster.run(connection, "ROLLBACK TO s");
      assertThat(SharedCluster.rows(connection, "SHOW random_page_cost")).containsExactly("4");
      SharedCluster.run(connection, "ROLLBACK");
    }
  }

  @Test
  void backendsGoBackAsTheyWere() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.rows(connection, IN_FRAGMENTS);
      SharedCluster.rows(connection, JOINED);
      // The session holds none of them now; its next statements take them out of the pools again.
      SharedCluster.run(connection, "SET argosy.fragment_settings = off");
      assertThat(SharedCluster.rows(connection, IN_FRAGMENTS)).containsExactly("4");
    }
  }

  private static String explained(Connection connection, String query) throws SQLException {
    return String.join("\n", SharedCluster.rows(connection, "EXPLAIN (VERBOSE) " + query));
  }
}
