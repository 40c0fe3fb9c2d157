package io.argosy.coordinator.transaction;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.cluster.Cluster;
import java.security.SecureRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This coordinator's right to commit transactions over several nodes: an entry on the home node,
 * and an advisory lock that tells the others that it lives. Used by one thread at a time.
 */
final class CoordinatorEntry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorEntry.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final long id;
  private final NodeSession lock;

  private CoordinatorEntry(long id, NodeSession lock) {
    this.id = id;
    this.lock = lock;
  }

  /**
   * Enters a number that no coordinator has had.
   *
   * @throws PostgresException when the home node cannot be reached
   */
  static CoordinatorEntry enter(Cluster cluster) {
    long id = RANDOM.nextLong(1, Long.MAX_VALUE);
    NodeSession session = cluster.openAsAdministrator(cluster.home());
    try {
      session.discardOnClose();
      // Who is listed without the lock is dead.
      TextResult.run(session, "SELECT pg_catalog.pg_advisory_lock(" + id + ")");
      TextResult.run(session, "INSERT INTO argosy.coordinators VALUES (" + id + ")");
      return new CoordinatorEntry(id, session);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  long id() {
    return id;
  }

  /** Whether the entry and the lock are still there. */
  boolean stands() {
    try {
      return TextResult.run(
              lock, "SELECT EXISTS (SELECT FROM argosy.coordinators WHERE id = " + id + ")")
          .single()
          .equals("t");
    } catch (PostgresException e) {
      LOG.info("the lock of this coordinator on the home node was lost", e);
      return false;
    }
  }

  /** Gives the lock up and leaves the entry for the next coordinator to delete. */
  void abandon() {
    lock.close();
  }

  /** Gives the right back: all transactions of the entry have ended, or must be rolled back. */
  @Override
  public void close() {
    try {
      TextResult.run(lock, "DELETE FROM argosy.coordinators WHERE id = " + id);
    } catch (PostgresException e) {
      LOG.debug("the next coordinator deletes the entry", e);
    } finally {
      lock.close();
    }
  }
}
