package io.argosy.coordinator.transaction;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.snapshot.SnapshotBarrier;
import io.argosy.coordinator.transaction.TwoPhaseCommit.Protocol;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of one transaction. Where at most one node has written, that one commits first: if it
 * fails, the others have nothing to undo. Otherwise {@link TwoPhaseCommit}.
 */
final class DistributedCommit {
  private static final Logger LOG = LoggerFactory.getLogger(DistributedCommit.class);

  /**
   * What PostgreSQL would refuse at the commit is refused here, before any node has committed, and
   * what it would wait for is waited for before reads have to wait for the commit.
   */
  private static final String HAS_WRITTEN =
      "SET CONSTRAINTS ALL IMMEDIATE;"
          + " SELECT pg_catalog.pg_current_xact_id_if_assigned() IS NOT NULL";

  private final Protocol protocol;
  private final Map<Integer, NodeSession> parts;
  private final Set<Integer> written;
  private final CommitLimit limit;

  /**
   * @param parts the backends in the transaction, by the nodes' positions
   * @param written where more may have been written than tables of a query's own, which are gone
   * @param limit what may stop it before its outcome is decided
   */
  DistributedCommit(
      Protocol protocol, Map<Integer, NodeSession> parts, Set<Integer> written, CommitLimit limit) {
    this.protocol = protocol;
    this.parts = new TreeMap<>(parts);
    this.written = new TreeSet<>(written);
    this.written.retainAll(parts.keySet());
    this.limit = limit;
  }

  /**
   * Commits.
   *
   * @param home brings the home node's backend into the transaction
   * @param begin names the transaction if it needs a name, and {@code end} is told when it is over
   * @throws PostgresException as {@link DistributedTransactions#commit}
   */
  void run(
      Supplier<NodeSession> home,
      Supplier<GlobalTransactionId> begin,
      Consumer<GlobalTransactionId> end) {
    Set<Integer> writers = writers();
    if (writers.size() > 1) {
      Map<Integer, NodeSession> others = new TreeMap<>(parts);
      others.keySet().retainAll(writers);
      others.remove(Cluster.HOME);
      NodeSession homePart = home.get();
      GlobalTransactionId id = begin.get();
      try {
        new TwoPhaseCommit(protocol, id, homePart, others, limit).run();
      } finally {
        end.accept(id);
      }
      parts.keySet().removeAll(writers);
      parts.remove(Cluster.HOME);
      commitReaders(true);
    } else if (!parts.isEmpty()) {
      commitOne(writers);
      commitReaders(!writers.isEmpty());
    }
  }

  private Set<Integer> writers() {
    Set<Integer> writers = new ConcurrentSkipListSet<>();
    Parallel.onAll(
        written,
        node -> {
          if (TextResult.run(parts.get(node), HAS_WRITTEN).single().equals("t")) {
            writers.add(node);
          }
        });
    return writers;
  }

  private void commitOne(Set<Integer> writers) {
    int node = writers.size() == 1 ? writers.iterator().next() : parts.keySet().iterator().next();
    NodeSession session = parts.remove(node);
    Unanswered unanswered = new Unanswered();
    if (writers.isEmpty()) {
      commit(session, unanswered);
    } else {
      try (SnapshotBarrier.Section section =
          limit.waiting(() -> protocol.snapshots().commit(unanswered::giveUp))) {
        commit(session, unanswered);
      }
    }
  }

  private void commit(NodeSession session, Unanswered unanswered) {
    Unanswered.limited(
        limit.commits(),
        unanswered::giveUp,
        () -> unanswered.waiting(session, () -> commit(session)));
  }

  private static void commit(NodeSession session) {
    try {
      RefusedException.run(session, "COMMIT");
    } catch (RefusedException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw LostCommit.error(session, e);
    }
  }

  /**
   * Lets the nodes go that have written nothing. Their locks were held until now.
   *
   * @param committed whether a write is committed already, so that nothing can fail any more
   */
  private void commitReaders(boolean committed) {
    Map<Integer, PostgresException> failures =
        Parallel.onEach(parts.keySet(), node -> commitReader(node, parts.get(node)));
    if (!committed) {
      Parallel.throwFirst(failures);
    } else if (!failures.isEmpty()) {
      LOG.info("nodes that a transaction has only read were lost as it ended: {}", failures);
    }
  }

  /** The home node may have a cursor WITH HOLD, whose query it runs to its end. */
  private static void commitReader(int node, NodeSession session) {
    if (node == Cluster.HOME) {
      TextResult.run(session, "COMMIT");
    } else {
      PromptAnswer.of(session, "COMMIT");
    }
  }
}
