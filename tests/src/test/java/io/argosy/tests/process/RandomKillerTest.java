package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills coordinators, agents and servers at random while clients write on all nodes, and perhaps a
 * node joins and slots move, and starts them again: {@code -Dkiller.seed} says which, in which
 * order.
 */
class RandomKillerTest {
  private static final int NODES = 3;
  private static final int WRITERS = 4;
  private static final long BACK_OFF_NANOSECONDS = 50_000_000;

  /** Of a node that is to join. */
  private static final String IS_MEMBER = "42710";

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
      if (moving) {
        startWithoutLastNode(deployment);
      } else {
        deployment.startCoordinator();
      }
      Writers writers = new Writers(deployment);
      if (moving) {
        deployment.listNodes(NODES);
        deployment.coordinator().close();
        deployment.startCoordinator();
        deployment.startSecondCoordinator();
      }
      try (writers) {
        writers.start(WRITERS);
        if (moving) {
          killWhileRowsMove(deployment, writers, kills, random);
        } else {
          kill(deployment, writers, kills, random);
        }
      }
      deployment.coordinator().close();
      if (moving) {
        deployment.secondCoordinator().close();
      }
      deployment.startCoordinator();
      assertThat(deployment.ask("SELECT gid FROM argosy.transactions")).isEmpty();
      for (int node = 0; node < NODES; node++) {
        assertThat(deployment.servers().ask(node, "SELECT gid FROM pg_prepared_xacts")).isEmpty();
      }
      assertThat(deployment.servers().ask(0, "SELECT gid FROM argosy.commit_records")).isEmpty();
      writers.expectWhatWasTold();
    } catch (AssertionError | ConditionTimeoutException e) {
      throw new AssertionError("with -Dkiller.seed=" + seed, e);
    }
  }

  private static void startWithoutLastNode(Deployment deployment) throws IOException {
    deployment.listNodes(NODES - 1);
    deployment.startCoordinator();
  }

  private static void killWhileRowsMove(
      Deployment deployment, Writers writers, int kills, Random random)
      throws IOException, InterruptedException {
    try (SlotMover mover = new SlotMover(deployment, random.nextLong())) {
      kill(deployment, writers, kills / 4, random);
      AtomicBoolean joined = new AtomicBoolean();
      AtomicBoolean stopped = new AtomicBoolean();
      Thread joining = Thread.ofPlatform().start(() -> join(deployment, joined, stopped));
      try {
        kill(deployment, writers, kills - kills / 4, random);
        await().atMost(Duration.ofSeconds(90)).untilTrue(joined);
      } finally {
        stopped.set(true);
        joining.join();
      }
      awaitMore(mover::moves, 2);
    }
  }

  /** Tries it until it is done, whether who did it was told so or not. */
  private static void join(Deployment deployment, AtomicBoolean joined, AtomicBoolean stopped) {
    while (!joined.get() && !stopped.get()) {
      try (Connection connection = DriverManager.getConnection(deployment.url());
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT argosy.add_node('node" + NODES + "')");
        joined.set(true);
      } catch (SQLException e) {
        if (IS_MEMBER.equals(e.getSQLState())) {
          joined.set(true);
        }
        LockSupport.parkNanos(BACK_OFF_NANOSECONDS);
      }
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
        if (deployment.urls().size() > 1 && random.nextBoolean()) {
          deployment.secondCoordinator().kill();
          deployment.startSecondCoordinator();
        } else {
          deployment.coordinator().kill();
          deployment.startCoordinator();
        }
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
