package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Expressions from which columns get new values, each node computing those of its rows: ALTER
 * COLUMN .. TYPE .. USING. PostgreSQL keeps them nowhere, so they become constraints of an empty
 * table alike, of which it tells what they call.
 */
final class ChangingExpressions {
  /** Strings that mean a moment, which is another one on every node. */
  private static final Set<String> MOMENTS = Set.of("now", "today", "tomorrow", "yesterday");

  private static final String CALLED = "SELECT argosy.depending_on_node($1::pg_catalog.regclass)";

  private final NodeSession home;
  private final String table;

  /**
   * @param oid the table's object id on the node of the session
   */
  ChangingExpressions(NodeSession home, String oid) {
    this.home = home;
    this.table = oid;
  }

  /** Why one of the expressions gives other values on other nodes; empty if none does. */
  Optional<String> dependingOnNode(List<String> expressions) {
    if (expressions.isEmpty()) {
      return Optional.empty();
    }
    if (expressions.stream().anyMatch(ChangingExpressions::namesMoment)) {
      return Optional.of("the time is another one on every node");
    }
    TableFact fact = TableFact.read(home, table);
    String alike = "pg_temp." + Identifiers.quote(fact.name());
    TextResult.run(home, "SAVEPOINT argosy_expressions");
    try {
      TextResult.run(
          home, "CREATE TEMPORARY TABLE %s (LIKE %s)".formatted(alike, fact.qualifiedName()));
      for (String expression : expressions) {
        TextResult.run(
            home, "ALTER TABLE %s ADD CHECK ((%s) IS NULL)".formatted(alike, expression));
      }
      return TextResult.run(home, CALLED, List.of(alike)).rows().stream()
          .map(List::getFirst)
          .findFirst();
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      // What is wrong with an expression PostgreSQL says when it is to be computed.
      return Optional.of("it could not be found out what the expression calls");
    } finally {
      TextResult.run(
          home, "ROLLBACK TO SAVEPOINT argosy_expressions; RELEASE SAVEPOINT argosy_expressions");
    }
  }

  private static boolean namesMoment(String expression) {
    return SqlLexer.tokens(expression).stream()
        .filter(token -> token.kind() == Token.Kind.STRING)
        .anyMatch(token -> MOMENTS.contains(token.value().strip().toLowerCase(Locale.ROOT)));
  }
}
