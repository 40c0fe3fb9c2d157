package io.argosy.coordinator.statement.procedural;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * SQL in a block: a statement, or an expression of one.
 *
 * @param text as it is written, without what PL/pgSQL adds
 * @param tokens of the text
 */
record EmbeddedSql(String text, List<Token> tokens) {
  static EmbeddedSql of(String text) {
    return new EmbeddedSql(text, SqlLexer.tokens(text));
  }

  /** The query that computes an expression. */
  EmbeddedSql asQuery() {
    return of("SELECT " + text);
  }

  /** Its first word in lower case; empty if it starts with none. */
  String firstWord() {
    Token first = tokens.getFirst();
    return first.kind() == Token.Kind.WORD ? first.value() : "";
  }
}
