package io.argosy.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.MachineMeasure;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.node.sample.MachineSampler;
import io.argosy.node.sample.SampledServer;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.client.ServerAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
  private static final MetricsServer.Listener ANY_PORT = new MetricsServer.Listener("127.0.0.1", 0);
  private static final Pattern HELP = Pattern.compile("# HELP (argosy_\\w+) (.*)");
  private static final Pattern TYPE = Pattern.compile("# TYPE (argosy_\\w+) (\\w+)");
  private static final Pattern TABLE_ROW =
      Pattern.compile("\\| `(argosy_\\w+)` \\| (\\w+) \\| (.*) \\|");

  private static Coordinator coordinator;
  private static PostgresServer endpoint;
  private static MetricsServer metrics;

  @BeforeAll
  static void start() throws IOException {
    coordinator = new Coordinator(SharedCluster.nodes());
    endpoint =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Authenticator.Requirement.Trust()),
            coordinator);
    endpoint.start();
    metrics = MetricsServer.start(ANY_PORT);
    metrics.add(new CoordinatorMetrics(coordinator, endpoint));
  }

  @AfterAll
  static void stop() {
    metrics.close();
    endpoint.close();
    coordinator.close();
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:"
            + endpoint.port()
            + "/"
            + EmbeddedServer.DATABASE
            + "?user=postgres");
  }

  private static HttpResponse<String> get(MetricsServer server, String path)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  /** The value of a sample; 0 where there is none. */
  private static double sample(String name) throws IOException, InterruptedException {
    return get(metrics, "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  @Test
  void countsWhatStatementsDo() throws Exception {
    double gathered = sample("argosy_statement_duration_seconds_count{strategy=\"ROUTE\"}");
    double pushed = sample("argosy_statement_duration_seconds_count{strategy=\"PUSHDOWN\"}");
    double rows = sample("argosy_rows_total");
    double wrong = sample("argosy_errors_total{class=\"22\"}");
    double commits = sample("argosy_two_phase_commits_total");
    double received = sample("argosy_node_received_bytes_total{node=\"node2\"}");
    double shipped = sample("argosy_node_shipped_bytes_total{node=\"node1\"}");

    try (Connection connection = connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE metered (id bigint PRIMARY KEY, name text)",
          "SELECT create_distributed_table('metered', 'id')",
          "INSERT INTO metered SELECT i, 'x' FROM generate_series(1, 100) AS i");
      assertThat(SharedCluster.rows(connection, "SELECT id FROM metered")).hasSize(100);
      assertThat(SharedCluster.rows(connection, "SELECT 1")).containsExactly("1");
      assertThat(sample("argosy_connections")).isEqualTo(1);
      try {
        SharedCluster.rows(connection, "SELECT 1 / (id - id) FROM metered");
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo("22012");
      }
      SharedCluster.run(connection, "DROP TABLE metered");
    }

    assertThat(sample("argosy_statement_duration_seconds_count{strategy=\"ROUTE\"}"))
        .isGreaterThan(gathered);
    assertThat(sample("argosy_statement_duration_seconds_count{strategy=\"PUSHDOWN\"}"))
        .isEqualTo(pushed + 1);
    assertThat(sample("argosy_rows_total")).isGreaterThanOrEqualTo(rows + 201);
    assertThat(sample("argosy_errors_total{class=\"22\"}")).isEqualTo(wrong + 1);
    assertThat(sample("argosy_two_phase_commits_total")).isGreaterThan(commits);
    assertThat(sample("argosy_node_received_bytes_total{node=\"node2\"}")).isGreaterThan(received);
    assertThat(sample("argosy_node_shipped_bytes_total{node=\"node1\"}"))
        .isGreaterThanOrEqualTo(shipped);
    assertThat(sample("argosy_statements_running")).isZero();
    assertThat(sample("argosy_node_backends_leased{node=\"node1\"}")).isZero();
  }

  @Test
  void tellsNothingOfStatementsInItsLabels() throws Exception {
    try (Connection connection = connect()) {
      SharedCluster.rows(connection, "SELECT 'a secret of somebody''s'");
    }

    String body = get(metrics, "/metrics").body();

    assertThat(body).doesNotContain("secret").contains("jvm_memory_used_bytes", "netty_allocator");
    assertThat(body.lines().filter(line -> !line.startsWith("#")).count()).isLessThan(600);
  }

  @Test
  void classesOfErrorsAreBounded() {
    assertThat(SqlStateClasses.of("53300")).isEqualTo("53");
    assertThat(SqlStateClasses.of("Z9999")).isEqualTo("other");
    assertThat(SqlStateClasses.of("")).isEqualTo("other");
  }

  @Test
  void isAliveBeforeItIsReady() throws Exception {
    try (MetricsServer server = MetricsServer.start(ANY_PORT)) {
      assertThat(get(server, "/health").statusCode()).isEqualTo(200);
      assertThat(get(server, "/ready").statusCode()).isEqualTo(503);
      server.readyWhen(new NodesReachable(coordinator.cluster()));
      assertThat(get(server, "/ready").body()).isEqualTo("ready\n");
      server.stopping();
      assertThat(get(server, "/ready").body()).isEqualTo("stopping\n");
      assertThat(get(server, "/health").statusCode()).isEqualTo(200);
      assertThat(get(server, "/healthy").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void isNotReadyWithoutANode() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (MetricsServer server = MetricsServer.start(ANY_PORT);
        LocalNode gone = new LocalNode(EngineConfig.of("gone", "127.0.0.1", port))) {
      server.readyWhen(
          new NodesReachable(
              new Cluster(
                  List.of(SharedCluster.nodes().home(), gone),
                  EmbeddedServer.DATABASE,
                  "postgres")));
      HttpResponse<String> answer = get(server, "/ready");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("node gone cannot be reached\n");
      server.readyWhen(new ServerReachable(List.of(new ServerAddress("127.0.0.1", port))));
      assertThat(get(server, "/ready").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void tellsWhatTheMachineDoesAndNothingOfWhatItCannotRead() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/stat")), "only Linux has this file");
    MachineSampler machine = SharedCluster.agent(0).sampler().orElseThrow();
    await().until(() -> machine.total(MachineMeasure.IDLE_SHARE).isPresent());
    try (MetricsServer agent = MetricsServer.start(ANY_PORT)) {
      agent.add(new MachineMetrics(machine));
      Map<String, Double> told = new TreeMap<>();
      for (String line : get(agent, "/metrics").body().lines().toList()) {
        if (line.startsWith("argosy_machine_")) {
          String[] words = line.split(" ");
          told.put(words[0], Double.parseDouble(words[1]));
        }
      }
      assertThat(told).hasSize(MachineMeasure.values().length);
      assertThat(told.get("argosy_machine_idle_seconds_total")).isPositive();
      assertThat(told.get("argosy_machine_processors")).isGreaterThanOrEqualTo(1);
      assertThat(told.get("argosy_machine_memory_total_bytes")).isGreaterThan(1e6);
    }
    Path nothing = Files.createTempDirectory("nothing");
    try (MetricsServer agent = MetricsServer.start(ANY_PORT);
        MachineSampler blind =
            MachineSampler.start(nothing, nothing, SampledServer.of(Optional.empty()))) {
      agent.add(new MachineMetrics(blind));
      assertThat(get(agent, "/metrics").body().lines())
          .filteredOn(line -> line.startsWith("argosy_machine_"))
          .hasSize(MachineMeasure.values().length)
          .allMatch(line -> line.endsWith(" NaN"));
    }
  }

  @Test
  void theManualListsEveryMetric() throws Exception {
    Map<String, String> told = new TreeMap<>();
    try (MetricsServer agent = MetricsServer.start(ANY_PORT)) {
      agent.add(new AgentMetrics(SharedCluster.agent(0)));
      agent.add(new MachineMetrics(SharedCluster.agent(0).sampler().orElseThrow()));
      for (String body : List.of(get(metrics, "/metrics").body(), get(agent, "/metrics").body())) {
        for (String line : body.lines().toList()) {
          Matcher help = HELP.matcher(line);
          Matcher type = TYPE.matcher(line);
          if (help.matches()) {
            told.merge(help.group(1), help.group(2), (a, b) -> b);
          } else if (type.matches()) {
            told.merge(type.group(1), type.group(2), (text, kind) -> kind + " | " + text);
          }
        }
      }
    }
    List<String> expected = new ArrayList<>();
    told.forEach((name, rest) -> expected.add("| `" + name + "` | " + rest + " |"));

    assertThat(
            Files.readAllLines(Path.of("..", "docs", "operations.md")).stream()
                .filter(line -> TABLE_ROW.matcher(line).matches())
                .sorted())
        .containsExactlyElementsOf(expected.stream().sorted().toList());
  }
}
