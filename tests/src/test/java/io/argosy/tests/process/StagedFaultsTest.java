package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process dies while rows move between the nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class StagedFaultsTest {
  private static final int NODES = 3;
  private static final String SHORT_QUERY = "SELECT sum(id) FROM items";
  private static final String SUM = "500500";

  private static final String BROADCAST =
      "SELECT count(*) FROM items i JOIN others o ON o.item < i.id AND o.note <> i.note"
          + " WHERE slow(o.id) > 0";
  private static final String PARAMETERS =
      "SELECT count(*) FROM items i JOIN others o ON o.item < i.id WHERE slow(o.id) > 0";
  private static final String REPARTITION =
      "SELECT i.note, o.note FROM items i JOIN others o ON o.item = i.id WHERE slow(o.id) > 0";

  private Deployment deployment;

  @BeforeAll
  void startAll(@TempDir Path temporary) throws IOException {
    deployment = new Deployment(temporary, NODES);
    deployment.startCoordinator();
    deployment.ask("CREATE TABLE items (id int PRIMARY KEY, note text)");
    deployment.ask("CREATE TABLE others (id int PRIMARY KEY, item int, note text)");
    deployment.ask("SELECT create_distributed_table('items', 'id')");
    deployment.ask("SELECT create_distributed_table('others', 'id')");
    deployment.ask("INSERT INTO items SELECT i, repeat('x', 1000) FROM generate_series(1, 1000) i");
    deployment.ask(
        "INSERT INTO others SELECT i, i % 999, repeat('y', 1000) FROM generate_series(1, 2000) i");
    deployment.ask("ANALYZE items");
    deployment.ask("ANALYZE others");
    // Fast for most rows, so that some are on their way; then long enough to be caught.
    deployment.ask(
        "CREATE FUNCTION slow(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS"
            + " 'BEGIN IF $1 > 1900 THEN PERFORM pg_sleep(0.5); END IF; RETURN $1; END'");
  }

  @AfterAll
  void stopAll() {
    deployment.close();
  }

  /** Starts a statement and waits until all nodes are in the middle of its move. */
  private CompletableFuture<SQLException> begin(String sql, String movement) {
    assertThat(deployment.ask("EXPLAIN " + sql)).anyMatch(line -> line.contains(movement));
    CompletableFuture<SQLException> failure = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> failure.complete(deployment.failureOf(sql)));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                IntStream.range(0, NODES)
                    .noneMatch(node -> deployment.servers().sleeping(node).isEmpty()));
    return failure;
  }

  private static String sql(String movement) {
    return switch (movement) {
      case "BROADCAST" -> BROADCAST;
      case "PARAMETERS" -> PARAMETERS;
      default -> REPARTITION;
    };
  }

  @ParameterizedTest
  @CsvSource({"BROADCAST,0", "BROADCAST,1", "PARAMETERS,1", "REPARTITION,0", "REPARTITION,1"})
  void anAgentThatIsKilledIsNamedAndNothingIsLeft(String movement, int node) throws Exception {
    CompletableFuture<SQLException> failure = begin(sql(movement), movement);

    deployment.agent(node).kill();

    SQLException told = failure.get(30, TimeUnit.SECONDS);
    assertThat(told.getSQLState()).isEqualTo("08006");
    assertThat(told.getMessage()).contains("node" + (node + 1));
    deployment.startAgent(node);
    deployment.expectNothingLeft();
    assertThat(deployment.ask(SHORT_QUERY)).containsExactly(SUM);
  }

  @ParameterizedTest
  @CsvSource({"BROADCAST", "PARAMETERS", "REPARTITION"})
  void aServerThatCrashesIsNamedAndNothingIsLeft(String movement) throws Exception {
    CompletableFuture<SQLException> failure = begin(sql(movement), movement);

    // A backend that is killed takes all others of its server down.
    ProcessHandle.of(Long.parseLong(deployment.servers().sleeping(2).getFirst()))
        .orElseThrow()
        .destroyForcibly();

    SQLException told = failure.get(30, TimeUnit.SECONDS);
    assertThat(told.getSQLState()).isIn("57P01", "57P02", "08006");
    assertThat(told.getMessage()).contains("node3");
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreException(AssertionError.class)
        .until(() -> deployment.ask(SHORT_QUERY).getFirst().equals(SUM));
    deployment.expectNothingLeft();
  }

  @ParameterizedTest
  @CsvSource({"BROADCAST", "PARAMETERS", "REPARTITION"})
  void aCoordinatorThatIsKilledLeavesNothing(String movement) throws Exception {
    CompletableFuture<SQLException> failure = begin(sql(movement), movement);

    deployment.coordinator().kill();

    assertThat(failure.get(30, TimeUnit.SECONDS).getSQLState()).startsWith("08");
    deployment.expectNothingLeft();
    deployment.startCoordinator();
    assertThat(deployment.ask(SHORT_QUERY)).containsExactly(SUM);
  }
}
