package io.argosy.coordinator.session;

import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.SpooledExecution;
import io.argosy.coordinator.execute.TaggedExecution;
import io.argosy.coordinator.procedural.UnsupportedCodeException;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Optional;

/** DO, CALL and calls of functions, whose code the coordinator runs. */
final class CodeStatements {
  private final Backends backends;
  private final ClientOutput client;
  private final InnerStatements inner;

  CodeStatements(Backends backends, ClientOutput client, InnerStatements inner) {
    this.backends = backends;
    this.client = client;
    this.inner = inner;
  }

  /** The coordinator runs the statements of a block or a procedure one by one. */
  Execution takenApart(
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
    // Whole, since the portals of the statements within have come before the client's.
    return inner.isWithin() ? answer : new SpooledExecution(answer);
  }

  /** The coordinator runs the statements of a function one by one. */
  Execution function(
      RoutineCall call, PreparedStatement prepared, Binding binding, Plan.Refused refused) {
    try {
      return called(call, prepared.fields(), binding);
    } catch (UnsupportedCodeException e) {
      throw new PostgresException(
          refused.sqlState(),
          refused.reason()
              + ", and the coordinator cannot run it itself: "
              + e.getMessage()
              + " is in the way",
          "Run the statements of its body one by one, or declare it safe if that is right.");
    }
  }
}
