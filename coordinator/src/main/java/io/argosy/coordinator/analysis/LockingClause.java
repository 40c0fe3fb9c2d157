package io.argosy.coordinator.analysis;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * A query and the {@code FOR UPDATE} behind it, which Calcite does not read. The clause changes
 * nothing about where rows live; where the locks can hold is decided when the plan is known.
 *
 * @param query the statement without the clause
 * @param clause the clause, or an empty string
 */
record LockingClause(String query, String clause) {
  static LockingClause split(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    int depth = 0;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.nesting();
      if (depth == 0 && token.isWord("for") && RowLocks.isStrength(tokens.get(i + 1))) {
        return new LockingClause(
            sql.substring(0, token.start()).stripTrailing(), sql.substring(token.start()));
      }
    }
    return new LockingClause(sql, "");
  }

  /** Another text of the query with the clause behind it. */
  String behind(String otherQuery) {
    return clause.isEmpty() ? otherQuery : otherQuery + " " + clause;
  }
}
