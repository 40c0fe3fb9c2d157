package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills coordinator, agents and servers at random while clients write on all nodes, and perhaps
 * slots move, and starts them again: {@code -Dkiller.seed} says which, in which order.
 */
class RandomKillerTest {
  private static final int NODES = 3;
  private static final int WRITERS = 4;

  @Test
  void writesAreOnAllNodesOrOnNone(@TempDir Path directory) throws Exception {
    run(directory, 3, false);
  }

  @Test
  @Tag("slow")
  void rowsAreWhereTheyBelongAfterManyCrashes(@TempDir Path directory) throws Exception {
    run(directory, Integer.getInteger("killer.kills", 100), true);
  }

  private static void run(Path directory, int kills, boolean moving)
      throws IOException, InterruptedException {
    long seed = Long.getLong("killer.seed", System.nanoTime());
    Random random = new Random(seed);
    try (Deployment deployment = new Deployment(directory, NODES)) {
      deployment.startCoordinator();
      Writers writers = new Writers(deployment);
      try (writers) {
        writers.start(WRITERS);
        if (moving) {
          killWhileSlotsMove(deployment, writers, kills, random);
        } else {
          kill(deployment, writers, kills, random);
        }
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

  private static void killWhileSlotsMove(
      Deployment deployment, Writers writers, int kills, Random random)
      throws IOException, InterruptedException {
    try (SlotMover mover = new SlotMover(deployment, random.nextLong())) {
      kill(deployment, writers, kills, random);
      awaitMore(mover::moves, 1);
    }
  }

  private static void kill(Deployment deployment, Writers writers, int kills, Random random)
      throws IOException {
    for (int i = 0; i < kills; i++) {
      awaitMore(writers::commits, 1 + random.nextInt(20));
      kill(deployment, random);
    }
    awaitMore(writers::commits, 1);
  }

  /** Everything is there again: so many more succeed. */
  private static void awaitMore(IntSupplier succeeded, int more) {
    int before = succeeded.getAsInt();
    await()
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> succeeded.getAsInt() >= before + more);
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
