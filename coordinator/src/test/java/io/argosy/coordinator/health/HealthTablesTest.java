package io.argosy.coordinator.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.Node;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthTablesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Test
  void nodesTellOfThemselves() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          SharedCluster.rows(
                              connection,
                              "SELECT position, name, first_slot, slots, problem, answer_ms > 0,"
                                  + " bytes > 0, backends > 0, backends_limit > 0, standbys,"
                                  + " started < now(), server_version ="
                                  + " current_setting('server_version') FROM argosy.node_states"
                                  + " ORDER BY position"))
                      .containsExactly(
                          "0|node1|0|342|null|t|t|t|t|[]|t|t",
                          "1|node2|342|341|null|t|t|t|t|[]|t|t",
                          "2|node3|683|341|null|t|t|t|t|[]|t|t"));
    }
  }

  @Test
  void standbysAreShownAsInPostgres() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "CREATE ROLE health_reader LOGIN");
      try (Connection reader =
          DriverManager.getConnection(SharedCluster.url() + "?user=health_reader")) {
        assertThat(
                SharedCluster.rows(
                    reader, "SELECT DISTINCT standbys IS NULL FROM argosy.node_states"))
            .containsExactly("t");
        SharedCluster.run(connection, "GRANT pg_read_all_stats TO health_reader");
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(
                            SharedCluster.rows(
                                reader, "SELECT DISTINCT standbys IS NULL FROM argosy.node_states"))
                        .containsExactly("f"));
      } finally {
        SharedCluster.run(connection, "DROP ROLE health_reader");
      }
    }
  }

  @Test
  void partsOfTablesHaveTheirSizes() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE sized (a int PRIMARY KEY, b text)",
          "CREATE TABLE \"Sized, too\" (a int)",
          "SELECT create_distributed_table('sized', 'a')",
          "SELECT create_reference_table('\"Sized, too\"')",
          "INSERT INTO sized SELECT n, repeat('x', 100) FROM generate_series(1, 3000) n",
          "ANALYZE sized");
      String query =
          "SELECT table_name, count(DISTINCT node), sum(bytes) > 300000, sum(rows)"
              + " FROM argosy.table_sizes WHERE table_name ILIKE 'sized%'"
              + " GROUP BY table_name ORDER BY table_name";
      // Another test may have read it a moment ago.
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(SharedCluster.rows(connection, query))
                      .containsExactly("Sized, too|3|f|-3", "sized|3|t|3000"));
      SharedCluster.run(connection, "DROP TABLE sized, \"Sized, too\"");
    }
  }

  @Test
  void aNodeThatIsGoneIsNamedAndHoldsUpNobody() throws IOException {
    Cluster shared = SharedCluster.nodes();
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (Node gone = new LocalNode(EngineConfig.of("gone", "127.0.0.1", port))) {
      List<Node> nodes = new ArrayList<>(shared.nodes());
      nodes.set(2, gone);
      NodeSurvey survey =
          new NodeSurvey(new Cluster(nodes, shared.database(), shared.administrator()), "SELECT 1");
      long start = System.nanoTime();
      List<NodeSurvey.Answer> answers = survey.ask();
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isLessThan(NodeSurvey.PATIENCE.plusSeconds(3));
      assertThat(answers).extracting(NodeSurvey.Answer::position).containsExactly(0, 1, 2);
      assertThat(answers.get(0).problem()).isEmpty();
      assertThat(answers.get(1).rows()).containsExactly(List.of("1"));
      assertThat(answers.get(2).problem()).isPresent();
      assertThat(answers.get(2).rows()).isEmpty();
    }
  }
}
