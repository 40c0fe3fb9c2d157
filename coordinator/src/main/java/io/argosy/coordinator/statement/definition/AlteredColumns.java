package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What ALTER TABLE says of columns and of other tables, in words of its grammar alone. */
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
        tables.add(name(statement, i + 1));
      }
    }
    return tables;
  }

  /** The table that ATTACH PARTITION names, as SQL; empty where the statement is another one. */
  static Optional<String> attachedPartition(SqlStatement statement) {
    if (!statement.word(0).equals("alter") || !statement.word(1).equals("table")) {
      return Optional.empty();
    }
    List<Token> tokens = statement.tokens();
    return IntStream.range(0, tokens.size() - 2)
        .filter(i -> tokens.get(i).isWord("attach") && tokens.get(i + 1).isWord("partition"))
        .mapToObj(i -> name(statement, i + 2))
        .findFirst();
  }

  /** The name that begins at a token, with its schema if that is written. */
  private static String name(SqlStatement statement, int first) {
    List<Token> tokens = statement.tokens();
    int end = first;
    while (end + 2 < tokens.size() && tokens.get(end + 1).isSymbol(".")) {
      end += 2;
    }
    return statement.sql().substring(tokens.get(first).start(), tokens.get(end).end());
  }

  private static boolean opens(Token token) {
    return token.isSymbol("(") || token.isSymbol("[");
  }

  private static boolean closes(Token token) {
    return token.isSymbol(")") || token.isSymbol("]");
  }
}
