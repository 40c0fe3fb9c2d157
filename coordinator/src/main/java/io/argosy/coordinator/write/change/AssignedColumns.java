package io.argosy.coordinator.write.change;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the columns that a statement's SET clauses assign to, in PostgreSQL's canonical text. */
final class AssignedColumns {
  private static final Set<String> ENDS = Set.of("from", "where", "returning", "when");

  private final List<Token> tokens;
  private final Set<String> names = new HashSet<>();

  private AssignedColumns(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** The names of the columns, of whatever relation. */
  static Set<String> of(String canonical) {
    AssignedColumns columns = new AssignedColumns(SqlLexer.tokens(canonical));
    for (int i = 0; i < columns.tokens.size(); i++) {
      if (columns.tokens.get(i).isWord("set")) {
        columns.read(i + 1);
      }
    }
    return Set.copyOf(columns.names);
  }

  private void read(int from) {
    int item = from;
    while (item < tokens.size()) {
      int next = item;
      if (tokens.get(item).isSymbol("(")) {
        for (next++; next < tokens.size() && !tokens.get(next).isSymbol(")"); next++) {
          if (!tokens.get(next).isSymbol(",")) {
            names.add(tokens.get(next).value());
          }
        }
      } else {
        names.add(tokens.get(item).value());
      }
      next = endOfItem(next + 1);
      if (next == tokens.size() || !tokens.get(next).isSymbol(",")) {
        return;
      }
      item = next + 1;
    }
  }

  private int endOfItem(int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean closes = token.closesBracket() || token.isWord("end");
      boolean ends =
          closes
              || token.isSymbol(",")
              || token.kind() == Token.Kind.WORD && ENDS.contains(token.value());
      if (depth == 0 && ends) {
        return i;
      }
      boolean opens = token.opensBracket() || token.isWord("case");
      depth += opens ? 1 : closes ? -1 : 0;
    }
    return tokens.size();
  }
}
