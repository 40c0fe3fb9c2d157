package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.TwoPhaseCommit.Protocol;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of one transaction. Where at most one node has written, that one commits first: if it
 * fails, the others have nothing to undo. Otherwise {@link TwoPhaseCommit}.
 */
public final class DistributedCommit {
  private static final Logger LOG = LoggerFactory.getLogger(DistributedCommit.class);

  /**
   * What PostgreSQL would refuse at the commit is refused here, before any node has committed, and
   * what it would wait for is waited for before reads have to wait for the commit.
   */
  private static final String NUMBER =
      "SET CONSTRAINTS ALL IMMEDIATE;" + " SELECT pg_catalog.pg_current_xact_id_if_assigned()";

  private final Protocol protocol;
  private final Map<Integer, NodeSession> parts;
  private final Set<Integer> written;
  private final boolean deferred;
  private final CommitLimit limit;

  /**
   * @param parts the backends in the transaction, by the nodes' positions
   * @param written where more may have been written than tables of a query's own, which are gone
   * @param deferred whether some check may have been left for the commit
   * @param limit what may stop it before its outcome is decided
   */
  public DistributedCommit(
      Protocol protocol,
      Map<Integer, NodeSession> parts,
      Set<Integer> written,
      boolean deferred,
      CommitLimit limit) {
    this.protocol = protocol;
    this.parts = new TreeMap<>(parts);
    this.written = new TreeSet<>(written);
    this.written.retainAll(parts.keySet());
    this.deferred = deferred;
    this.limit = limit;
  }

  /**
   * Commits.
   *
   * @param home brings the home node's backend into the transaction
   * @param begin names the transaction, if it needs a name, by the nodes on which it commits;
   *     {@code end} is told when it is over
   * @throws PostgresException when it is rolled back: why; 08007 when a node was lost in the moment
   *     of the commit, and it cannot be found out whether it has committed
   */
  public void run(
      Supplier<NodeSession> home,
      Function<Set<Integer>, GlobalTransactionId> begin,
      Consumer<GlobalTransactionId> end) {
    if (written.size() == 1 && !deferred) {
      // It is committed as one that has written, whether it has or not.
      commitOne(written);
      commitReaders(true);
      return;
    }
    Map<Integer, Long> numbers = writers();
    Set<Integer> writers = numbers.keySet();
    if (writers.size() > 1) {
      Map<Integer, NodeSession> others = new TreeMap<>(parts);
      others.keySet().retainAll(writers);
      others.remove(Cluster.HOME);
      Map<Integer, Long> otherNumbers = new TreeMap<>(numbers);
      otherNumbers.remove(Cluster.HOME);
      NodeSession homePart = home.get();
      GlobalTransactionId id = begin.apply(writers);
      try {
        new TwoPhaseCommit(protocol, id, homePart, others, otherNumbers, limit).run();
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

  /** The nodes that have written, and what the transaction is called there. */
  private Map<Integer, Long> writers() {
    Map<Integer, Long> writers = new ConcurrentSkipListMap<>();
    Parallel.onAll(
        written,
        node -> {
          String number = TextResult.run(parts.get(node), NUMBER).single();
          if (number != null) {
            writers.put(node, Long.valueOf(number));
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
      RefusedException.commit(session);
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
