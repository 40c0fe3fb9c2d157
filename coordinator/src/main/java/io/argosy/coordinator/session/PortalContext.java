package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import java.util.List;

/**
 * What the portals of a session use of it, and what makes them. Used by the session's thread.
 *
 * @param command runs parts of them in their time
 * @param execution starts their statements
 * @param retry starts them again
 */
record PortalContext(
    TransactionCommand command,
    ActivePortal active,
    StatementPreparer preparer,
    PortalExecution execution,
    StatementRetry retry,
    MessageBatch batch,
    AnsweredOutput client,
    SessionActivity activity) {

  /** A portal of one run, all of whose rows come as texts, of a statement without parameters. */
  StatementPortal ofText(PreparedStatement prepared, List<Long> based) {
    return bound(prepared, new Values(new short[0], List.of()), new short[0], based);
  }

  /**
   * A portal of a statement.
   *
   * @param based the versions of the nodes' catalogs that were known before the statement was
   *     described, or its description looked at
   */
  StatementPortal bound(
      PreparedStatement prepared, Values values, short[] resultFormats, List<Long> based) {
    return new StatementPortal(this, prepared, values, resultFormats, based);
  }
}
