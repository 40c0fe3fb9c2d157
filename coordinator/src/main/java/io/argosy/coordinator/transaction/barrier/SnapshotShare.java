package io.argosy.coordinator.transaction.barrier;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What the part of a read on one node has to do with the snapshots of the others. Thread-safe. */
public interface SnapshotShare {
  /** Of a part whose snapshot nobody waits for. */
  SnapshotShare NONE =
      new SnapshotShare() {
        @Override
        public void taken(Optional<NodeSnapshot> snapshot) {}

        @Override
        public void awaitVerdict(BooleanSupplier stopped) {}
      };

  /**
   * To be told when the node has its snapshot or has failed. To tell it again does nothing.
   *
   * @param snapshot empty where it failed, or where the node does not tell its snapshot
   * @throws io.argosy.protocol.message.PostgresException as {@link SnapshotBarrier.Section#close}
   */
  void taken(Optional<NodeSnapshot> snapshot);

  /**
   * Before anything that the node answers is used, and when it has answered: returns when it is
   * known that the snapshots fit together. All nodes must have started.
   *
   * @param stopped whether nobody wants the answer any more
   * @throws FracturedReadException when they do not
   */
  void awaitVerdict(BooleanSupplier stopped);
}
