package io.argosy.coordinator.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.Machine;
import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

@Timeout(120)
class NodeResourcesTest extends SessionTest {
  private static final String NODES = "SELECT DISTINCT node FROM argosy.node_resources ORDER BY 1";

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @BeforeEach
  void nothingIsKnown() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/stat")), "only Linux has this file");
    SharedCluster.onNode(
        0, "WITH gone AS (DELETE FROM argosy.node_resource_records RETURNING 1) TABLE gone");
    await().atMost(PATIENCE).until(() -> rows(NODES).equals(List.of("node1", "node2", "node3")));
  }

  @Test
  void columnsAreMeasuresAndSayWhatTheyAre() throws SQLException {
    List<String> expected = new ArrayList<>();
    for (MachineMeasure measure : MachineMeasure.values()) {
      expected.add(
          measure.column()
              + "|"
              + (measure.kind().isWhole() ? "bigint" : "double precision")
              + "|"
              + measure.description());
    }
    assertThat(
            rows(
                "SELECT attname, format_type(atttypid, -1), col_description(attrelid, attnum)"
                    + " FROM pg_attribute WHERE attrelid = 'argosy.node_resources'::regclass"
                    + " AND attnum > 3 ORDER BY attnum"))
        .containsExactlyElementsOf(expected);
  }

  @Test
  void aBusySecondShowsUp() throws Exception {
    String begun = rows("SELECT clock_timestamp()").getFirst();
    try (BusyMachine busy = new BusyMachine(Path.of("target"))) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          rows(
                              "SELECT node FROM argosy.node_resources"
                                  + " WHERE user_share + system_share > 0.4"
                                  + " AND disk_write_bytes > 1000000"
                                  + " AND disk_busy_share > 0 AND disk_request_bytes > 1000"
                                  + " AND at > '"
                                  + begun
                                  + "' GROUP BY node ORDER BY node"))
                      .containsExactly("node1", "node2", "node3"));
      assertThat(busy.hasFailed()).isFalse();
    }
  }

  @Test
  void valuesArePossible() throws SQLException {
    assertThat(
            rows(
                "SELECT DISTINCT processors >= "
                    + Runtime.getRuntime().availableProcessors()
                    + ", memory_total > memory_available, coalesce(abs(user_share +"
                    + " system_share + iowait_share + steal_share + idle_share - 1) < 0.01, true),"
                    + " seconds BETWEEN 0.4 AND 60, at BETWEEN now() - interval '16 min' AND"
                    + " clock_timestamp() FROM argosy.node_resources"))
        .containsExactly("t|t|t|t|t");
  }

  @Test
  void rowsAreThereOnceWhoeverReadsThem() throws Exception {
    String other = SharedCluster.startCoordinator(new Planner()::plan);
    String all = "SELECT count(*) FROM argosy.node_resources";
    try (Connection second = DriverManager.getConnection(other + "?user=postgres")) {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(300))
          .until(
              () ->
                  Integer.parseInt(rows(all).getFirst()) >= 12
                      && Integer.parseInt(SharedCluster.rows(second, all).getFirst()) >= 12);
      assertThat(
              SharedCluster.rows(
                  second,
                  "SELECT node, at, gap FROM (SELECT node, at,"
                      + " at - lag(at) OVER (PARTITION BY node ORDER BY at) AS gap"
                      + " FROM argosy.node_resources) AS gaps WHERE gap < interval '0.3 s'"))
          .isEmpty();
    }
  }

  /** It has neither the table nor the view. */
  @Test
  void aSchemaOfTheVersionBeforeIsBroughtUpToDate() throws Exception {
    for (int node = 0; node < 3; node++) {
      try (Connection direct = SharedCluster.connectTo(node, "postgres")) {
        SharedCluster.run(
            direct, "DROP VIEW argosy.node_resources", "DROP TABLE argosy.node_resource_records");
      }
    }
    String url = SharedCluster.startCoordinator(new Planner()::plan);
    try (Connection upgraded = DriverManager.getConnection(url + "?user=postgres")) {
      assertThat(SharedCluster.rows(upgraded, NODES)).hasSize(3);
      // The one that was there before sees that the catalog has changed.
      assertThat(rows(NODES)).hasSize(3);
    }
  }

  @Test
  void oldRowsGo() throws Exception {
    SharedCluster.onNode(
        0,
        "WITH old AS (INSERT INTO argosy.node_resource_records (node, sampled, at, seconds)"
            + " VALUES ('node1', now() - interval '1 hour', now() - interval '1 hour', 1)"
            + " RETURNING 1) TABLE old");
    assertThat(
            rows(
                "SELECT count(*) FROM argosy.node_resources"
                    + " WHERE at < now() - interval '20 min'"))
        .containsExactly("0");
  }

  @Test
  void rowsAreForThoseWhoMayReadAllStatistics() throws Exception {
    run("CREATE ROLE onlooker LOGIN");
    try (Connection onlooker =
        DriverManager.getConnection(SharedCluster.url() + "?user=onlooker")) {
      assertThat(SharedCluster.rows(onlooker, NODES)).isEmpty();
      assertThatThrownBy(() -> SharedCluster.rows(onlooker, "TABLE argosy.node_resource_records"))
          .hasMessageContaining("permission denied");
      run("GRANT pg_monitor TO onlooker");
      assertThat(SharedCluster.rows(onlooker, NODES)).hasSize(3);
    } finally {
      run("DROP ROLE onlooker");
    }
  }

  /** The others' rows are there, and only the first who comes waits for it. */
  @Test
  void aNodeThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
    CountDownLatch answers = new CountDownLatch(1);
    Cluster shared = SharedCluster.nodes();
    List<Node> nodes = new ArrayList<>(shared.nodes());
    nodes.set(1, new Hanging(nodes.get(1), answers));
    String url =
        SharedCluster.serve(
            new Coordinator(
                new Cluster(nodes, shared.database(), shared.administrator()),
                new Planner()::plan,
                new SnapshotBarrier(true)));
    SharedCluster.onNode(
        0, "WITH gone AS (DELETE FROM argosy.node_resource_records RETURNING 1) TABLE gone");
    try (Connection session = DriverManager.getConnection(url + "?user=postgres");
        Statement statement = session.createStatement()) {
      long start = System.nanoTime();
      assertThat(nodesOf(statement)).containsExactly("node1", "node3");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(10));
      SQLWarning warning = statement.getWarnings();
      assertThat((Throwable) warning)
          .isInstanceOfSatisfying(
              PSQLWarning.class,
              told ->
                  assertThat(told.getServerErrorMessage())
                      .extracting(ServerErrorMessage::getMessage, ServerErrorMessage::getDetail)
                      .containsExactly(
                          "node \"node2\" cannot be asked what its machine did",
                          "it has not answered within 2 s"));
      assertThat(warning.getSQLState()).isEqualTo("08006");
      assertThat((Throwable) warning.getNextWarning()).isNull();

      assertThat(nodesOf(statement)).containsExactly("node1", "node3");
      assertThat(statement.getWarnings().getMessage()).contains("node2");

      answers.countDown();
      await()
          .atMost(PATIENCE)
          .until(() -> nodesOf(statement).equals(List.of("node1", "node2", "node3")));
    }
  }

  private static List<String> nodesOf(Statement statement) throws SQLException {
    statement.clearWarnings();
    List<String> nodes = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(NODES)) {
      while (result.next()) {
        nodes.add(result.getString(1));
      }
    }
    return nodes;
  }

  /** A node that does not say what its machine did until it may. */
  private record Hanging(Node node, CountDownLatch answers) implements Node {
    @Override
    public String name() {
      return node.name();
    }

    @Override
    public NodeSession open(SessionOptions options) {
      return node.open(options);
    }

    @Override
    public Optional<Machine> machine() {
      return node.machine();
    }

    @Override
    public Optional<MachineSamples> samples(Instant since, int most) {
      try {
        answers.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return node.samples(since, most);
    }

    @Override
    public void leaveDatabase(String database) {
      node.leaveDatabase(database);
    }

    @Override
    public void close() {
      // The shared nodes stay.
    }
  }

  /** Computes, and writes a file to the disk again and again, until it is closed. */
  private static final class BusyMachine implements AutoCloseable {
    private static final int BYTES = 1 << 20;

    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private BusyMachine(Path directory) {
      threads.execute(() -> write(directory));
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        threads.execute(this::compute);
      }
    }

    private void compute() {
      while (!closed.get()) {
        Thread.onSpinWait();
      }
    }

    private void write(Path directory) {
      byte[] bytes = new byte[BYTES];
      Arrays.fill(bytes, (byte) 7);
      try {
        Path file = Files.createTempFile(directory, "busy", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          while (!closed.get()) {
            channel.write(ByteBuffer.wrap(bytes), 0);
            channel.force(true);
          }
        } finally {
          Files.delete(file);
        }
      } catch (IOException e) {
        failed.set(true);
      }
    }

    private boolean hasFailed() {
      return failed.get();
    }

    @Override
    public void close() {
      closed.set(true);
      threads.close();
    }
  }
}
