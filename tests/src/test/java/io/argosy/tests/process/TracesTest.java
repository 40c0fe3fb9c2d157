package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.links.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What who collects traces gets, and what becomes of a coordinator where nobody does. */
@Timeout(120)
class TracesTest {
  private static final String PARENT = "c532cb4098ac3dd2";
  private static final String JOIN =
      "SELECT count(*) FROM orders o JOIN orders p ON o.id + 1 = p.customer WHERE o.id > 47110815";

  private static TestCluster nodes;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws SQLException {
    nodes = TestCluster.start(2);
    try (Connection connection = DriverManager.getConnection(nodes.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE orders (id bigint, customer bigint)");
      statement.execute("SELECT create_distributed_table('orders', 'id')");
      statement.execute("INSERT INTO orders SELECT i, i FROM generate_series(1, 300) AS i");
    }
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  private CoordinatorProcess coordinator(String traces) throws IOException {
    StringBuilder file =
        new StringBuilder(
            """
            listen: {host: 127.0.0.1, port: 0}
            database: argosy
            administrator: postgres
            users: {postgres: trust}
            traces: {%s}
            nodes:
            """
                .formatted(traces));
    List<EmbeddedServer> servers = nodes.cluster().servers();
    for (int i = 0; i < servers.size(); i++) {
      file.append(
          "  - {name: node%d, url: \"jdbc:postgresql://127.0.0.1:%d/\"}\n"
              .formatted(i + 1, servers.get(i).port()));
    }
    return CoordinatorProcess.start(
        CoordinatorConfiguration.read(
            Files.writeString(folder.resolve("coordinator.yaml"), file), Map.of()));
  }

  private static Connection connect(CoordinatorProcess coordinator, String more)
      throws SQLException {
    return DriverManager.getConnection(coordinator.jdbcUrl() + "?user=postgres" + more);
  }

  /** Trace ids of the test's own, which are not to be found by chance. */
  private static String trace(int number) {
    return "5bd66ef5095369c7b0d1f8f4bd3371" + "%02x".formatted(number);
  }

  private static String comment(int trace) {
    return "/*app='shop',traceparent='00-" + trace(trace) + "-" + PARENT + "-01'*/";
  }

  @Test
  void tracesGoOnWhatClientsHaveBegun() throws IOException, SQLException {
    Files.writeString(folder.resolve("token.txt"), "Bearer abc\n");
    try (TraceCollector collector = new TraceCollector();
        CoordinatorProcess coordinator =
            coordinator(
                collector.endpoint()
                    + ", service: shop-database, sample_ratio: 0"
                    + ", headers: [{name: Authorization, value_file: token.txt}]")) {
      try (Connection connection = connect(coordinator, "");
          Statement statement = connection.createStatement()) {
        statement.execute(JOIN + " " + comment(1) + ";");
        statement.execute("SELECT '/*traceparent=''00-" + trace(2) + "-" + PARENT + "-01''*/'");
        assertThatThrownBy(
                () -> statement.execute("SELECT 1 / (id - id) FROM orders " + comment(3)))
            .isInstanceOf(SQLException.class);
        try (PreparedStatement prepared =
            connection.prepareStatement(
                "SELECT * FROM orders WHERE id = ? AND customer <> 47110815" + comment(4))) {
          prepared.setLong(1, 17);
          prepared.executeQuery().close();
        }
      }
      try (Connection connection = connect(coordinator, "&preferQueryMode=simple");
          Statement statement = connection.createStatement()) {
        statement.execute(comment(5) + JOIN);
        statement.execute("SELECT 1; SELECT count(*) FROM orders " + comment(6));
      }
      for (int trace : new int[] {1, 3, 4, 5, 6}) {
        awaitAsserted(() -> assertThat(collector.statements(trace(trace), PARENT)).isPositive());
      }
      String all = collector.all();
      assertThat(collector.statements(trace(2), PARENT)).isZero();
      assertThat(all)
          .contains("shop-database", "SELECT argosy", "STAGED", "22012")
          .contains("plan", "stage argosy_stage_1", "send node1", "load node2", "execute")
          .contains("WHERE o.id > $2", "WHERE id = $1 AND customer <> $2")
          .doesNotContain("47110815");
      assertThat(collector.authorizations()).containsOnly("Bearer abc");
    }
  }

  /**
   * The first spans of a process take their time, beyond what a coordinator waits when it stops.
   */
  private static void awaitAsserted(ThrowingRunnable assertion) {
    await().atMost(Duration.ofSeconds(20)).untilAsserted(assertion);
  }

  /** The comment is a part of what is prepared. */
  @Test
  void whatIsPreparedOnceIsTracedEachTime() throws IOException, SQLException {
    try (TraceCollector collector = new TraceCollector()) {
      try (CoordinatorProcess coordinator =
              coordinator(collector.endpoint() + ", sample_ratio: 0.0");
          Connection connection = connect(coordinator, "&prepareThreshold=1");
          PreparedStatement prepared =
              connection.prepareStatement("SELECT * FROM orders WHERE id = ?" + comment(7))) {
        for (int i = 0; i < 3; i++) {
          prepared.setLong(1, i);
          prepared.executeQuery().close();
        }
      }
      awaitAsserted(() -> assertThat(collector.statements(trace(7), PARENT)).isEqualTo(3));
    }
  }

  @Test
  void allAreTracedWhereNothingElseIsSaid() throws IOException, SQLException {
    try (TraceCollector collector = new TraceCollector()) {
      try (CoordinatorProcess coordinator = coordinator(collector.endpoint());
          Connection connection = connect(coordinator, "");
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT max(customer) FROM orders");
        // As who looks at what others do.
        statement.execute("SELECT name FROM argosy.nodes");
      }
      // What waited is sent at the end.
      awaitAsserted(() -> assertThat(collector.all()).contains("SELECT max(customer) FROM orders"));
      assertThat(collector.all()).doesNotContain("argosy.nodes");
    }
  }

  @Test
  void aCollectorIsKnownByItsAuthority() throws Exception {
    TestAuthority known = TestAuthority.create(folder, "known");
    TestAuthority stranger = TestAuthority.create(folder, "stranger");
    try (TraceCollector collector = TraceCollector.secured(known.sign("collector"))) {
      for (TestAuthority trusted : List.of(stranger, known)) {
        assertThat(collector.all()).isEmpty();
        String authority = ", authority: \"" + trusted.certificate() + "\"";
        try (CoordinatorProcess coordinator = coordinator(collector.endpoint() + authority);
            Connection connection = connect(coordinator, "");
            Statement statement = connection.createStatement()) {
          statement.execute("SELECT max(customer) FROM orders");
        }
      }
      awaitAsserted(() -> assertThat(collector.all()).contains("SELECT max(customer) FROM orders"));
    }
  }

  /** Nobody listens at the port, or somebody who never answers. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whereNobodyCollectsThemStatementsGoOn(boolean listens) throws IOException, SQLException {
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      if (!listens) {
        // Its port is free again.
        socket.close();
      }
      CoordinatorProcess coordinator =
          coordinator("endpoint: \"http://127.0.0.1:" + socket.getLocalPort() + "/v1/traces\"");
      long stopped;
      try (coordinator) {
        try (Connection connection = connect(coordinator, "");
            Statement statement = connection.createStatement()) {
          long begin = System.nanoTime();
          for (int i = 0; i < 100; i++) {
            try (ResultSet row = statement.executeQuery("SELECT count(*) FROM orders")) {
              assertThat(row.next()).isTrue();
              assertThat(row.getLong(1)).isEqualTo(300);
            }
          }
          assertThat(Duration.ofNanos(System.nanoTime() - begin))
              .isLessThan(Duration.ofSeconds(20));
        }
        stopped = System.nanoTime();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(8));
    }
  }
}
