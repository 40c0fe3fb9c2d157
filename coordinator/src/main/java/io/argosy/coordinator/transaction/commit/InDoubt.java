package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parts of transactions that nodes still have prepared though the transaction is committed, or may
 * be: its other nodes show what it has written. Such a node is not read before the part has ended.
 * Thread-safe.
 */
public final class InDoubt {
  private final Cluster cluster;
  private final CommitRecords records;
  private final PreparedTransactions prepared;
  private final Map<Integer, Parts> nodes = new ConcurrentSkipListMap<>();

  /** Those of one node. Who ends them holds the lock. */
  private static final class Parts {
    private final Queue<Doubt> doubts = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
  }

  /** A transaction; whether it is committed, once that is known. */
  private static final class Doubt {
    private final GlobalTransactionId id;
    private volatile Optional<Boolean> committed;

    Doubt(GlobalTransactionId id, Optional<Boolean> committed) {
      this.id = id;
      this.committed = committed;
    }
  }

  public InDoubt(Cluster cluster, CommitRecords records, PreparedTransactions prepared) {
    this.cluster = cluster;
    this.records = records;
    this.prepared = prepared;
  }

  /**
   * Nodes may have prepared parts of a transaction. What is known to be in doubt is told the
   * outcome.
   *
   * @param committed whether it is committed, if that is known
   */
  public void add(
      GlobalTransactionId id, Optional<Boolean> committed, Collection<Integer> positions) {
    Doubt doubt = new Doubt(id, committed);
    for (int node : positions) {
      Queue<Doubt> doubts = parts(node).doubts;
      Optional<Doubt> before = doubts.stream().filter(known -> known.id.equals(id)).findFirst();
      if (before.isEmpty()) {
        doubts.add(doubt);
      } else if (committed.isPresent()) {
        before.get().committed = committed;
      }
    }
  }

  /** The nodes that have such parts. */
  public Set<Integer> nodes() {
    Set<Integer> positions = new TreeSet<>();
    nodes.forEach(
        (node, parts) -> {
          if (!parts.doubts.isEmpty()) {
            positions.add(node);
          }
        });
    return positions;
  }

  /** The transactions that a node has parts of. */
  public List<GlobalTransactionId> on(int node) {
    return parts(node).doubts.stream().map(doubt -> doubt.id).toList();
  }

  /**
   * Ends the parts that a node has; at once if it has none.
   *
   * @throws PostgresException naming the node, when that is not possible now
   */
  public void resolve(int node) {
    Parts parts = parts(node);
    if (parts.doubts.isEmpty()) {
      return;
    }
    parts.lock.lock();
    try {
      for (Doubt doubt = parts.doubts.peek(); doubt != null; doubt = parts.doubts.peek()) {
        end(node, doubt);
        parts.doubts.remove(doubt);
      }
    } finally {
      parts.lock.unlock();
    }
  }

  private Parts parts(int node) {
    Parts known = nodes.get(node);
    return known != null ? known : nodes.computeIfAbsent(node, position -> new Parts());
  }

  private void end(int node, Doubt doubt) {
    try {
      if (doubt.committed.isEmpty()) {
        doubt.committed = Optional.of(records.committed(doubt.id));
      }
      prepared.end(node, doubt.id, doubt.committed.get());
    } catch (PostgresException e) {
      throw new PostgresException(
          PostgresError.of(
                  e.error().sqlState(),
                  "node \""
                      + cluster.nodes().get(node).name()
                      + "\" has a part of a transaction that it could not end yet: "
                      + e.error().message())
              .withDetail("The transaction is " + doubt.id + "; see argosy.transactions.")
              .withHint("It is tried again with every statement that needs the node."),
          e);
    }
  }
}
