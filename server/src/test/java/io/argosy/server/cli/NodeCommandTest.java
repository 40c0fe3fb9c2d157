package io.argosy.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NodeCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;
  private EmbeddedNodes nodes;

  private int node(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  /** The nodes with these numbers, in this order. */
  private CoordinatorConfiguration configuration(int... numbers) throws IOException {
    Path file = directory.resolve("coordinator.yaml");
    String listed =
        IntStream.of(numbers)
            .mapToObj(number -> "  - {name: node%d, url: \"%s\"}".formatted(number, url(number)))
            .collect(Collectors.joining("\n"));
    Files.writeString(
        file,
        """
        listen: {host: 127.0.0.1, port: 0}
        database: argosy
        administrator: postgres
        users: {postgres: trust}
        nodes:
        """
            + listed);
    return CoordinatorConfiguration.read(file, Map.of());
  }

  /** Of a number that is too large: nobody listens there. */
  private String url(int number) {
    int port = number > nodes.servers().size() ? 1 : nodes.servers().get(number - 1).port();
    return "jdbc:postgresql://127.0.0.1:" + port + "/";
  }

  private static Connection connect(CoordinatorProcess process) throws SQLException {
    return DriverManager.getConnection(process.jdbcUrl() + "?user=postgres");
  }

  private static List<String> findings(CoordinatorConfiguration configuration) {
    return ClusterCheck.run(configuration, Set.of(ClusterCheck.Rows.values())).stream()
        .filter(
            finding ->
                finding.outcome() != Finding.Outcome.OK || finding.message().contains("member"))
        .map(finding -> finding.subject() + ": " + finding.message())
        .toList();
  }

  @Test
  void aNodeThatIsListedLaterJoins() throws Exception {
    try (EmbeddedNodes started =
        EmbeddedNodes.start(3, directory.resolve("nodes"), Map.of("fsync", "off"))) {
      nodes = started;
      try (CoordinatorProcess process = CoordinatorProcess.start(configuration(1, 2));
          Connection connection = connect(process)) {
        String url = process.jdbcUrl() + "?user=postgres";
        SharedCluster.run(
            connection,
            "CREATE TABLE spread (id int PRIMARY KEY)",
            "SELECT create_distributed_table('spread', 'id')",
            "INSERT INTO spread SELECT generate_series(1, 3000)");
        assertThat(node("node", "add", "node3", "--url", url)).isEqualTo(1);
        assertThat(err.toString())
            .contains("the coordinator's configuration lists no node \"node3\" (42704)");
        process.reload(configuration(1, 2, 4, 3));
        assertThat(findings(configuration(3, 1, 2)))
            .contains(
                "node3: is no member of the cluster yet; SELECT argosy.add_node('node3') makes it"
                    + " one");
        assertThat(node("node", "add", "node3", "--url", url)).as(err.toString()).isZero();
        assertThat(out.toString()).contains("node \"node3\" has joined", "added node3 in ");
        assertThat(node("rebalance", "--url", url)).as(err.toString()).isZero();
        assertThat(node("node", "list", "--url", url)).isZero();
        assertThat(out.toString()).contains("node1: 34", " slots, home node", "node3: 34");
        assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM spread"))
            .containsExactly("3000");
      }
      // In any order, with a server that is not there.
      try (CoordinatorProcess process = CoordinatorProcess.start(configuration(4, 3, 2, 1));
          Connection connection = connect(process)) {
        assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM spread"))
            .containsExactly("3000");
        assertThat(SharedCluster.rows(connection, "SELECT name FROM argosy.nodes ORDER BY 1"))
            .containsExactly("node1", "node2", "node3");
      }
      assertThat(findings(configuration(2, 3, 1)))
          .containsExactly(
              "node2: argosy.nodes lists the members of the cluster",
              "node3: argosy.nodes lists the members of the cluster",
              "node1: argosy.nodes lists the members of the cluster");
    }
  }
}
