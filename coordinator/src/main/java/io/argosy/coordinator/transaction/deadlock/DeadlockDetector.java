package io.argosy.coordinator.transaction.deadlock;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.coordinator.transaction.deadlock.Party.Transaction;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds transactions over several nodes that wait for each other on different nodes, whichever
 * coordinators they have, and ends those of its own that are the youngest of such a cycle. Nodes
 * are asked only while a transaction of its own has lasted for as long as PostgreSQL's {@code
 * deadlock_timeout} is by default, and other coordinators are told only while one of these waits
 * for a lock: all that are in a cycle do. Thread-safe.
 *
 * <p>The nodes cannot be asked at the same moment, and what is known of another coordinator's
 * transactions is told by it. So a wait counts if two looks at the nodes have shown it, and a
 * transaction if its coordinator has told of it before the first of them and again between the two:
 * meanwhile its backends have worked for no other.
 */
public final class DeadlockDetector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadlockDetector.class);
  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final Look NOTHING_SEEN = new Look(Map.of(), Set.of(), "infinity");

  private final Cluster cluster;
  private final long coordinator = new SecureRandom().nextLong(1, Long.MAX_VALUE);
  private final Map<Long, WaitingTransaction> transactions = new ConcurrentHashMap<>();
  private final AtomicLong lastNumber = new AtomicLong();
  private final Semaphore closed = new Semaphore(0);
  private Look last = NOTHING_SEEN;
  private boolean told;

  /**
   * What was seen at one time.
   *
   * @param owners whose transactions the backends worked for before
   * @param waits which backends waited for which
   * @param end the home node's time afterwards
   */
  private record Look(Map<Backend, Transaction> owners, Set<Wait> waits, String end) {}

  /** Starts to look. */
  public DeadlockDetector(Cluster cluster) {
    this.cluster = cluster;
    Thread.ofVirtual().name("deadlock-detector").start(this::lookAgainAndAgain);
  }

  /**
   * A transaction begins.
   *
   * @param cancel cancels its statement; called by another thread
   * @param backends those that work for it when it is called, by another thread
   */
  public WaitingTransaction begin(Runnable cancel, Supplier<Set<Backend>> backends) {
    WaitingTransaction transaction =
        new WaitingTransaction(
            new Transaction(System.currentTimeMillis(), coordinator, lastNumber.incrementAndGet()),
            cancel,
            backends);
    transactions.put(transaction.name().number(), transaction);
    return transaction;
  }

  /** A transaction has ended. */
  public void end(WaitingTransaction transaction) {
    transactions.remove(transaction.name().number());
  }

  private void lookAgainAndAgain() {
    try {
      while (!closed.tryAcquire(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          if (told || !suspects().isEmpty()) {
            look();
          }
        } catch (PostgresException e) {
          LOG.info("deadlocks cannot be looked for now: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  private List<WaitingTransaction> suspects() {
    return transactions.values().stream()
        .filter(transaction -> transaction.isOlderThan(DEADLOCK_TIMEOUT.toNanos()))
        .filter(transaction -> transaction.backends().size() > 1)
        .toList();
  }

  private void look() {
    Look before = last;
    last = NOTHING_SEEN;
    boolean waiting = isAnyWaiting();
    if (!told && !waiting) {
      return;
    }
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      String time = Suspects.time(home);
      List<WaitingTransaction> own = waiting ? suspects() : List.of();
      Suspects all = Suspects.exchange(home, coordinator, time, own, before.end());
      told = !own.isEmpty();
      if (told) {
        Set<Wait> waits = waits(all.owners().keySet());
        last = new Look(all.owners(), waits, Suspects.time(home));
        breakUp(own, graph(before, all.again(), waits));
      }
    }
  }

  /**
   * Whether a backend may wait for a lock that works for a transaction of its own: nobody knows of
   * those on a node that cannot be asked.
   */
  private boolean isAnyWaiting() {
    Set<Backend> own =
        suspects().stream()
            .flatMap(transaction -> transaction.backends().stream())
            .collect(Collectors.toSet());
    try {
      return waits(own).stream()
          .anyMatch(wait -> own.contains(new Backend(wait.node(), wait.waiter())));
    } catch (PostgresException e) {
      return true;
    }
  }

  /** What was seen before and still holds. */
  private static WaitForGraph graph(Look before, Map<Backend, Transaction> again, Set<Wait> waits) {
    Set<Wait> both = new HashSet<>(waits);
    both.retainAll(before.waits());
    Map<Backend, Transaction> owners = new HashMap<>(before.owners());
    owners.entrySet().retainAll(again.entrySet());
    return new WaitForGraph(both, owners);
  }

  private Set<Wait> waits(Collection<Backend> backends) {
    Set<Integer> nodes =
        backends.stream().map(Backend::node).collect(Collectors.toCollection(TreeSet::new));
    Set<Wait> waits = new HashSet<>();
    nodes.forEach(node -> waits.addAll(waits(node)));
    return waits;
  }

  /** Of all backends: one of somebody else may stand between two of ours. */
  private Set<Wait> waits(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return TextResult.run(
              session,
              "SELECT DISTINCT pid, blocker FROM pg_catalog.pg_locks,"
                  + " pg_catalog.unnest(pg_catalog.pg_blocking_pids(pid)) AS blocker"
                  + " WHERE NOT granted")
          .rows()
          .stream()
          .map(row -> new Wait(node, Integer.parseInt(row.get(0)), Integer.parseInt(row.get(1))))
          .collect(Collectors.toSet());
    }
  }

  private void breakUp(Collection<WaitingTransaction> own, WaitForGraph graph) {
    for (WaitingTransaction transaction : own) {
      graph.cycleOfYoungest(transaction.name()).ifPresent(cycle -> transaction.end(error(cycle)));
    }
  }

  private PostgresError error(List<Wait> cycle) {
    String detail =
        cycle.stream()
            .map(
                wait ->
                    "On node "
                        + cluster.nodes().get(wait.node()).name()
                        + " process "
                        + wait.waiter()
                        + " is blocked by process "
                        + wait.blocker()
                        + ".")
            .collect(Collectors.joining("\n"));
    return PostgresError.of("40P01", "deadlock detected").withDetail(detail);
  }

  /** Stops looking. */
  @Override
  public void close() {
    closed.release();
  }
}
