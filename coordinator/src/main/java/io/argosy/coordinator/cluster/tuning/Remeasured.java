package io.argosy.coordinator.cluster.tuning;

import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is measured when it is first wanted, and again now and then, while everybody goes
 * on with what was measured before. Thread-safe.
 */
final class Remeasured<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Remeasured.class);

  /** A node that cannot be asked may be back soon. */
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(30);

  private record Measured<T>(Optional<T> value, long goodUntil) {}

  private final Supplier<T> measure;
  private final Duration goodFor;
  private final ReentrantLock first = new ReentrantLock();
  private final AtomicBoolean again = new AtomicBoolean();
  private volatile Measured<T> latest;

  /**
   * @param measure may block, and may throw {@link PostgresException}
   */
  Remeasured(Supplier<T> measure, Duration goodFor) {
    this.measure = measure;
    this.goodFor = goodFor;
  }

  /** What was measured; empty where that failed. Blocks when it is first wanted. */
  Optional<T> get() {
    if (latest == null) {
      first.lock();
      try {
        if (latest == null) {
          latest = measured();
        }
      } finally {
        first.unlock();
      }
    } else if (System.nanoTime() - latest.goodUntil() > 0 && again.compareAndSet(false, true)) {
      Thread.ofVirtual().name("measure-again").start(this::measureAgain);
    }
    return latest.value();
  }

  private void measureAgain() {
    try {
      latest = measured();
    } finally {
      again.set(false);
    }
  }

  private Measured<T> measured() {
    try {
      return new Measured<>(Optional.of(measure.get()), System.nanoTime() + goodFor.toNanos());
    } catch (PostgresException e) {
      LOG.info("a node could not be measured: {}", e.getMessage());
      return new Measured<>(Optional.empty(), System.nanoTime() + AFTER_FAILURE.toNanos());
    }
  }
}
