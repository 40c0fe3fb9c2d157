package io.argosy.coordinator.deadlock;

import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.deadlock.Party.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A transaction over several nodes, as the detector sees it. Thread-safe: the session says which
 * nodes it has, the detector ends it.
 */
public final class WaitingTransaction {
  private static final String CANCELLED = "57014";

  private final Transaction name;
  private final long startedAt = System.nanoTime();
  private final Runnable cancel;
  private final Map<Integer, Integer> processes = new ConcurrentHashMap<>();
  private final AtomicReference<PostgresError> verdict = new AtomicReference<>();

  WaitingTransaction(Transaction name, Runnable cancel) {
    this.name = name;
    this.cancel = cancel;
  }

  /**
   * A node takes part from now on.
   *
   * @param process the process id of its backend there
   */
  public void joined(int node, int process) {
    processes.put(node, process);
  }

  /** Its backends' process ids, by the nodes' positions. */
  Map<Integer, Integer> processes() {
    return Map.copyOf(processes);
  }

  /** What all coordinators know it by. */
  Transaction name() {
    return name;
  }

  boolean isOlderThan(long nanoseconds) {
    return System.nanoTime() - startedAt > nanoseconds;
  }

  /** Ends it, by the error that its client is to see. */
  void end(PostgresError deadlock) {
    verdict.set(deadlock);
    cancel.run();
  }

  /**
   * What the client is told of a failure: the deadlock, where its statement was cancelled for that.
   */
  public Optional<PostgresException> explained(PostgresException failure) {
    return failure.error().sqlState().equals(CANCELLED)
        ? Optional.ofNullable(verdict.get()).map(error -> new PostgresException(error, failure))
        : Optional.empty();
  }
}
