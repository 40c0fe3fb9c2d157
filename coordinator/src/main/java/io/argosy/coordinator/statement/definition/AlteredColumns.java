package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Brackets;
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
    List<String> expressions = new ArrayList<>();
    for (List<Token> action : Brackets.items(statement.tokens())) {
      int using = Brackets.find(action, Brackets.find(action, 0, "type"), "using");
      if (using + 1 < action.size()) {
        int start = action.get(using + 1).start();
        expressions.add(statement.sql().substring(start, action.getLast().end()));
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
}
