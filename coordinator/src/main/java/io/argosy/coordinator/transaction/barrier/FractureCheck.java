package io.argosy.coordinator.transaction.barrier;

import java.util.Map;

/**
 * Looks, behind the snapshots of a read, whether they see transactions of other coordinators on all
 * nodes or on none. The barrier keeps the commits of one's own coordinator away; nothing keeps away
 * those of others. Made before the first snapshot is taken.
 */
public interface FractureCheck {
  /** Finds nothing. */
  FractureCheck NONE = snapshots -> {};

  /**
   * Looks; may take a round trip.
   *
   * @param snapshots of all nodes of the read, by their positions; all of them have been taken
   * @throws FracturedReadException when a transaction is seen on some of them only
   * @throws io.argosy.protocol.message.PostgresException when it cannot be known
   */
  void run(Map<Integer, NodeSnapshot> snapshots);

  /**
   * For who waits for it on other threads.
   *
   * @throws io.argosy.protocol.message.PostgresException when the statement's time is over, or it
   *     was cancelled
   */
  default void requireTime() {}
}
