package io.argosy.tests.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.planner.Planner;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.tests.cluster.TestCluster;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Four writers and four readers over three nodes. The system property {@code consistency.seconds}
 * says how long it takes (10).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsistencyUnderLoadTest {
  private static final Logger LOGGER = System.getLogger(ConsistencyUnderLoadTest.class.getName());
  private static final Duration DURATION =
      Duration.ofSeconds(Integer.getInteger("consistency.seconds", 10));

  /** How often it is tried to see a part of a transaction, which depends on the moment. */
  private static final int MOST_ATTEMPTS = 10;

  private TestCluster cluster;

  @BeforeAll
  void start() throws Exception {
    cluster = TestCluster.start(3);
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl())) {
      Bank.create(connection);
    }
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource(value = Bank.Read.class, mode = EnumSource.Mode.EXCLUDE, names = "COPY")
  void theReadsAreAnsweredInDifferentWays(Bank.Read read) throws Exception {
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl())) {
      assertThat(Bank.strategy(connection, read.sql())).startsWith(read.strategy());
    }
  }

  @ParameterizedTest
  @EnumSource(Load.Readers.class)
  void everyReadSeesOneState(Load.Readers readers) throws Exception {
    Load.Outcome outcome = run(true, readers, DURATION);

    assertThat(outcome.wrong()).isEmpty();
    assertThat(outcome.reads()).isPositive();
  }

  /** The test can fail: this is what it sees where snapshots and commits are not kept apart. */
  @ParameterizedTest
  @EnumSource(Load.Readers.class)
  void readsSeePartsOfTransactionsWithoutTheBarrier(Load.Readers readers) throws Exception {
    List<String> wrong = List.of();
    for (int i = 0; i < MOST_ATTEMPTS && wrong.isEmpty(); i++) {
      wrong = run(false, readers, DURATION.dividedBy(2)).wrong();
    }

    assertThat(wrong).isNotEmpty();
  }

  @Test
  void readsSeeOneStateOfWhatAnotherCoordinatorCommits() throws Exception {
    Load.Outcome outcome = runBeside(true, DURATION);

    assertThat(outcome.wrong()).isEmpty();
    assertThat(outcome.reads()).isPositive();
  }

  /** This test can fail, too. */
  @Test
  void readsSeePartsOfWhatAnotherCoordinatorCommitsWithoutTheCheck() throws Exception {
    List<String> wrong = List.of();
    for (int i = 0; i < MOST_ATTEMPTS && wrong.isEmpty(); i++) {
      wrong = runBeside(false, DURATION.dividedBy(2)).wrong();
    }

    assertThat(wrong).isNotEmpty();
  }

  /** The cluster's own coordinator writes. */
  private Load.Outcome runBeside(boolean checked, Duration duration) throws Exception {
    return run(checked, Load.Readers.BY_THEMSELVES, duration, Optional.of(cluster.jdbcUrl()));
  }

  private Load.Outcome run(boolean barrier, Load.Readers readers, Duration duration)
      throws Exception {
    return run(barrier, readers, duration, Optional.empty());
  }

  /**
   * @param writersUrl of another coordinator, if there is one that writes
   */
  private Load.Outcome run(
      boolean barrier, Load.Readers readers, Duration duration, Optional<String> writersUrl)
      throws Exception {
    SnapshotBarrier snapshots = new SnapshotBarrier(barrier);
    ServerConfiguration listener =
        ServerConfiguration.of(
            "127.0.0.1", 0, (user, database, client) -> new Authenticator.Requirement.Trust());
    try (Coordinator coordinator =
            new Coordinator(cluster.cluster().cluster(), new Planner()::plan, snapshots);
        PostgresServer server = new PostgresServer(listener, coordinator)) {
      server.start();
      String url =
          "jdbc:postgresql://127.0.0.1:"
              + server.port()
              + "/"
              + EmbeddedServer.DATABASE
              + "?user=postgres";
      Load.Outcome outcome = new Load(writersUrl.orElse(url), url, readers).run(duration);
      LOGGER.log(
          Level.INFO,
          "{10}, {0} the barrier, readers {1}: {2} reads/s, {3} writes/s, {4} of {5} reads saw a"
              + " part of a transaction; {6} of {7} snapshots and {8} of {9} commits waited",
          barrier ? "with" : "without",
          readers,
          Math.round(outcome.readsPerSecond()),
          Math.round(outcome.writesPerSecond()),
          outcome.wrong().size(),
          outcome.reads(),
          snapshots.snapshotUsage().waited(),
          snapshots.snapshotUsage().sections(),
          snapshots.commitUsage().waited(),
          snapshots.commitUsage().sections(),
          writersUrl.isPresent() ? "two coordinators" : "one coordinator");
      assertAtRest(url);
      return outcome;
    }
  }

  private static void assertAtRest(String url) throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (Bank.Read read : Bank.Read.values()) {
        assertThat(read.total(connection)).as(read.name()).isEqualTo(Bank.TOTAL);
      }
      assertThat(Bank.versions(connection)).isEqualTo(List.of());
    }
  }
}
