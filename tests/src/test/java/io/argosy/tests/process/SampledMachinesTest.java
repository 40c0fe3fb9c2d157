package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code argosy.node_resources} with agents that are processes of their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
class SampledMachinesTest {
  private static final int NODES = 3;
  private static final int OTHER = 1;

  /** A silent agent is waited for 2 s. */
  private static final Duration BOUND = Duration.ofSeconds(8);

  private static final String ALL = "SELECT DISTINCT node FROM argosy.node_resources ORDER BY node";

  private static final String NEW =
      "SELECT DISTINCT node FROM argosy.node_resources"
          + " WHERE at > clock_timestamp() - interval '3 s' ORDER BY node";

  private Deployment deployment;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/stat")), "only Linux has this file");
    deployment = new Deployment(directory, NODES);
    deployment.startCoordinator();
  }

  @AfterAll
  void close() {
    if (deployment != null) {
      deployment.close();
    }
  }

  private List<String> warningsOf(String sql) throws SQLException {
    List<String> warnings = new ArrayList<>();
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection(deployment.url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
      for (var told = statement.getWarnings(); told != null; told = told.getNextWarning()) {
        warnings.add(told.getMessage());
      }
    }
    return warnings;
  }

  /** What the system says of the thread in the agent's process. */
  @Test
  @Order(1)
  void samplingCostsLessThanAHundredthOfAProcessor() throws Exception {
    await().atMost(Duration.ofSeconds(40)).until(() -> deployment.ask(ALL).size() == NODES);
    Path use = sampler(deployment.agent(OTHER).id()).resolve("schedstat");
    assumeTrue(Files.isReadable(use), "the kernel does not count what threads take");
    long before = nanoseconds(use);
    int seconds = 10;
    TimeUnit.SECONDS.sleep(seconds);
    double share = (nanoseconds(use) - before) / 1e9 / seconds;
    System.out.printf("sampling takes %.3f %% of a processor%n", 100 * share);
    assertThat(share).isPositive().isLessThan(0.01);
  }

  private static Path sampler(long process) throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process), "task"))) {
      for (Path task : (Iterable<Path>) tasks::iterator) {
        if (Files.readString(task.resolve("comm")).strip().equals("samples")) {
          return task;
        }
      }
    }
    throw new AssertionError("the agent has no thread that samples");
  }

  private static long nanoseconds(Path use) throws IOException {
    return Long.parseLong(Files.readString(use).split(" ")[0]);
  }

  @Test
  @Order(2)
  void aFrozenAgentIsNotWaitedForAndTellsHowLongItWas() throws Exception {
    await().atMost(Duration.ofSeconds(40)).until(() -> deployment.ask(ALL).size() == NODES);
    deployment.agent(OTHER).freeze();
    try {
      String before = deployment.ask("SELECT clock_timestamp()").getFirst();
      String later = " WHERE at > timestamptz '" + before + "' + interval '1 s'";
      await()
          .untilAsserted(
              () -> {
                assertThat(warningsOf(ALL))
                    .containsExactly("node \"node2\" cannot be asked what its machine did");
                assertThat(deployment.ask(ALL.replace(" ORDER", later + " ORDER")))
                    .containsExactly("node1", "node3");
              });
      // What was read before is still there.
      assertThat(deployment.ask(ALL)).containsExactly("node1", "node2", "node3");
    } finally {
      deployment.agent(OTHER).thaw();
    }
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () ->
                assertThat(
                        deployment.ask(
                            "SELECT node FROM argosy.node_resources WHERE seconds > 1.9"))
                    .contains("node2"));
    assertThat(warningsOf(ALL)).isEmpty();
  }

  @Test
  @Order(3)
  void anAgentThatIsKilledAndStartedAgainGoesOn() throws Exception {
    await().atMost(Duration.ofSeconds(40)).until(() -> deployment.ask(NEW).size() == NODES);
    deployment.agent(OTHER).kill();
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () -> {
              assertThat(warningsOf(ALL))
                  .containsExactly("node \"node2\" cannot be asked what its machine did");
              assertThat(deployment.ask(NEW)).containsExactly("node1", "node3");
            });
    deployment.startAgent(OTHER);
    await().atMost(Duration.ofSeconds(40)).until(() -> deployment.ask(NEW).size() == NODES);
    assertThat(
            deployment.ask(
                "SELECT gap FROM (SELECT at - lag(at) OVER (PARTITION BY node ORDER BY at) AS gap"
                    + " FROM argosy.node_resources) AS gaps WHERE gap < interval '0.3 s'"))
        .isEmpty();
  }

  @Test
  @Order(4)
  void anAgentThatIsNotToSampleDoesNot() throws Exception {
    deployment.agent(OTHER).kill();
    deployment.startAgent(OTHER, "machine: {samples: false}\n");
    await()
        .atMost(Duration.ofSeconds(40))
        .untilAsserted(
            () -> {
              assertThat(warningsOf(ALL)).isEmpty();
              assertThat(deployment.ask(NEW)).containsExactly("node1", "node3");
            });
  }

  @Test
  @Order(5)
  void withoutAgentsTheCoordinatorSamplesItsOwnMachine(@TempDir Path directory) throws IOException {
    try (Servers own = Servers.start(directory, 2, Map.of())) {
      Path file = directory.resolve("coordinator.yaml");
      CoordinatorFile.of(
              List.of(
                  CoordinatorFile.url(own.port(0)),
                  CoordinatorFile.url(own.port(1)) + ", samples: false"))
          .write(file);
      try (ArgosyProcess coordinator =
          ArgosyProcess.start(Map.of(), "coordinator", "--config", file.toString())) {
        String url = coordinator.awaitReady() + "?user=postgres&socketTimeout=60";
        await()
            .atMost(Duration.ofSeconds(40))
            .until(() -> Servers.ask(url, ALL).equals(List.of("node1")));

        assertThat(
                Servers.ask(
                    url,
                    "SELECT count(*) > 0 FROM argosy.node_resources"
                        + " WHERE user_share IS NOT NULL AND memory_total IS NOT NULL"))
            .containsExactly("t");
      }
    }
  }
}
