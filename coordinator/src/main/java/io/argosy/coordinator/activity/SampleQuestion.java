package io.argosy.coordinator.activity;

import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks a node for samples of its machine, once at a time: who comes while it is asked shares the
 * answer. So a node that hangs keeps one thread, and whoever comes after a while does not wait for
 * it at all. Thread-safe.
 */
final class SampleQuestion {
  /** How long it is waited for from when it was asked. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Node node;
  private final ReentrantLock lock = new ReentrantLock();

  /** The last one; guarded by the lock. */
  private Round last;

  SampleQuestion(Node node) {
    this.node = node;
  }

  /** Does not wait. */
  Round ask(Instant since) {
    lock.lock();
    try {
      if (last == null || last.answer.isDone()) {
        Round round = new Round();
        Thread.ofVirtual().name("samples-" + node.name()).start(() -> round.run(since));
        last = round;
      }
      return last;
    } finally {
      lock.unlock();
    }
  }

  private static PostgresException late(Throwable cause) {
    return new PostgresException(
        PostgresError.of("08006", "it has not answered within " + PATIENCE.toSeconds() + " s"),
        cause);
  }

  /** Asked once. */
  final class Round {
    private final long end = System.nanoTime() + PATIENCE.toNanos();
    private final CompletableFuture<Optional<MachineSamples>> answer = new CompletableFuture<>();

    private void run(Instant since) {
      try {
        Optional<MachineSamples> samples = node.samples(since, MachineSamples.MOST);
        if (System.nanoTime() - end > 0) {
          // How far the clocks differ is not known from an answer that took so long.
          throw late(null);
        }
        answer.complete(samples);
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    }

    /**
     * Waits for the answer.
     *
     * @throws PostgresException why there is none; 57014 when the thread is interrupted
     */
    Optional<MachineSamples> await() {
      try {
        return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        throw late(e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof PostgresException failure
            ? new PostgresException(failure.error(), failure)
            : new PostgresException(
                PostgresError.of("XX000", "internal error: " + e.getCause()), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PostgresException(PostgresError.CANCELLED, e);
      }
    }
  }
}
