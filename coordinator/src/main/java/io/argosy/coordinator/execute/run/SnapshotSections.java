package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * How a statement takes snapshots of several nodes that fit together. Used by the session's thread.
 */
public interface SnapshotSections {
  /**
   * Before the snapshots are taken: waits until no commit is under way, and holds the next ones up
   * until the section is closed. What the nodes have in doubt has ended then.
   *
   * @throws io.argosy.protocol.message.PostgresException naming a node that has a part of a
   *     transaction which cannot be ended now
   */
  SnapshotBarrier.Section section(Collection<Integer> nodes);

  /**
   * Before a statement that commits what it does on one node: as {@link SnapshotBarrier#tryCommit}.
   */
  Optional<SnapshotBarrier.Section> tryCommit(Runnable givesWay, Runnable whenPutOut);

  /**
   * Whether snapshots that are taken together show the same commits, also of those that have each
   * written on one node, as far as it is known before they are taken: nobody else commits, and no
   * standby is read.
   */
  boolean showTheSame();

  /**
   * A check of the snapshots that are about to be taken together.
   *
   * @param guarded whether everything that is read in them is read behind the statement's guard
   */
  FractureCheck fractureCheck(boolean guarded);

  /**
   * Checks snapshots of all nodes that have been taken together.
   *
   * @param check made before they were taken
   * @throws io.argosy.coordinator.transaction.barrier.FracturedReadException when they do not fit
   *     together
   */
  void check(FractureCheck check, Map<Integer, VersionedSnapshot> snapshots);
}
