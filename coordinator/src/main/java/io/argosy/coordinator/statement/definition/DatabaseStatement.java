package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;

/**
 * CREATE, DROP or ALTER DATABASE, as far as has to be known of it.
 *
 * @param name which one it makes, drops or changes
 * @param left which one nobody may be connected to meanwhile; empty where that is no matter
 * @param force whether DROP ends the sessions of those who are
 * @param sql the statement
 * @param creates whether it makes one
 * @param drops whether it drops one
 */
record DatabaseStatement(
    String name, Optional<String> left, boolean force, String sql, boolean creates, boolean drops) {
  private static final String USUAL_TEMPLATE = "template1";

  /** What a statement is, if it is one and has a name. */
  static Optional<DatabaseStatement> of(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    if (!statement.word(1).equals("database")) {
      return Optional.empty();
    }
    int at = statement.word(0).equals("drop") && isExistsTest(tokens) ? 4 : 2;
    if (tokens.size() <= at || !isName(tokens.get(at))) {
      return Optional.empty();
    }
    String name = tokens.get(at).value();
    return switch (statement.word(0)) {
      case "create" ->
          Optional.of(
              new DatabaseStatement(
                  name, Optional.of(template(tokens)), false, statement.sql(), true, false));
      case "drop" ->
          Optional.of(
              new DatabaseStatement(
                  name,
                  Optional.of(name),
                  tokens.stream().skip(at + 1).anyMatch(token -> token.isWord("force")),
                  statement.sql(),
                  false,
                  true));
      case "alter" ->
          Optional.of(
              new DatabaseStatement(
                  name,
                  moves(tokens, at) ? Optional.of(name) : Optional.empty(),
                  false,
                  statement.sql(),
                  false,
                  false));
      default -> Optional.empty();
    };
  }

  private static boolean isExistsTest(List<Token> tokens) {
    return tokens.size() > 4 && tokens.get(2).isWord("if") && tokens.get(3).isWord("exists");
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
  }

  /** RENAME TO and SET TABLESPACE. */
  private static boolean moves(List<Token> tokens, int name) {
    return tokens.size() > name + 2
        && (tokens.get(name + 1).isWord("rename") || tokens.get(name + 2).isWord("tablespace"));
  }

  private static String template(List<Token> tokens) {
    for (int i = 3; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("template")) {
        int at = tokens.get(i + 1).isSymbol("=") && i + 2 < tokens.size() ? i + 2 : i + 1;
        return tokens.get(at).isWord("default") ? USUAL_TEMPLATE : tokens.get(at).value();
      }
    }
    return USUAL_TEMPLATE;
  }

  /** The statement that drops it where it is. */
  String dropping() {
    return "DROP DATABASE IF EXISTS " + Identifiers.quote(name) + (force ? " WITH (FORCE)" : "");
  }
}
