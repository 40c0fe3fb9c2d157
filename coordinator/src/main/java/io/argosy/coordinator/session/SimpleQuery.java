package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.run.FailedRunException;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.StatementSplitter;
import java.util.List;
import java.util.Optional;

/** Runs the statements of a Query message one by one. Used by the session's thread. */
final class SimpleQuery {
  private final CatalogVersions versions;
  private final PortalContext context;
  private final StatementDispatcher dispatcher;
  private final AnsweredOutput client;

  SimpleQuery(CatalogVersions versions, PortalContext context, StatementDispatcher dispatcher) {
    this.versions = versions;
    this.context = context;
    this.dispatcher = dispatcher;
    this.client = context.client();
  }

  /**
   * Runs a text.
   *
   * @param statements those of the text, at least one
   */
  void run(String sql, List<StatementSplitter.Part> statements) {
    context.command().guarded(() -> context.batch().check(sql, statements));
    for (StatementSplitter.Part statement : statements) {
      boolean last = statement == statements.getLast();
      try {
        run(statement, last, statements.size() > 1);
      } catch (PostgresException e) {
        throw ErrorPositions.shifted(e, statement.start());
      }
    }
  }

  private void run(StatementSplitter.Part part, boolean last, boolean ofSeveral) {
    List<Long> based = versions.known();
    PreparedStatement prepared =
        context.preparer().prepare(part.sql(), part.comments(), new int[0]);
    if (ofSeveral) {
      dispatcher.joinImplicitTransaction(prepared.statement());
    }
    StatementPortal portal = context.ofText(prepared, based);
    if (last) {
      portal.markLast();
    }
    if (prepared.statement().kind() == StatementKind.EXECUTE) {
      // Its arguments are evaluated.
      portal.startEarly();
    }
    client.columnsFirst(portal.fields());
    try {
      portal.execute(0);
    } catch (RuntimeException e) {
      if (!tellsColumnsFirst(prepared, e)) {
        client.columnsFirst(Optional.empty());
      }
      throw e;
    } finally {
      client.tellColumns();
    }
  }

  /** PostgreSQL tells those of a query when it runs, and those of others when they have run. */
  private static boolean tellsColumnsFirst(PreparedStatement prepared, RuntimeException failure) {
    return prepared.statement().kind() == StatementKind.QUERY && FailedRunException.isIn(failure);
  }
}
