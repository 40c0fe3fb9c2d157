package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills coordinator, agents and servers at random while clients write on all nodes, and starts them
 * again: {@code -Dkiller.seed} says which, in which order.
 */
class RandomKillerTest {
  private static final int NODES = 3;
  private static final int WRITERS = 4;

  @Test
  void writesAreOnAllNodesOrOnNone(@TempDir Path directory) throws Exception {
    run(directory, 3);
  }

  @Test
  @Tag("slow")
  void writesAreOnAllNodesOrOnNoneAfterManyCrashes(@TempDir Path directory) throws Exception {
    run(directory, Integer.getInteger("killer.kills", 100));
  }

  private static void run(Path directory, int kills) throws IOException, InterruptedException {
    long seed = Long.getLong("killer.seed", System.nanoTime());
    Random random = new Random(seed);
    try (Deployment deployment = new Deployment(directory, NODES)) {
      deployment.startCoordinator();
      Writers writers = new Writers(deployment);
      try (writers) {
        writers.start(WRITERS);
        for (int i = 0; i < kills; i++) {
          awaitMore(writers, 1 + random.nextInt(20));
          kill(deployment, random);
        }
        awaitMore(writers, 1);
      }
      deployment.coordinator().close();
      deployment.startCoordinator();
      assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
      for (int node = 0; node < NODES; node++) {
        assertThat(deployment.servers().ask(node, "SELECT gid FROM pg_prepared_xacts")).isEmpty();
      }
      assertThat(deployment.servers().ask(0, "SELECT gid FROM argosy.commit_records")).isEmpty();
      writers.expectWhatWasTold();
    } catch (AssertionError e) {
      throw new AssertionError("with -Dkiller.seed=" + seed, e);
    }
  }

  /** Everything is there again: commits succeed. */
  private static void awaitMore(Writers writers, int commits) {
    int before = writers.commits();
    await()
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> writers.commits() >= before + commits);
  }

  private static void kill(Deployment deployment, Random random) throws IOException {
    int node = random.nextInt(NODES);
    switch (random.nextInt(3)) {
      case 0 -> {
        deployment.coordinator().kill();
        deployment.startCoordinator();
      }
      case 1 -> {
        deployment.agent(node).kill();
        deployment.startAgent(node);
      }
      default -> {
        deployment.servers().kill(node);
        deployment.servers().restart(node);
      }
    }
  }
}
