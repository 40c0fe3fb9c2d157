package io.argosy.sql.lexer;

import java.util.List;

/** Qualified names as text. */
public final class QuotedNames {
  private QuotedNames() {}

  /** The parts of a name all of whose parts are quoted or plain. */
  public static List<String> parts(String name) {
    return SqlLexer.tokens(name).stream()
        .filter(token -> !token.isSymbol("."))
        .map(Token::value)
        .toList();
  }
}
