package io.argosy.coordinator.session.transaction;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * Asks the home node what it would say if the client's transaction were READ ONLY there. It is not
 * where a transaction has become so too late: its own backends must go on to make tables for
 * queries, since nobody else sees what it has written.
 */
public final class ReadOnlyAttempt {
  private static final String BEGIN = "SAVEPOINT argosy_read_only";
  private static final String READ_ONLY = BEGIN + "; SET TRANSACTION READ ONLY";
  private static final String END =
      "ROLLBACK TO SAVEPOINT argosy_read_only; RELEASE SAVEPOINT argosy_read_only";
  private static final String REFUSED = "25006";

  private ReadOnlyAttempt() {}

  /**
   * Refuses a statement that PostgreSQL does not run in such a transaction. What it does run, a
   * change of a temporary table, is undone.
   *
   * @throws PostgresException 25006
   */
  public static void run(NodeSession home, Request statement) {
    TextResult.run(home, READ_ONLY);
    Optional<PostgresException> refusal =
        failure(home, statement).filter(e -> e.error().sqlState().equals(REFUSED));
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    TextResult.run(home, END);
  }

  private static Optional<PostgresException> failure(NodeSession home, Request statement) {
    PostgresException failure = null;
    try (Result result = home.execute(statement)) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Failed failed) {
          failure = new PostgresException(failed.error());
        } else if (event instanceof ResultEvent.CopyIn) {
          result.copyFail("only an attempt");
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    return Optional.ofNullable(failure);
  }

  /**
   * What SET TRANSACTION would make of the transaction.
   *
   * @param readOnly whether it counts as READ ONLY by now
   * @throws PostgresException as PostgreSQL refuses it
   */
  public static TransactionModes modesAfter(NodeSession home, String sql, boolean readOnly) {
    TransactionModes modes =
        TransactionModes.after(home, (readOnly ? READ_ONLY : BEGIN) + "; " + sql);
    TextResult.run(home, END);
    return modes;
  }
}
