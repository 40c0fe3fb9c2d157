package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.gateway.ClientSession.Names;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.ProtocolNames;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * MOVE and CLOSE of what the protocol has bound: in PostgreSQL a portal is a cursor of its name.
 * Rows of such a portal come in the formats that Bind has asked for, so FETCH does not give them.
 */
final class ProtocolPortals {
  private static final long ALL = 0;

  private final ProtocolNames names;

  ProtocolPortals(ProtocolNames names) {
    this.names = names;
  }

  /** COMMIT or ROLLBACK: portals end with their transaction. */
  void endTransaction() {
    names.tell(Names::transactionEnded);
  }

  /**
   * Runs a FETCH, MOVE or CLOSE; empty if the protocol has no portal of that name.
   *
   * @throws PostgresException 0A000 for what only cursors of SQL can do here
   */
  Optional<Execution> run(SqlStatement statement) {
    Token name = statement.tokens().getLast();
    boolean named =
        name.kind() == Token.Kind.QUOTED_IDENTIFIER
            || (name.kind() == Token.Kind.WORD && !name.isWord("all"));
    return Optional.of(name.value())
        .filter(text -> named)
        .map(names.portals()::get)
        .filter(StatementPortal.class::isInstance)
        .map(portal -> run(statement, name.value(), (StatementPortal) portal));
  }

  private Execution run(SqlStatement statement, String name, StatementPortal portal) {
    if (statement.word(0).equals("close")) {
      names.tell(all -> all.closePortal(name));
      return new ImmediateExecution("CLOSE CURSOR");
    }
    Optional<Long> rows = forward(statement.tokens());
    boolean query = portal.prepared().statement().kind() == StatementKind.QUERY;
    if (!statement.word(0).equals("move") || !query || rows.isEmpty()) {
      throw new PostgresException(
          "0A000",
          statement.word(0).toUpperCase(Locale.ROOT)
              + " of this kind is not supported for a portal of the protocol",
          "Execute the portal, MOVE it forward, or DECLARE a cursor.");
    }
    return new ImmediateExecution("MOVE " + portal.passOver(rows.get()));
  }

  /** How many rows a MOVE goes forward; empty for one that goes elsewhere. */
  private static Optional<Long> forward(List<Token> tokens) {
    int end = tokens.size() - 1;
    if (tokens.get(end - 1).isWord("from") || tokens.get(end - 1).isWord("in")) {
      end--;
    }
    int at = 1;
    if (at < end && tokens.get(at).isWord("forward")) {
      at++;
    } else if (at < end && tokens.get(at).isWord("next")) {
      return at + 1 == end ? Optional.of(1L) : Optional.empty();
    }
    if (at == end) {
      return Optional.of(1L);
    }
    Token count = tokens.get(at);
    if (at + 1 < end) {
      return Optional.empty();
    }
    if (count.isWord("all")) {
      return Optional.of(ALL);
    }
    return count.kind() == Token.Kind.NUMBER && count.value().matches("[1-9][0-9]{0,8}")
        ? Optional.of(Long.parseLong(count.value()))
        : Optional.empty();
  }
}
