package io.argosy.coordinator.transaction.commit;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit of one transaction that has written on several nodes.
 *
 * <ol>
 *   <li>All nodes but the home node prepare; the home node writes the commit record. All of them at
 *       the same time.
 *   <li>The home node commits, and with it the record: that is the commit point.
 *   <li>The other nodes commit what they have prepared.
 * </ol>
 *
 * A failure before the commit point rolls back everywhere. After it nothing can fail any more: what
 * a node cannot be told now, it is told later, with the others that are {@link InDoubt} or by who
 * recovers.
 */
public final class TwoPhaseCommit {
  private static final Logger LOG = LoggerFactory.getLogger(TwoPhaseCommit.class);

  /**
   * Before a part is prepared, and before the record is written. SET LOCAL ROLE may hold in the
   * transaction: the part is to belong to who is logged in, and the record to be theirs.
   */
  private static final String AS_LOGGED_IN =
      "SET LOCAL SESSION AUTHORIZATION DEFAULT; SET LOCAL ROLE NONE; ";

  private static final String NOT_PERMITTED = "42501";

  private static final String ACTING =
      "SELECT pg_catalog.current_setting('session_authorization'),"
          + " pg_catalog.current_setting('role')";

  private static final String ACT_AGAIN =
      "SELECT pg_catalog.set_config('session_authorization', $1, false),"
          + " pg_catalog.set_config('role', $2, false)";

  private final Protocol protocol;
  private final GlobalTransactionId id;
  private final NodeSession home;
  private final Map<Integer, NodeSession> others;
  private final Map<Integer, Long> numbers;
  private final CommitLimit limit;
  private final Unanswered unanswered = new Unanswered();

  /** How long the client still waits, if there is a limit. */
  private Optional<Duration> left = Optional.empty();

  /** The nodes that do not know yet that it is committed. */
  private Set<Integer> untold = Set.of();

  /**
   * What the commits of a coordinator share.
   *
   * @param recovery told when a node may have prepared what is rolled back, or when the home node
   *     has refused the record, since this coordinator may have to enter itself anew
   */
  public record Protocol(
      CommitRecords records,
      InDoubt inDoubt,
      SnapshotBarrier snapshots,
      CommitObserver observer,
      Runnable recovery) {}

  /**
   * @param home the home node's backend, in the transaction
   * @param others the backends of the other nodes that have written, by position
   * @param numbers what the transaction is called there (PostgreSQL's {@code xid8})
   * @param limit what may stop it before the home node commits
   */
  TwoPhaseCommit(
      Protocol protocol,
      GlobalTransactionId id,
      NodeSession home,
      Map<Integer, NodeSession> others,
      Map<Integer, Long> numbers,
      CommitLimit limit) {
    this.protocol = protocol;
    this.id = id;
    this.home = home;
    this.others = new TreeMap<>(others);
    this.numbers = new TreeMap<>(numbers);
    this.limit = limit;
  }

  /**
   * Commits.
   *
   * @throws PostgresException when the transaction is rolled back: why; 08007 when its outcome
   *     cannot be found out
   */
  void run() {
    prepare();
    boolean inTime;
    try (SnapshotBarrier.Section section = enter()) {
      inTime = Unanswered.limited(left, this::putOut, this::commitEverywhere);
    }
    if (!inTime || unanswered.givenUp()) {
      // What was put in doubt has ended on some nodes; the others are told when they answer.
      protocol.inDoubt().add(id, Optional.of(true), others.keySet());
      protocol.recovery().run();
    } else {
      untold.forEach(this::tellAgain);
    }
  }

  private void commitEverywhere() {
    commitHome();
    untold = commitPrepared();
  }

  /**
   * Others, or the client, cannot wait any more for nodes that do not answer. Nobody must see half
   * of this: nodes are not used before what they have prepared has ended, and recovery sees to
   * that.
   */
  private void putOut() {
    LOG.warn("{} has not ended in time and is left to recovery", id);
    protocol.inDoubt().add(id, Optional.empty(), others.keySet());
    unanswered.giveUp();
  }

  /** From here until all nodes have committed, nobody takes snapshots of several of them. */
  private SnapshotBarrier.Section enter() {
    try {
      SnapshotBarrier.Section section =
          limit.waiting(() -> protocol.snapshots().commit(this::putOut));
      try {
        left = limit.commits();
      } catch (PostgresException e) {
        section.close();
        throw e;
      }
      return section;
    } catch (PostgresException e) {
      rollBack(others.keySet());
      throw e;
    }
  }

