package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs what a client's message asks for as a part of the session's transaction: in the statement's
 * time, and so that a failure makes the transaction fail. Used by the session's thread.
 */
final class TransactionCommand {
  private final Backends backends;
  private final SessionSettings settings;
  private final CoordinatorLimits coordinatorLimits;
  private final TimeLimits limits;
  private final SessionActivity activity;
  private final AnsweredOutput client;
  private final ActivePortal active;

  /** The encoding in which the client is told what has failed, and perhaps ended it. */
  private Optional<ClientEncoding> failing = Optional.empty();

  TransactionCommand(
      Backends backends,
      SessionSettings settings,
      CoordinatorLimits coordinatorLimits,
      TimeLimits limits,
      SessionActivity activity,
      AnsweredOutput client,
      ActivePortal active) {
    this.backends = backends;
    this.settings = settings;
    this.coordinatorLimits = coordinatorLimits;
    this.limits = limits;
    this.activity = activity;
    this.client = client;
    this.active = active;
  }

  /** The time of a statement runs from its first message on, until it is complete. */
  void startTime() {
    settings.follow(coordinatorLimits.shown());
    backends.timeout().start(limits.ofStatement(backends.block()));
  }

  /**
   * Runs a portal, or a part of it, in its time: only what is measured can be cancelled.
   *
   * @param part says whether the portal is complete
   */
  boolean execute(Supplier<Boolean> part) {
    return guarded(
        () -> {
          startTime();
          boolean complete = part.get();
          if (complete) {
            backends.timeout().complete(endsWithSync());
          }
          return complete;
        });
  }

  /** Whether what runs is committed by the end of the client's message, which is to come. */
  private boolean endsWithSync() {
    return backends.block() != null && backends.block().implicit();
  }

  /** Runs a part of a statement; a failure makes the transaction fail, as in PostgreSQL. */
  <T> T guarded(Supplier<T> part) {
    try {
      return part.get();
    } catch (PostgresException e) {
      PostgresException told = backends.diagnosis().explained(e);
      activity.fail(told.error().sqlState());
      fail();
      throw told;
    } catch (RuntimeException | Error e) {
      activity.fail("XX000");
      fail();
      throw e;
    }
  }

  /** Something has failed, and the transaction, if there is one, with it. */
  void fail() {
    backends.timeout().stop();
    active.fail();
    TransactionBlock block = backends.block();
    if (block != null) {
      failing = Optional.of(client.encoding());
      if (client.captures()) {
        // The code that runs it may catch the failure.
        block.markFailed();
      } else {
        backends.transaction().abort();
      }
    }
    backends.endStatement();
  }

  /** The encoding in which the client is told of a failure; empty for that of its settings. */
  Optional<ClientEncoding> failing() {
    return failing;
  }

  /** The client has been told. */
  void told() {
    failing = Optional.empty();
  }

  /** Commits a transaction that the client has not begun itself, or rolls it back if it failed. */
  void endImplicitTransaction() {
    TransactionBlock block = backends.block();
    if (block == null || !block.implicit()) {
      return;
    }
    if (block.failed()) {
      backends.transaction().rollback();
    } else {
      backends.transaction().commit();
    }
  }
}
