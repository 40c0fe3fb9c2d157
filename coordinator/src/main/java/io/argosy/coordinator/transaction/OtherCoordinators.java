package io.argosy.coordinator.transaction;

import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether other coordinators commit, as far as it is known without asking. One that enters raises
 * the versions of the nodes' catalogs before it commits anything. So who finds nobody else entered,
 * and works with the versions that the nodes had before, cannot see what others commit: where a
 * node has a newer version, the work fails and starts again. Thread-safe.
 */
final class OtherCoordinators {
  private static final Logger LOG = LoggerFactory.getLogger(OtherCoordinators.class);

  /** How long others are thought to be there when nothing says that they have left. */
  private static final Duration BELIEVED = Duration.ofSeconds(10);

  private final BooleanSupplier alone;
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile Seen seen = new Seen(List.of(), false, 0);

  /** What was found for some versions, and when. */
  private record Seen(List<Long> versions, boolean alone, long at) {}

  /**
   * @param alone asks the nodes whether nobody else may commit, and nothing that somebody else has
   *     begun to commit is to be ended on any node
   */
  OtherCoordinators(BooleanSupplier alone) {
    this.alone = alone;
  }

  /**
   * Whether nobody else commits as long as the nodes have some versions. Where that is not known,
   * it is found out for the next time.
   *
   * @param versions by the nodes' positions, read before this call
   */
  boolean none(List<Long> versions) {
    Seen last = seen;
    boolean same = last.versions().equals(versions);
    boolean old = System.nanoTime() - last.at() > BELIEVED.toNanos();
    if ((!same || !last.alone() && old) && asking.compareAndSet(false, true)) {
      Thread.ofVirtual().name("other-coordinators").start(() -> ask(versions));
    }
    return same && last.alone();
  }

  private void ask(List<Long> versions) {
    try {
      seen = new Seen(versions, alone.getAsBoolean(), System.nanoTime());
    } catch (PostgresException e) {
      LOG.debug("the coordinators cannot be asked for now", e);
    } finally {
      asking.set(false);
    }
  }
}
