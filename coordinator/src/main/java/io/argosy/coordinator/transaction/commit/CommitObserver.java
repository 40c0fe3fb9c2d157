package io.argosy.coordinator.transaction.commit;

/**
 * Is told how far the commit of a transaction over several nodes has come, by the thread that does
 * the next step, which waits for the answer. Tests stop processes there.
 */
@FunctionalInterface
public interface CommitObserver {
  /** Observes nothing. */
  CommitObserver NONE = (point, gid, node) -> {};

  /** Steps of the protocol, in their order. */
  enum Point {
    /** A node is about to be told PREPARE TRANSACTION. */
    BEFORE_PREPARE,
    /** A node has prepared. */
    AFTER_PREPARE,
    /** The home node is about to write the commit record, in its part of the transaction. */
    BEFORE_RECORD,
    /** The home node has written the commit record, but not committed it. */
    AFTER_RECORD,
    /** All nodes have prepared; the home node is about to be told COMMIT. */
    BEFORE_COMMIT,
    /** The home node has committed, and so the transaction is. */
    AFTER_COMMIT,
    /** A node is about to be told COMMIT PREPARED. */
    BEFORE_COMMIT_PREPARED,
    /** A node has committed what it had prepared. */
    AFTER_COMMIT_PREPARED,
    /** A node is about to be told ROLLBACK PREPARED, since the commit has failed. */
    BEFORE_ROLLBACK_PREPARED,
    /** Recovery has asked the nodes and is about to take the right to commit from the dead. */
    RECOVERY_BEFORE_FENCING,
    /** Recovery is about to end a prepared transaction of a node. */
    RECOVERY_BEFORE_ENDING,
    /** Recovery has ended a prepared transaction of a node. */
    RECOVERY_AFTER_ENDING,
    /** Recovery is about to delete commit records that nobody needs any more. */
    RECOVERY_BEFORE_DELETING
  }

  /**
   * A step is reached.
   *
   * @param gid the transaction's name; empty where the step is about several
   * @param node the node's name
   */
  void reached(Point point, String gid, String node);
}
