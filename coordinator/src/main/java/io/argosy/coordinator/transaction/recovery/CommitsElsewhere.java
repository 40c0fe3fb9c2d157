package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.coordinator.transaction.barrier.FracturedReadException.Parts;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.coordinator.transaction.commit.CommitRecord;
import io.argosy.coordinator.transaction.commit.GlobalTransactionId;
import io.argosy.coordinator.transaction.commit.PreparedTransactions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions over several nodes that other coordinators commit: whether the snapshots of a
 * read see each of them on all nodes or on none.
 *
 * <p>A commit record is there before any node shows what its transaction has written. So records
 * that are read behind the snapshots tell of all transactions that any of these sees, with their
 * numbers on each node, and a snapshot tells of a number whether it sees it. Records stay for as
 * long as a read may ask for them ({@link #KEPT}).
 *
 * <p>Reads that come together are answered by one question to the home node. Thread-safe.
 */
public final class CommitsElsewhere {
  /**
   * How long a record is kept at least when its transaction has ended on all nodes. Longer than a
   * read may take from its first snapshot to the records.
   */
  static final Duration KEPT = Duration.ofSeconds(20);

  private static final Duration LONGEST_READ = Duration.ofSeconds(15);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final Duration USUAL_WAIT = Duration.ofMillis(200);
  private static final long SHORTEST_PAUSE_MILLISECONDS = 2;
  private static final long LONGEST_PAUSE_MILLISECONDS = 50;

  /** So often it is looked whether nodes that are not read have ended what is open. */
  private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

  /** What is asked again and again is prepared in the backend that asks. */
  public static final String PREPARATION =
      """
      PREPARE argosy_commits (pg_catalog.xid8) AS
      SELECT s.xmin, r.gid, r.xid, r.parts
      FROM (SELECT pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) AS xmin) s
        LEFT JOIN argosy.commit_records r ON r.xid >= $1\
      """;

  private static final String RECORDS = "EXECUTE argosy_commits ('%d')";

  private static final Logger LOG = LoggerFactory.getLogger(CommitsElsewhere.class);

  private final Function<String, TextResult> home;
  private final LongPredicate own;
  private final PreparedTransactions prepared;
  private final Runnable recovery;

  private final Supplier<Object> entry;
  private final AtomicReference<Entered> known =
      new AtomicReference<>(new Entered(null, new SettledCommits()));
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile long lookedAt = System.nanoTime();

  private final JoinedQuestion<Recorded> records =
      new JoinedQuestion<>("commits-elsewhere", this::read);

  /**
   * What the home node has answered.
   *
   * @param xmin of the snapshot that the records were read with
   */
  private record Recorded(long xmin, List<CommitRecord> commits) {}

  /** What is known under an entry of this coordinator. */
  private record Entered(Object entry, SettledCommits settled) {}

  /**
   * @param home asks the home node in a backend where {@link #PREPARATION} has run
   * @param entry under which this coordinator is known to others now
   * @param own whether the number of a coordinator is or was this one's
   * @param recovery asks for a recovery, which ends what the dead have left
   */
  public CommitsElsewhere(
      Function<String, TextResult> home,
      Supplier<Object> entry,
      LongPredicate own,
      PreparedTransactions prepared,
      Runnable recovery) {
    this.home = home;
    this.entry = entry;
    this.own = own;
    this.prepared = prepared;
    this.recovery = recovery;
  }

  /** A check of snapshots that are taken from now on. */
  public FractureCheck check() {
    Object entered = entry.get();
    SettledCommits settled = settledUnder(entered);
    SettledCommits.Known before = settled.known();
    long start = System.nanoTime();
    return snapshots -> {
      Recorded recorded = records.answer(before.floor());
      boolean late = System.nanoTime() - start > LONGEST_READ.toNanos();
      // Others may have taken this coordinator for dead, and deleted records that it needs.
      if (late || entry.get() != entered) {
        throw new FracturedReadException(Map.of());
      }
      look(settled, before, recorded, snapshots);
    };
  }

  /** What is known holds under one entry: the home node may be another server by the next one. */
  private SettledCommits settledUnder(Object entered) {
    return known
        .updateAndGet(
            now -> now.entry() == entered ? now : new Entered(entered, new SettledCommits()))
        .settled();
  }

  private void look(
      SettledCommits settled,
      SettledCommits.Known before,
      Recorded recorded,
      Map<Integer, NodeSnapshot> snapshots) {
    settled.learn(recorded.xmin(), recorded.commits(), snapshots);
    if (settled.isAnyOpen() && System.nanoTime() - lookedAt > LOOK_INTERVAL.toNanos()) {
      lookForEnded(settled);
    }
    Map<String, Parts> fractured = new HashMap<>();
    Stream.concat(before.open().stream(), recorded.commits().stream())
        .filter(commit -> commit.fractures(snapshots) && !before.knows(commit))
        .forEach(
            commit -> {
              Set<Integer> read = new TreeSet<>(commit.parts().keySet());
              read.retainAll(snapshots.keySet());
              fractured.put(commit.id().text(), new Parts(commit.parts().keySet(), read));
            });
    if (!fractured.isEmpty()) {
      throw new FracturedReadException(fractured);
    }
  }

  /** The records from a number of the home node on, of others. */
  private Recorded read(long floor) {
    List<CommitRecord> commits = new ArrayList<>();
    List<List<String>> rows = home.apply(RECORDS.formatted(floor)).rows();
    for (List<String> row : rows) {
      if (row.get(1) != null) {
        GlobalTransactionId.parse(row.get(1))
            .filter(id -> !own.test(id.coordinator()))
            .flatMap(id -> CommitRecord.of(id, Long.parseLong(row.get(2)), row.get(3)))
            .ifPresent(commits::add);
      }
    }
    return new Recorded(Long.parseLong(rows.getFirst().getFirst()), commits);
  }

  /** What is open on nodes that are seldom read would be looked at by every read. */
  private void lookForEnded(SettledCommits settled) {
    if (looking.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("commits-ended")
          .start(
              () -> {
                try {
                  List<CommitRecord> open = settled.known().open();
                  PreparedTransactions.Answers answers = prepared.onAll();
                  open.stream()
                      .filter(
                          commit ->
                              !mayBePrepared(answers, commit.id().text(), commit.parts().keySet()))
                      .forEach(commit -> settled.markEnded(Set.of(commit.id().text())));
                } catch (PostgresException e) {
                  LOG.debug("the nodes cannot be asked for what they have prepared", e);
                } finally {
                  lookedAt = System.nanoTime();
                  looking.set(false);
                }
              });
    }
  }

  /** A node that does not answer may have anything. */
  private static boolean mayBePrepared(
      PreparedTransactions.Answers answers, String transaction, Set<Integer> nodes) {
    return answers.lost().keySet().stream().anyMatch(nodes::contains)
        || answers.parts().stream()
            .anyMatch(part -> part.id().text().equals(transaction) && nodes.contains(part.node()));
  }

  /**
   * Waits until no node has a part of some transactions prepared, for some seconds at most. Reads
   * that begin then see them whole, or will never see more of them.
   *
   * @param transactions by their names
   * @throws PostgresException 40001 when they do not end; 57014 when the thread is interrupted
   */
  public void awaitEnd(Map<String, Parts> transactions) {
    Set<Integer> nodes = new TreeSet<>();
    transactions.values().forEach(parts -> nodes.addAll(parts.all()));
    PreparedTransactions.Answers answers = prepared.on(nodes);
    long start = System.nanoTime();
    long pause = SHORTEST_PAUSE_MILLISECONDS;
    boolean wanted = false;
    while (isAnyPrepared(answers, transactions)) {
      long waited = System.nanoTime() - start;
      if (waited > LONGEST_WAIT.toNanos()) {
        throw new PostgresException(
            "40001",
            "a transaction of another coordinator has not ended on all nodes",
            "Try the transaction again. argosy.transactions shows which one, and where.");
      }
      if (!wanted && waited > USUAL_WAIT.toNanos()) {
        recovery.run();
        wanted = true;
      }
      sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
      answers = prepared.on(nodes);
    }
    Set<String> ended = new HashSet<>();
    for (Map.Entry<String, Parts> transaction : transactions.entrySet()) {
      if (!mayBePrepared(answers, transaction.getKey(), transaction.getValue().all())) {
        ended.add(transaction.getKey());
      }
    }
    known.get().settled().markEnded(ended);
  }

  /** Other nodes of theirs than those that are read need not have ended. */
  private static boolean isAnyPrepared(
      PreparedTransactions.Answers answers, Map<String, Parts> transactions) {
    return transactions.entrySet().stream()
        .anyMatch(
            transaction ->
                mayBePrepared(answers, transaction.getKey(), transaction.getValue().read()));
  }

  private static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(PostgresError.CANCELLED, e);
    }
  }
}
