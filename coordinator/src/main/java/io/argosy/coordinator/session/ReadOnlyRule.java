package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.ReadOnlyAttempt;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.protocol.message.PostgresException;

/** What a transaction that only reads refuses. */
final class ReadOnlyRule {
  private final Backends backends;

  ReadOnlyRule(Backends backends) {
    this.backends = backends;
  }

  /** Whether the transaction that a statement runs in, or is, refuses what writes. */
  boolean refusesWrites(SqlStatement statement) {
    if (backends.block() == null
        && statement.mayWrite()
        && statement.kind() != StatementKind.MAINTENANCE
        && backends.homePinned()
        && backends.transaction().readOnlyByDefault()) {
      // The transaction that it is by itself.
      backends.beginImplicitly();
      backends.asked();
    }
    TransactionBlock block = backends.block();
    return block != null && block.refusesWrites();
  }

  /** PostgreSQL's error for a statement that writes, if it does. */
  void attempt(SqlStatement statement, Binding binding) {
    ReadOnlyAttempt.run(backends.asked(), binding.request(statement.sql()));
  }

  /**
   * Where the nodes do not refuse by themselves what writes. Of what changes rows the plan says
   * whether it may.
   */
  void refuse(SqlStatement statement, Binding binding) {
    if (!refusesWrites(statement)) {
      return;
    }
    boolean writes =
        switch (statement.kind()) {
          case PLACEMENT ->
              throw new PostgresException(
                  "25006", "cannot execute " + statement.word(1) + "() in a read-only transaction");
          case COPY -> statement.tokens().stream().anyMatch(token -> token.isWord("from"));
          case QUERY -> statement.locksRows();
          default -> statement.kind().is(StatementKind.Property.WRITES);
        };
    if (writes) {
      attempt(statement, binding);
    }
  }
}
