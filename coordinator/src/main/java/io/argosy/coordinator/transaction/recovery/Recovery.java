package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import io.argosy.coordinator.transaction.commit.CommitRecords;
import io.argosy.coordinator.transaction.commit.GlobalTransactionId;
import io.argosy.coordinator.transaction.commit.InDoubt;
import io.argosy.coordinator.transaction.commit.PreparedTransactions;
import io.argosy.coordinator.transaction.commit.PreparedTransactions.Answers;
import io.argosy.coordinator.transaction.commit.PreparedTransactions.Part;
import io.argosy.protocol.message.PostgresException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what commits have left prepared: those of coordinators that are dead, and those of this one
 * whose nodes were lost. What has a commit record is committed, everything else rolled back. Used
 * by one thread at a time.
 *
 * <p>The order is what makes it right. First the nodes are asked what they have prepared, then the
 * right to commit is taken from the dead, and then the records are read: from then on there will be
 * no new record for what the nodes have told, unless its coordinator lives, and then it is left
 * alone.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Cluster cluster;
  private final Coordinators coordinators;
  private final CommitRecords records;
  private final PreparedTransactions prepared;
  private final InDoubt inDoubt;
  private final CommitObserver observer;
  private final LongPredicate own;
  private final Predicate<GlobalTransactionId> running;

  /** When transactions with a record were first seen to have ended on all nodes. */
  private final Map<GlobalTransactionId, Long> endedSince = new HashMap<>();

  /**
   * @param own whether a number is or was this coordinator's
   * @param running whether a transaction of this coordinator is being committed
   */
  public Recovery(
      Cluster cluster,
      Coordinators coordinators,
      CommitRecords records,
      PreparedTransactions prepared,
      InDoubt inDoubt,
      CommitObserver observer,
      LongPredicate own,
      Predicate<GlobalTransactionId> running) {
    this.cluster = cluster;
    this.coordinators = coordinators;
    this.records = records;
    this.prepared = prepared;
    this.inDoubt = inDoubt;
    this.observer = observer;
    this.own = own;
    this.running = running;
  }

  /**
   * Does what can be done now, and logs what cannot.
   *
   * @return what other coordinators have prepared, which live
   * @throws PostgresException when the home node cannot be reached
   */
  public Set<GlobalTransactionId> run() {
    for (int node : inDoubt.nodes()) {
      try {
        inDoubt.resolve(node);
      } catch (PostgresException e) {
        LOG.warn("a transaction stays in doubt", e);
      }
    }
    List<Part> parts = asked().parts();
    reached(Point.RECOVERY_BEFORE_FENCING, "", Cluster.HOME);
    Set<Long> living = coordinators.withoutTheDead();
    parts.stream().filter(part -> isLeft(part.id(), living)).forEach(this::end);
    forget();
    return parts.stream()
        .map(Part::id)
        .filter(id -> !own.test(id.coordinator()) && living.contains(id.coordinator()))
        .collect(Collectors.toSet());
  }

  private Answers asked() {
    Answers answers = prepared.onAll();
    answers
        .lost()
        .forEach(
            (node, failure) ->
                LOG.warn("a node could not be asked for its prepared transactions", failure));
    return answers;
  }

  /** Whether nobody but a recovery will end a transaction. */
  private boolean isLeft(GlobalTransactionId id, Set<Long> living) {
    return own.test(id.coordinator()) ? !running.test(id) : !living.contains(id.coordinator());
  }

  private void end(Part part) {
    Optional<Boolean> committed = Optional.empty();
    reached(Point.RECOVERY_BEFORE_ENDING, part.id().text(), part.node());
    try {
      committed = Optional.of(records.committed(part.id()));
      if (prepared.end(part.node(), part.id(), committed.get())) {
        LOG.info(
            "{} was left prepared on node {} and is {}",
            part.id(),
            cluster.nodes().get(part.node()).name(),
            committed.get() ? "committed" : "rolled back");
      }
      reached(Point.RECOVERY_AFTER_ENDING, part.id().text(), part.node());
    } catch (PostgresException e) {
      LOG.warn("{} stays in doubt", part.id(), e);
      if (committed.orElse(true)) {
        inDoubt.add(part.id(), committed, List.of(part.node()));
      }
    }
  }

  /**
   * Deletes the records of transactions that no node has prepared any more, when no other
   * coordinator may still want to know of them. A record is written after all parts were prepared,
   * so a node that has none when it is asked later will have none.
   */
  private void forget() {
    Set<GlobalTransactionId> recorded = records.all();
    if (recorded.isEmpty()) {
      endedSince.clear();
      return;
    }
    Answers answers = asked();
    answers.parts().forEach(part -> recorded.remove(part.id()));
    if (answers.lost().isEmpty()) {
      recorded.removeAll(wantedByOthers(recorded));
      if (!recorded.isEmpty()) {
        reached(Point.RECOVERY_BEFORE_DELETING, "", Cluster.HOME);
        records.delete(recorded);
      }
    }
  }

  /** Which of some transactions that have ended a read of another coordinator may ask for. */
  private Set<GlobalTransactionId> wantedByOthers(Set<GlobalTransactionId> ended) {
    endedSince.keySet().retainAll(ended);
    // Asked behind the nodes: one that comes later sees all that has ended.
    if (coordinators.entries().keySet().stream().allMatch(own::test)) {
      return Set.of();
    }
    long now = System.nanoTime();
    return ended.stream()
        .filter(
            id ->
                now - endedSince.computeIfAbsent(id, seen -> now) < CommitsElsewhere.KEPT.toNanos())
        .collect(Collectors.toSet());
  }

  private void reached(Point point, String gid, int node) {
    observer.reached(point, gid, cluster.nodes().get(node).name());
  }
}
