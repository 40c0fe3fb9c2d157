package io.argosy.tests.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.histories.Operation.Read;
import io.argosy.tests.histories.Transaction.Level;
import io.argosy.tests.histories.Transaction.Outcome;
import io.argosy.tests.process.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients append to lists and read them while processes are killed and frozen, and what is between
 * them is cut, stalled and changed: {@code -Dhistories.seconds} says for how long (80, by one
 * coordinator and by two in turn), {@code -Dhistories.seed} which in which order; with {@code
 * -Dhistories.calm=true} nothing fails. What they were told must be possible, and nobody waits for
 * longer than docs/operations.md says.
 */
@Tag("slow")
class HistoriesTest {
  private static final Logger LOG = LoggerFactory.getLogger(HistoriesTest.class);
  private static final int NODES = 3;
  private static final int CLIENTS = 8;
  private static final Duration DURATION =
      Duration.ofSeconds(Long.getLong("histories.seconds", 80)).dividedBy(2);
  private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LONGEST_FAULT =
      Duration.ofSeconds(Long.getLong("histories.longest", 5));

  /** That of the documentation, and for as long the coordinator may be frozen. */
  private static final Duration BOUND =
      STATEMENT_TIMEOUT.plus(Duration.ofSeconds(20)).plus(LONGEST_FAULT);

  private static final Duration RECOVERY = Duration.ofSeconds(60);

  /** What another coordinator's transactions may look like. */
  private static final Set<Anomaly> OF_TWO_COORDINATORS =
      EnumSet.of(
          Anomaly.FRACTURED_READ_BEHIND_WRITE,
          Anomaly.G_SINGLE,
          Anomaly.STALE_READ,
          Anomaly.BACKWARD_READ);

  /** With {@code common_snapshots: false} it must fail. */
  private static final String SETTINGS = System.getProperty("histories.settings", "") + "\n";

  private final long seed = Long.getLong("histories.seed", System.nanoTime());
  @TempDir private Path directory;
  private final Recorder recorder = new Recorder();
  private List<String> faults = List.of();

  @Test
  void oneCoordinatorShowsOneState() throws Exception {
    run(1, EnumSet.noneOf(Anomaly.class));
  }

  @Test
  void twoCoordinatorsShowWhatIsDocumented() throws Exception {
    run(2, OF_TWO_COORDINATORS);
  }

  private void run(int coordinators, Set<Anomaly> allowed) throws Exception {
    try (LinkedCluster cluster = new LinkedCluster(directory, NODES, coordinators, SETTINGS)) {
      Lists lists = new Lists(cluster.url(0), cluster.servers());
      work(cluster, lists);
      readAll(cluster, lists);
      Report report = Checker.check(recorder.transactions());
      LOG.info(
          "{} coordinators: {}; committed {}; failures {}; longest wait {}; anomalies {}",
          coordinators,
          recorder.outcomes(),
          recorder.committedByLevel(),
          recorder.failures(),
          recorder.longest(),
          report.counts());
      Set<Anomaly> wrong = new HashSet<>(report.anomalies());
      wrong.removeAll(allowed);
      assertThat(wrong).as(report.describe(wrong) + String.join("\n", faults)).isEmpty();
      assertThat(recorder.longest().duration()).as(recorder.longest().toString()).isLessThan(BOUND);
    } catch (AssertionError e) {
      throw new AssertionError("with -Dhistories.seed=" + seed + ": " + e.getMessage(), e);
    }
  }

  private void work(LinkedCluster cluster, Lists lists) throws Exception {
    Random random = new Random(seed);
    try (ListClients clients = new ListClients(lists, recorder, STATEMENT_TIMEOUT)) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.start(cluster.url(i % cluster.coordinatorCount()), new Random(random.nextLong()));
      }
      if (Boolean.getBoolean("histories.calm")) {
        Thread.sleep(DURATION);
        return;
      }
      Faults faulty = new Faults(cluster, random, LONGEST_FAULT);
      try (faulty) {
        Thread.sleep(DURATION);
      }
      faults = faulty.told();
      LOG.info("faults: {}", faulty.counts());
    }
  }

  /** When everything is well again, and nothing is in doubt. */
  private void readAll(LinkedCluster cluster, Lists lists) throws SQLException, IOException {
    for (int i = 0; i < cluster.coordinatorCount(); i++) {
      int coordinator = i;
      await()
          .atMost(RECOVERY)
          .ignoreExceptions()
          .untilAsserted(
              () ->
                  assertThat(
                          Servers.ask(
                              cluster.url(coordinator), "SELECT gid FROM argosy.transactions"))
                      .isEmpty());
    }
    Set<List<String>> copies = new HashSet<>();
    for (int node = 0; node < NODES; node++) {
      int here = node;
      await()
          .atMost(RECOVERY)
          .untilAsserted(
              () ->
                  assertThat(cluster.servers().ask(here, "SELECT gid FROM pg_prepared_xacts"))
                      .isEmpty());
      copies.add(cluster.servers().ask(node, "SELECT copies FROM copies ORDER BY key"));
    }
    assertThat(copies).as("copies of the nodes").hasSize(1);
    recorder.add(whole(cluster.url(0), lists));
  }

  private static Transaction whole(String url, Lists lists) throws SQLException {
    String numbers =
        lists.used().stream().map(key -> "" + key.number()).collect(Collectors.joining(","));
    String sql =
        "SELECT '%1$s:' || key || '=' || array_to_string(items, ',') FROM %1$s WHERE key IN (%2$s)";
    long begin = System.nanoTime();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                sql.formatted(Lists.DISTRIBUTED, numbers)
                    + " UNION ALL "
                    + sql.formatted(Lists.REPLICATED, numbers))) {
      Set<Key> asked = new HashSet<>(lists.used());
      lists.used().stream()
          .map(key -> lists.named(Lists.DISTRIBUTED, key.number()))
          .forEach(asked::add);
      lists.used().stream()
          .map(key -> lists.named(Lists.REPLICATED, key.number()))
          .forEach(asked::add);
      Read read = new Read(ListStatements.lists(lists, asked, rows), begin, System.nanoTime());
      return new Transaction(
          "end",
          Level.REPEATABLE_READ,
          List.of(read),
          Outcome.COMMITTED,
          read.end(),
          System.nanoTime());
    }
  }
}
