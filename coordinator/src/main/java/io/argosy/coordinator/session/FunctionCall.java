package io.argosy.coordinator.session;

import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.prepared.CalledFunction;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.protocol.encoding.EncodedValues;
import java.util.List;

/** Answers FunctionCall messages, each by a query. Used by the session's thread. */
final class FunctionCall {
  /** Whatever the function is, it is called in a query. */
  private static final SqlStatement CALL = SqlStatement.of("SELECT");

  private final CatalogVersions versions;
  private final PortalContext context;
  private final StatementDescriber describer;

  FunctionCall(CatalogVersions versions, PortalContext context, StatementDescriber describer) {
    this.versions = versions;
    this.context = context;
    this.describer = describer;
  }

  /**
   * Calls a function.
   *
   * @param function its object id
   * @param resultFormat 0 text, 1 binary
   */
  void run(int function, Values arguments, short resultFormat) {
    TransactionCommand command = context.command();
    List<Long> based = versions.known();
    CalledFunction called = command.guarded(() -> lookedUp(function));
    Values inUtf8 = command.guarded(() -> inUtf8(arguments, called));
    String query = command.guarded(() -> called.query(arguments.values().size()));
    PreparedStatement prepared = context.preparer().prepare(query, called.argumentTypes());
    context.bound(prepared, inUtf8, new short[] {resultFormat}, based).execute(0);
  }

  private CalledFunction lookedUp(int function) {
    context.command().startTime();
    context.batch().refuseInFailedTransaction(CALL);
    return describer.function(function);
  }

  private Values inUtf8(Values arguments, CalledFunction called) {
    return new Values(
        arguments.formats(),
        new EncodedValues(context.client().encoding())
            .parameters(arguments.formats(), arguments.values(), called.argumentTypes()));
  }
}
