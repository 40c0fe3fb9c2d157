package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.coordinator.procedural.Code;
import io.argosy.coordinator.procedural.UnsupportedCodeException;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;

/** CALL of a procedure over placed tables, whose code the coordinator runs itself. */
final class ProcedureCall {
  private ProcedureCall() {}

  /**
   * The code of a call.
   *
   * @param home a backend of the home node
   * @throws UnsupportedCodeException if it cannot be run
   * @throws io.argosy.agent.postgres.PostgresException 42501 if the role may not
   */
  static Code code(SqlStatement statement, NodeSession home) {
    List<Token> tokens = statement.tokens();
    boolean qualified = tokens.size() > 3 && tokens.get(2).isSymbol(".");
    int open = qualified ? 4 : 2;
    if (tokens.size() <= open
        || !tokens.get(open).isSymbol("(")
        || !tokens.getLast().isSymbol(")")) {
      throw new UnsupportedCodeException("the way in which the procedure is named");
    }
    int close = tokens.size() - 1;
    if (tokens.stream().anyMatch(token -> token.kind() == Token.Kind.PARAMETER)) {
      throw new UnsupportedCodeException("how the procedure is called");
    }
    List<String> values = Routine.arguments(statement, open + 1, close);
    Routine procedure = Routine.called(tokens.subList(1, open), "PROCEDURE", values.size(), home);
    List<Routine.Parameter> parameters = procedure.parameters();
    if (procedure.sql() && !parameters.isEmpty()
        || parameters.stream().anyMatch(Routine.Parameter::out)) {
      throw new UnsupportedCodeException(
          "how the procedure \"" + procedure.name() + "\" is defined or called");
    }
    if (procedure.sql()) {
      return Code.ofStatements(procedure.source());
    }
    if (parameters.stream().anyMatch(parameter -> parameter.name().isEmpty())) {
      throw new UnsupportedCodeException("a parameter without a name");
    }
    List<String> completed = procedure.completed(values);
    List<Code.Parameter> given = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Routine.Parameter parameter = parameters.get(i);
      given.add(new Code.Parameter(parameter.name(), parameter.type(), completed.get(i)));
    }
    return Code.ofProcedure(procedure.name(), given, procedure.source());
  }
}
