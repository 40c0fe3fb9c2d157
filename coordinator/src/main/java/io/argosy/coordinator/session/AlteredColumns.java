package io.argosy.coordinator.session;

import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;

/** What ALTER TABLE says of columns, in words that its grammar allows nowhere else. */
final class AlteredColumns {
  private AlteredColumns() {}

  /** The expressions behind USING from which columns of another type get their values. */
  static List<String> expressions(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    List<String> expressions = new ArrayList<>();
    boolean type = false;
    int from = -1;
    int depth = 0;
    for (int i = 0; i <= tokens.size(); i++) {
      boolean end = i == tokens.size() || (depth == 0 && tokens.get(i).isSymbol(","));
      if (end) {
        if (from >= 0) {
          expressions.add(
              statement.sql().substring(tokens.get(from).start(), tokens.get(i - 1).end()));
        }
        type = false;
        from = -1;
        continue;
      }
      Token token = tokens.get(i);
      depth += opens(token) ? 1 : closes(token) ? -1 : 0;
      type |= depth == 0 && token.isWord("type");
      if (depth == 0 && type && from < 0 && token.isWord("using")) {
        from = i + 1;
      }
    }
    return expressions;
  }

  /** The tables that new foreign keys refer to, as SQL. */
  static List<String> references(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    List<String> tables = new ArrayList<>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("references")) {
        int end = i + 1;
        while (end + 2 < tokens.size() && tokens.get(end + 1).isSymbol(".")) {
          end += 2;
        }
        tables.add(statement.sql().substring(tokens.get(i + 1).start(), tokens.get(end).end()));
      }
    }
    return tables;
  }

  private static boolean opens(Token token) {
    return token.isSymbol("(") || token.isSymbol("[");
  }

  private static boolean closes(Token token) {
    return token.isSymbol(")") || token.isSymbol("]");
  }
}
