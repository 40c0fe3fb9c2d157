package io.argosy.coordinator.transaction.deadlock;

import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.coordinator.transaction.deadlock.Party.Transaction;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A transaction, or a statement by itself, for which several backends work, as the detector sees
 * it. Thread-safe: the session says which backends it has, the detector ends it.
 */
public final class WaitingTransaction {
  private static final String CANCELLED = "57014";

  private final Transaction name;
  private final long startedAt = System.nanoTime();
  private final Runnable cancel;
  private final Supplier<Set<Backend>> backends;
  private final AtomicReference<PostgresError> verdict = new AtomicReference<>();

  WaitingTransaction(Transaction name, Runnable cancel, Supplier<Set<Backend>> backends) {
    this.name = name;
    this.cancel = cancel;
    this.backends = backends;
  }

  /** The backends that work for it at the moment, some of them perhaps for a part of it only. */
  Set<Backend> backends() {
    return backends.get();
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
