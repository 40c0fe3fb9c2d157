package io.argosy.coordinator.analysis;

import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * A query and the {@code FOR UPDATE} behind it, which Calcite does not read. The clause changes
 * nothing about where rows live; where the locks can hold is decided when the plan is known.
 *
 * <p>PostgreSQL takes LIMIT, OFFSET and FETCH behind the clause as well as before it. They are of
 * the query in both places.
 *
 * @param query the statement without the clause
 * @param clause the clause, or an empty string
 */
record LockingClause(String query, String clause) {
  static LockingClause split(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    int locking =
        Brackets.find(
            tokens,
            0,
            i ->
                tokens.get(i).isWord("for")
                    && i + 1 < tokens.size()
                    && RowLocks.isStrength(tokens.get(i + 1)));
    if (locking == tokens.size()) {
      return new LockingClause(sql, "");
    }
    int limit = Brackets.find(tokens, locking, i -> startsLimit(tokens.get(i)));
    int start = tokens.get(locking).start();
    int end = limit == tokens.size() ? sql.length() : tokens.get(limit).start();
    String query = sql.substring(0, start).stripTrailing();
    return new LockingClause(
        end == sql.length() ? query : query + " " + sql.substring(end), sql.substring(start, end));
  }

  private static boolean startsLimit(Token token) {
    return token.isWord("limit") || token.isWord("offset") || token.isWord("fetch");
  }

  /** Another text of the query with the clause behind it. */
  String behind(String otherQuery) {
    return clause.isEmpty() ? otherQuery : otherQuery + " " + clause;
  }
}