  private void prepare() {
    Map<Integer, NodeSession> all = new TreeMap<>(others);
    all.put(Cluster.HOME, home);
    Map<Integer, PostgresException> failures =
        Parallel.onEach(
            all.keySet(),
            node -> {
              if (node == Cluster.HOME) {
                step(Point.BEFORE_RECORD, Point.AFTER_RECORD, home, record());
              } else {
                step(Point.BEFORE_PREPARE, Point.AFTER_PREPARE, others.get(node), preparing());
              }
            });
    if (!failures.isEmpty()) {
      Set<Integer> prepared = new TreeSet<>(others.keySet());
      prepared.removeAll(failures.keySet());
      rollBack(prepared);
      if (failures.containsKey(Cluster.HOME)
          || failures.values().stream().anyMatch(e -> !(e instanceof RefusedException))) {
        protocol.recovery().run();
      }
      Parallel.throwFirst(failures);
    }
  }

  private String record() {
    return AS_LOGGED_IN + CommitRecords.writing(id, numbers);
  }

  private String preparing() {
    return AS_LOGGED_IN + "PREPARE TRANSACTION " + Identifiers.literal(id.text());
  }

  private void step(Point before, Point after, NodeSession session, String sql) {
    reached(before, session);
    RefusedException.run(session, sql);
    reached(after, session);
  }

  private void reached(Point point, NodeSession session) {
    protocol.observer().reached(point, id.text(), session.node().name());
  }

  private void commitHome() {
    try {
      unanswered.waiting(home, () -> step(Point.BEFORE_COMMIT, Point.AFTER_COMMIT, home, "COMMIT"));
    } catch (RefusedException e) {
      rollBack(others.keySet());
      throw e;
    } catch (RuntimeException | Error e) {
      if (!isCommitted(e)) {
        rollBack(others.keySet());
        throw e;
      }
      LOG.info("{} is committed, though the answer has not arrived", id, e);
    }
  }

  /** Finds out what became of a COMMIT whose answer has not arrived. */
  private boolean isCommitted(Throwable lost) {
    if (unanswered.givenUp()) {
      protocol.recovery().run();
      throw LostCommit.error(home, lost);
    }
    try {
      return protocol.records().committed(id);
    } catch (RuntimeException | Error e) {
      LOG.warn("the outcome of {} is not known yet", id, e);
      protocol.inDoubt().add(id, Optional.empty(), others.keySet());
      protocol.recovery().run();
      throw LostCommit.error(home, lost);
    }
  }

  /** Gives the nodes that have not answered; they are in doubt. */
  private Set<Integer> commitPrepared() {
    Map<Integer, PostgresException> failures =
        Parallel.onEach(
            others.keySet(),
            node -> {
              reached(Point.BEFORE_COMMIT_PREPARED, others.get(node));
              unanswered.waiting(others.get(node), () -> end(others.get(node), true));
              reached(Point.AFTER_COMMIT_PREPARED, others.get(node));
            });
    if (!failures.isEmpty()) {
      LOG.info("{} is committed, but some nodes have not answered: {}", id, failures);
      protocol.inDoubt().add(id, Optional.of(true), failures.keySet());
    }
    return failures.keySet();
  }

  /**
   * Ends a part. Outside of its transaction, the backend acts again as the role that the session
   * has set, which may not end what belongs to who is logged in.
   */
  private void end(NodeSession session, boolean commit) {
    String ending = PreparedTransactions.ending(id, commit);
    try {
      RefusedException.run(session, ending);
    } catch (RefusedException e) {
      if (!e.error().sqlState().equals(NOT_PERMITTED)) {
        throw e;
      }
      session.discardOnClose();
      List<String> acting = TextResult.run(session, ACTING).rows().getFirst();
      RefusedException.run(session, "SET SESSION AUTHORIZATION DEFAULT; SET ROLE NONE");
      RefusedException.run(session, ending);
      TextResult.run(session, ACT_AGAIN, acting);
    }
  }

  /** In another backend, since the one that was in the transaction is of no use any more. */
  private void tellAgain(int node) {
    try {
      protocol.inDoubt().resolve(node);
    } catch (PostgresException e) {
      LOG.warn("a transaction stays in doubt", e);
    }
  }

  /** Undoes what is prepared, the home node's part first: a record must not appear any more. */
  private void rollBack(Collection<Integer> prepared) {
    limit.rollsBack();
    try {
      PromptAnswer.of(home, "ROLLBACK");
    } catch (PostgresException e) {
      LOG.debug("a lost backend has rolled back by itself", e);
    }
    Map<Integer, PostgresException> failures =
        Parallel.onEach(
            prepared,
            node -> {
              NodeSession session = others.get(node);
              reached(Point.BEFORE_ROLLBACK_PREPARED, session);
              PromptAnswer.of(
                  session,
                  () -> {
                    end(session, false);
                    return session;
                  });
            });
    if (!failures.isEmpty()) {
      LOG.info("{} is rolled back, but some nodes could not be told yet: {}", id, failures);
      protocol.recovery().run();
    }
  }
}
