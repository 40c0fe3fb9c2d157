package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.planner.parse.Token;
import java.util.List;
import java.util.Locale;

/**
 * DO and CALL, whose code PostgreSQL runs on one node. The home node can run what comes to no
 * placed table, defines nothing, and leaves nothing in its session, by all the names in its text
 * and in the texts of what these name.
 */
final class CodeBlock {
  private CodeBlock() {}

  /**
   * Sees that the home node can run it.
   *
   * @param home a backend of the home node
   * @throws PostgresException 0A000 naming what is in the way
   */
  static void requireAtHome(SqlStatement statement, NodeSession home) {
    String obstacle =
        isReadable(statement.tokens())
            ? TextResult.run(
                    home,
                    "SELECT argosy.block_obstacle(" + Identifiers.literal(text(statement)) + ")")
                .single()
            : "its language";
    requireNone(statement, obstacle);
  }

  /**
   * @param obstacle what is in the way, or null
   */
  static void requireNone(SqlStatement statement, String obstacle) {
    if (obstacle != null) {
      throw new PostgresException(
          "0A000",
          statement.word(0).toUpperCase(Locale.ROOT)
              + " is not supported where its code would see one node's rows only, define something"
              + " besides other work, or leave something in the session: "
              + obstacle
              + " is in the way",
          "Run the statements of the body one by one.");
    }
  }

  /** Whether its code is PL/pgSQL, or that of functions, which are looked at themselves. */
  private static boolean isReadable(List<Token> tokens) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("language")
          && !tokens.get(i + 1).value().equalsIgnoreCase("plpgsql")) {
        return false;
      }
    }
    return true;
  }

  /** Its text, in which constants stand as what they mean: code is one. */
  static String text(SqlStatement statement) {
    StringBuilder text = new StringBuilder();
    for (Token token : statement.tokens()) {
      text.append(token.kind() == Token.Kind.STRING ? token.value() : token.text()).append(' ');
    }
    return text.toString();
  }
}
