package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.TaggedExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** DO, CALL and calls of functions, whose code the coordinator runs. */
public final class CodeStatements {
  /** Runs a statement. */
  public interface Start {
    Execution start(PreparedStatement prepared, Binding binding);
  }

  /** What shows the level of the transaction, perhaps among other settings. */
  private static final Set<String> TELLING_SETTINGS =
      Set.of("current_setting", "pg_settings", "pg_show_all_settings");

  private final Backends backends;
  private final ClientOutput client;
  private final InnerStatements inner;
  private final StatementDescriber describer;

  public CodeStatements(
      Backends backends, ClientOutput client, InnerStatements inner, StatementDescriber describer) {
    this.backends = backends;
    this.describer = describer;
    this.client = client;
    this.inner = inner;
  }

  /** The coordinator runs the statements of a block or a procedure one by one. */
  public Execution takenApart(
      PreparedStatement prepared, Binding binding, CodeBlock block, String obstacle) {
    SqlStatement statement = prepared.statement();
    if (!block.readable()) {
      throw block.refused(obstacle);
    }
    try {
      if (block.command().equals("DO")) {
        inner.run(CodeBlock.code(statement));
        return new ImmediateExecution(block.command());
      }
      Execution answer =
          called(RoutineCall.ofCall(statement, binding.types()), prepared.fields(), binding);
      return new TaggedExecution(answer, block.command());
    } catch (UnsupportedCodeException e) {
      throw block.refusedApart(e.getMessage());
    }
  }

  /** The rows of a call. */
  private Execution called(RoutineCall call, Optional<List<Field>> fields, Binding binding) {
    List<Field> columns = fields.orElse(List.of());
    if (columns.isEmpty() && call.isProcedure()) {
      inner.call(call, binding, 0);
      return new ImmediateExecution("");
    }
    FunctionResult result = FunctionResult.of(backends.asked(), columns);
    List<List<String>> rows = inner.call(call, binding, columns.size());
    Execution answer =
        new NodeExecution(backends.asked(), result.request(rows, binding.resultFormats()), client);
    return whole(answer);
  }

  /** Read to its end, since the portals of the statements within have come before the client's. */
  private Execution whole(Execution answer) {
    return inner.isWithin() ? answer : new SpooledExecution(answer);
  }

  /**
   * The coordinator runs the statements of a function one by one.
   *
   * @param refused says why the statement does not run as it is
   * @param start runs the statement without the calls of the function, if it is more than one
   * @return empty if there is no call of it in the statement's text
   */
  public Optional<Execution> function(
      PreparedStatement prepared, Binding binding, Plan.Refused refused, Start start) {
    SqlStatement statement = prepared.statement();
    if (refused.function().filter(function -> !function.aggregate()).isEmpty()) {
      return Optional.empty();
    }
    UserFunction function = refused.function().get();
    Optional<RoutineCall> query = RoutineCall.ofQuery(statement, binding.types());
    boolean alone = query.isPresent() && query.get().name().equals(function.name());
    if (function.changesSettings() && !alone) {
      // With what settings the rest of the statement runs would depend on the order.
      return Optional.empty();
    }
    // What is nothing but this call need not ask for more within a transaction.
    NamedFunctions functions =
        alone && backends.block() != null
            ? new NamedFunctions(List.of())
            : NamedFunctions.of(statement.tokens(), backends.home());
    // PostgreSQL's own functions are not run here, but what they are given.
    Optional<RoutineCall> whole = query.filter(call -> alone || functions.anyOfUsers(call.name()));
    List<CallWithin> calls = CallWithin.of(statement.tokens(), function.name());
    if (whole.isEmpty() && calls.isEmpty()) {
      return Optional.empty();
    }
    boolean reading = begin(statement, functions);
    backends.beginImplicitly();
    try {
      Execution answer =
          whole.isPresent()
              ? called(whole.get(), prepared.fields(), binding)
              : within(prepared, binding, function.name(), calls, functions, start);
      if (reading) {
        // What comes in the same message is not a part of it.
        backends.transaction().commit();
      }
      return Optional.of(answer);
    } catch (UnsupportedCodeException e) {
      throw new PostgresException(
          refused.sqlState(),
          refused.reason()
              + ", and the coordinator cannot run it itself: "
              + e.getMessage()
              + " is in the way",
          whole.isPresent() && !function.changesSettings()
              ? "Run the statements of its body one by one, or declare it safe if that is right."
              : refused.hint());
    }
  }

  /**
   * A statement sees one state of all that it reads, also by functions that are not VOLATILE.
   *
   * @return whether its transaction is one that only reads
   */
  private boolean begin(SqlStatement statement, NamedFunctions functions) {
    boolean reads =
        backends.block() == null
            && statement.kind() == StatementKind.QUERY
            && !statement.locksRows()
            && statement.tokens().stream().noneMatch(CodeStatements::tellsIsolation)
            && functions.functions().stream().noneMatch(f -> f.users() && f.isVolatile());
    if (reads) {
      backends.transactionSnapshot().beginReading();
    }
    return reads;
  }

  private static boolean tellsIsolation(Token token) {
    return token.value().equalsIgnoreCase(TransactionModes.ISOLATION)
        || TELLING_SETTINGS.contains(token.value());
  }

  /** Runs the calls, and then the statement with their results. */
  private Execution within(
      PreparedStatement prepared,
      Binding binding,
      String function,
      List<CallWithin> calls,
      NamedFunctions functions,
      Start start) {
    SqlStatement statement = prepared.statement();
    // The modes of the transaction are known when it has begun.
    NodeSession home = backends.asked();
    boolean oneState = !backends.block().is(TransactionModes.Isolation.READ_COMMITTED);
    boolean sure =
        new CallConditions(statement, binding, calls, function, functions, home, oneState)
            .require();
    CallsWithin within = new CallsWithin(backends, inner, statement, calls, binding);
    PreparedStatement then = prepared(within.run(sure), within.binding());
    CallsWithin.requireSame(prepared.fields().orElse(List.of()), then.fields().orElse(List.of()));
    return whole(start.start(then, within.binding()));
  }

  /** That the statement is right is known; with other words in it it may not be. */
  private PreparedStatement prepared(String sql, Binding binding) {
    try {
      return describer.attempt(SqlStatement.of(sql), binding.types());
    } catch (PostgresException e) {
      if (e.error().sqlStateClass().equals("42")) {
        throw new UnsupportedCodeException("where the call stands (" + e.error().message() + ")");
      }
      throw e;
    }
  }
}
