package io.argosy.coordinator.cluster;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** Does the same on several nodes at the same time. */
public final class Parallel {
  private Parallel() {}

  /**
   * Runs a task for each node, the last one on the caller's thread, and waits for all of them, even
   * if the thread is interrupted: half a step of a commit helps nobody. Whatever a task throws, an
   * Error too, is its node's failure.
   *
   * @return the nodes whose tasks failed, and how, by position
   */
  public static Map<Integer, PostgresException> onEach(
      Collection<Integer> nodes, IntConsumer task) {
    List<Integer> positions = new ArrayList<>(nodes);
    // Written without allocating anything: the failure may be that there is no memory left.
    Throwable[] thrown = new Throwable[positions.size()];
    CountDownLatch running = new CountDownLatch(positions.size());
    for (int i = 0; i < positions.size(); i++) {
      int index = i;
      int node = positions.get(i);
      Runnable run =
          () -> {
            try {
              task.accept(node);
            } catch (RuntimeException | Error e) {
              thrown[index] = e;
            } finally {
              running.countDown();
            }
          };
      if (i == positions.size() - 1) {
        run.run();
      } else {
        Thread.ofVirtual().name("transaction-" + node).start(run);
      }
    }
    awaitUninterruptibly(running);
    Map<Integer, PostgresException> failures = new TreeMap<>();
    for (int i = 0; i < thrown.length; i++) {
      if (thrown[i] != null) {
        failures.put(positions.get(i), failure(thrown[i]));
      }
    }
    return failures;
  }

  /**
   * The same for tasks that all must succeed.
   *
   * @throws PostgresException the failure of the first node that has one, when all have ended
   */
  public static void onAll(Collection<Integer> nodes, IntConsumer task) {
    throwFirst(onEach(nodes, task));
  }

  /** Throws the failure of the first node that has one. */
  public static void throwFirst(Map<Integer, PostgresException> failures) {
    if (!failures.isEmpty()) {
      throw failures.values().iterator().next();
    }
  }

  private static PostgresException failure(Throwable thrown) {
    return thrown instanceof PostgresException failure
        ? failure
        : new PostgresException(PostgresError.of("XX000", "internal error: " + thrown), thrown);
  }

  private static void awaitUninterruptibly(CountDownLatch running) {
    boolean interrupted = false;
    while (true) {
      try {
        running.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
