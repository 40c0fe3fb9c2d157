package io.argosy.coordinator.transaction;

import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** Does the same on several nodes at the same time. */
public final class Parallel {
  private Parallel() {}

  /**
   * Runs a task for each node, the last one on the caller's thread, and waits for all of them, even
   * if the thread is interrupted: half a step of a commit helps nobody.
   *
   * @return the nodes whose tasks failed, and how, by position
   */
  public static Map<Integer, PostgresException> onEach(
      Collection<Integer> nodes, IntConsumer task) {
    Map<Integer, PostgresException> failures = new ConcurrentHashMap<>();
    List<Integer> positions = new ArrayList<>(nodes);
    CountDownLatch running = new CountDownLatch(positions.size());
    for (int i = 0; i < positions.size(); i++) {
      int node = positions.get(i);
      Runnable run =
          () -> {
            try {
              task.accept(node);
            } catch (PostgresException e) {
              failures.put(node, e);
            } catch (RuntimeException e) {
              failures.put(node, internal(e));
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
    return new TreeMap<>(failures);
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
  static void throwFirst(Map<Integer, PostgresException> failures) {
    if (!failures.isEmpty()) {
      throw failures.values().iterator().next();
    }
  }

  private static PostgresException internal(RuntimeException failure) {
    return new PostgresException(PostgresError.of("XX000", "internal error: " + failure), failure);
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
