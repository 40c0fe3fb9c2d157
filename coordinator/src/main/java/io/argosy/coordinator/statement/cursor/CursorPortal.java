package io.argosy.coordinator.statement.cursor;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.node.Request;
import io.argosy.protocol.encoding.EncodedValues;
import io.argosy.protocol.message.Field;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cursor that SQL has declared, as the portal that it is in PostgreSQL: drivers describe it by
 * the protocol before they FETCH from it, and could read it so too. It is the home node's, where
 * the same is done by FETCH.
 */
public final class CursorPortal implements ClientSession.Portal {
  /** Executes parts of portals, as the session does it with all of them. */
  public interface Executor {
    /**
     * @return whether it was the last part, as the part says
     */
    boolean execute(Supplier<Boolean> part);
  }

  private final Executor session;
  private final AnsweredOutput client;
  private final Backends backends;
  private final String cursor;
  private final Optional<List<Field>> fields;

  private CursorPortal(
      Executor session,
      AnsweredOutput client,
      Backends backends,
      String cursor,
      Optional<List<Field>> fields) {
    this.session = session;
    this.client = client;
    this.backends = backends;
    this.cursor = cursor;
    this.fields = fields;
  }

  /** The cursor of a name; empty if there is none. */
  public static Optional<ClientSession.Portal> find(
      Executor session,
      AnsweredOutput client,
      Backends backends,
      StatementDescriber describer,
      String name) {
    TransactionBlock block = backends.block();
    // Cursors live in transactions, or in a backend that is kept for them.
    if (name.isEmpty() || (block == null ? !backends.homePinned() : block.failed())) {
      return Optional.empty();
    }
    String cursor = Identifiers.quote(name);
    // Where there is none PostgreSQL does not fail before the FETCH is executed; it has no columns.
    return describer
        .describe(SqlStatement.of("FETCH 0 FROM " + cursor), new int[0])
        .fields()
        .map(fields -> new CursorPortal(session, client, backends, cursor, Optional.of(fields)));
  }

  @Override
  public Optional<List<Field>> fields() {
    return fields;
  }

  @Override
  public boolean execute(int maximumRows) {
    return session.execute(() -> fetch(maximumRows));
  }

  private boolean fetch(int maximumRows) {
    String count = maximumRows == 0 ? "ALL" : Integer.toString(maximumRows);
    Request fetch = new Request.Simple("FETCH FORWARD " + count + " FROM " + cursor);
    long rows = 0;
    try (Execution execution = new NodeExecution(backends.home(), fetch, client)) {
      for (Execution.Batch batch = execution.next(); batch != null; batch = execution.next()) {
        client.rows(new EncodedValues(client.encoding()).rows(batch.messages(), fields));
        rows += batch.count();
      }
    }
    if (maximumRows != 0 && rows == maximumRows) {
      return false;
    }
    client.complete("SELECT " + rows);
    return true;
  }

  @Override
  public boolean holdable() {
    return true;
  }

  @Override
  public void close() {
    // The protocol has not made it, and does not end it.
  }
}
