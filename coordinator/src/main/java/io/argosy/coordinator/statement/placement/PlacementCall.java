package io.argosy.coordinator.statement.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.node.NodeSession;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * The call of a function that the coordinator takes over.
 *
 * @param function its name
 * @param arguments by their names; those that the call leaves out have their defaults
 */
record PlacementCall(String function, JsonNode arguments) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Has the home node evaluate the arguments.
   *
   * @throws PostgresException 0A000 or 22004 when the statement is not one call
   */
  static PlacementCall of(
      SqlStatement statement, Binding binding, NodeSession home, ClientOutput client) {
    List<Token> functions =
        statement.tokens().stream()
            .filter(token -> token.kind() == Token.Kind.WORD)
            .filter(token -> SqlStatement.isPlacementFunction(token.value()))
            .toList();
    Token function = functions.getFirst();
    if (functions.size() > 1) {
      throw notByItself(function);
    }
    Token first = statement.tokens().get(1);
    String sql =
        statement.sql().substring(0, first.start())
            + "argosy."
            + function.value()
            + "_arguments"
            + statement.sql().substring(function.end());
    try (Execution execution =
        new NodeExecution(home, binding.withResultFormat(0).request(sql), client)) {
      String document = null;
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        DataRowReader reader = new DataRowReader(batch.messages());
        while (reader.next()) {
          if (document != null || reader.columnCount() != 1) {
            throw notByItself(function);
          }
          document = reader.text(0);
        }
      }
      if (document == null) {
        throw new PostgresException(
            "22004", function.value() + " needs arguments that are not NULL");
      }
      return new PlacementCall(function.value(), parsed(document));
    }
  }

  /** Arguments as the functions give them that are named after the calls. */
  static JsonNode parsed(String document) {
    try {
      return JSON.readTree(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the arguments came as an unexpected document", e);
    }
  }

  private static PostgresException notByItself(Token function) {
    return new PostgresException(
        "0A000",
        function.value() + " must be called by itself, for one table at a time",
        "Write a SELECT for each call, with nothing else in it.");
  }
}
