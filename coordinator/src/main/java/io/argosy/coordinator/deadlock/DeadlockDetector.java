package io.argosy.coordinator.deadlock;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.cluster.Cluster;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds transactions of this coordinator that wait for each other on different nodes, and ends the
 * youngest of them. Nodes are asked only while two transactions over several nodes have lasted for
 * as long as PostgreSQL's {@code deadlock_timeout} is by default. What two looks at the nodes, one
 * after the other, have both shown counts: the nodes cannot be asked at the same moment.
 * Thread-safe.
 */
public final class DeadlockDetector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadlockDetector.class);
  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final Map<Long, WaitingTransaction> transactions = new ConcurrentHashMap<>();
  private final AtomicLong lastNumber = new AtomicLong();
  private final Semaphore closed = new Semaphore(0);

  /** Starts to look. */
  public DeadlockDetector(Cluster cluster) {
    this.cluster = cluster;
    if (cluster.nodes().size() > 1) {
      Thread.ofVirtual().name("deadlock-detector").start(this::lookAgainAndAgain);
    }
  }

  /**
   * A transaction begins.
   *
   * @param cancel cancels its statement; called by another thread
   */
  public WaitingTransaction begin(Runnable cancel) {
    WaitingTransaction transaction = new WaitingTransaction(lastNumber.incrementAndGet(), cancel);
    transactions.put(transaction.number(), transaction);
    return transaction;
  }

  /** A transaction has ended. */
  public void end(WaitingTransaction transaction) {
    transactions.remove(transaction.number());
  }

  private void lookAgainAndAgain() {
    try {
      while (!closed.tryAcquire(DEADLOCK_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          look();
        } catch (PostgresException e) {
          LOG.info("deadlocks cannot be looked for now: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  private void look() {
    List<WaitingTransaction> suspects =
        transactions.values().stream()
            .filter(transaction -> transaction.processes().size() > 1)
            .filter(transaction -> transaction.isOlderThan(DEADLOCK_TIMEOUT.toNanos()))
            .toList();
    if (suspects.size() < 2) {
      return;
    }
    WaitForGraph first = graph(suspects);
    if (first.cycle().isPresent()) {
      first.and(graph(suspects)).cycle().ifPresent(this::breakUp);
    }
  }

  private WaitForGraph graph(Collection<WaitingTransaction> suspects) {
    Map<Integer, Map<Integer, Long>> byNode = new TreeMap<>();
    for (WaitingTransaction transaction : suspects) {
      transaction
          .processes()
          .forEach(
              (node, process) ->
                  byNode
                      .computeIfAbsent(node, ignored -> new HashMap<>())
                      .put(process, transaction.number()));
    }
    Set<WaitForGraph.Edge> edges = new HashSet<>();
    byNode.forEach((node, owners) -> edges.addAll(edges(node, owners)));
    return new WaitForGraph(edges);
  }

  /**
   * @param owners the transactions' numbers by their process ids on the node
   */
  private Set<WaitForGraph.Edge> edges(int node, Map<Integer, Long> owners) {
    String processes =
        owners.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
    Set<WaitForGraph.Edge> edges = new HashSet<>();
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      TextResult.run(
              session,
              "SELECT waiter, blocker"
                  + " FROM pg_catalog.unnest('{"
                  + processes
                  + "}'::int[]) AS waiter,"
                  + " pg_catalog.unnest(pg_catalog.pg_blocking_pids(waiter)) AS blocker")
          .rows()
          .forEach(
              row -> {
                Long blocker = owners.get(Integer.valueOf(row.get(1)));
                if (blocker != null) {
                  long waiter = owners.get(Integer.valueOf(row.get(0)));
                  edges.add(new WaitForGraph.Edge(waiter, blocker, node));
                }
              });
    }
    return edges;
  }

  private void breakUp(List<WaitForGraph.Edge> cycle) {
    long youngest = cycle.stream().mapToLong(WaitForGraph.Edge::waiter).max().orElseThrow();
    WaitingTransaction victim = transactions.get(youngest);
    if (victim != null) {
      victim.end(error(cycle));
    }
  }

  private PostgresError error(List<WaitForGraph.Edge> cycle) {
    String detail =
        cycle.stream()
            .map(
                edge ->
                    "On node "
                        + cluster.nodes().get(edge.node()).name()
                        + " process "
                        + process(edge.waiter(), edge.node())
                        + " is blocked by process "
                        + process(edge.blocker(), edge.node())
                        + ".")
            .collect(Collectors.joining("\n"));
    return PostgresError.of("40P01", "deadlock detected").withDetail(detail);
  }

  private String process(long number, int node) {
    WaitingTransaction transaction = transactions.get(number);
    Integer process = transaction == null ? null : transaction.processes().get(node);
    return process == null ? "that has ended" : process.toString();
  }

  /** Stops looking. */
  @Override
  public void close() {
    closed.release();
  }
}
