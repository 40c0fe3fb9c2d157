package io.argosy.coordinator.transaction;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.transaction.recovery.CommitsElsewhere;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This coordinator's right to commit transactions over several nodes: an entry on the home node,
 * and an advisory lock that tells the others that it lives. Thread-safe.
 */
final class CoordinatorEntry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorEntry.class);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final long id;
  private final NodeSession lock;
  private final ReentrantLock inUse = new ReentrantLock();
  private final Cluster cluster;

  /** The nodes on which others do not learn of the entry yet. */
  private final Set<Integer> unraised = ConcurrentHashMap.newKeySet();

  private CoordinatorEntry(Cluster cluster, long id, NodeSession lock) {
    this.cluster = cluster;
    this.id = id;
    this.lock = lock;
    unraised.addAll(cluster.positions());
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
      TextResult.run(session, CommitsElsewhere.PREPARATION);
      CoordinatorEntry entry = new CoordinatorEntry(cluster, id, session);
      Map<Integer, PostgresException> lost =
          Parallel.onEach(cluster.positions(), entry::raiseVersion);
      if (!lost.isEmpty()) {
        LOG.info("nodes do not know of this coordinator yet: {}", lost);
      }
      return entry;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** What others know of who commits is outdated with all that they know of the catalog. */
  private void raiseVersion(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      PromptAnswer.of(session, () -> CatalogVersions.raise(session));
      unraised.remove(node);
    }
  }

  /**
   * Before a transaction commits on some nodes: others know there that this coordinator does.
   *
   * @throws PostgresException when a node cannot be told
   */
  void announce(Set<Integer> nodes) {
    if (!unraised.isEmpty()) {
      Parallel.onAll(nodes.stream().filter(unraised::contains).toList(), this::raiseVersion);
    }
  }

  long id() {
    return id;
  }

  /** Whether the entry and the lock are still there. */
  boolean stands() {
    try {
      return ask("SELECT EXISTS (SELECT FROM argosy.coordinators WHERE id = " + id + ")")
          .single()
          .equals("t");
    } catch (PostgresException e) {
      LOG.info("the lock of this coordinator on the home node was lost", e);
      return false;
    }
  }

  /**
   * Asks the home node something short in the backend that has the lock, as the administrator.
   *
   * @throws PostgresException when it is lost, and the lock with it
   */
  TextResult ask(String sql) {
    inUse.lock();
    try {
      return PromptAnswer.of(lock, sql);
    } finally {
      inUse.unlock();
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
      ask("DELETE FROM argosy.coordinators WHERE id = " + id);
    } catch (PostgresException e) {
      LOG.debug("the next coordinator deletes the entry", e);
    } finally {
      lock.close();
    }
  }
}
