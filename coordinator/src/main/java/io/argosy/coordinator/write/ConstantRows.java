package io.argosy.coordinator.write;

import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of an INSERT .. VALUES whose values are all constants and parameters: they mean the same
 * on every node, so that the nodes can evaluate them.
 *
 * @param rows in their order
 */
record ConstantRows(List<Row> rows) {
  private static final Set<String> SYMBOLS = Set.of("(", ")", "[", "]", ",", "::", ".", "-", "+");

  /** Words of type names and constants. */
  private static final Set<String> WORDS =
      Set.of(
          "null",
          "true",
          "false",
          "bigint",
          "integer",
          "smallint",
          "numeric",
          "real",
          "double",
          "precision",
          "text",
          "character",
          "varying",
          "bpchar",
          "boolean",
          "date",
          "time",
          "timestamp",
          "with",
          "without",
          "zone",
          "interval",
          "uuid",
          "json",
          "jsonb",
          "bytea",
          "array",
          "bit",
          "inet",
          "cidr",
          "point",
          "name");

  /**
   * @param from the index of its opening parenthesis
   * @param to the index after its closing parenthesis
   * @param values the token ranges of its values
   */
  record Row(int from, int to, List<Value> values) {}

  /** Indexes of tokens. */
  record Value(int from, int to) {}

  /** The rows, if the source is VALUES of nothing else. */
  static Optional<ConstantRows> of(InsertStatement insert) {
    return rows(insert)
        .filter(
            rows ->
                rows.stream()
                    .flatMap(row -> row.values().stream())
                    .allMatch(value -> isConstant(insert, value)))
        .map(ConstantRows::new);
  }

  /** The rows of VALUES, whatever their values are; empty if the source is something else. */
  static Optional<List<Row>> rows(InsertStatement insert) {
    List<Token> tokens = insert.tokens();
    int next = insert.sourceStart();
    if (!insert.with().isEmpty() || !tokens.get(next).isWord("values")) {
      return Optional.empty();
    }
    List<Row> rows = new ArrayList<>();
    for (int i = next + 1; i < insert.sourceEnd(); i++) {
      if (tokens.get(i).isSymbol("(")) {
        int close = Brackets.closing(tokens, i);
        rows.add(new Row(i, close + 1, values(tokens, i + 1, close)));
        i = close;
      } else if (!tokens.get(i).isSymbol(",")) {
        return Optional.empty();
      }
    }
    return Optional.of(List.copyOf(rows));
  }

  private static List<Value> values(List<Token> tokens, int from, int to) {
    List<Value> values = new ArrayList<>();
    int start = from;
    for (List<Token> value : Brackets.items(tokens.subList(from, to))) {
      int end = start + value.size();
      values.add(new Value(start, end));
      start = end + 1;
    }
    return List.copyOf(values);
  }

  /** Whether a value is made of constants and parameters alone. */
  static boolean isConstant(InsertStatement insert, Value value) {
    return insert.tokens().subList(value.from(), value.to()).stream()
        .allMatch(ConstantRows::isConstant);
  }

  private static boolean isConstant(Token token) {
    return switch (token.kind()) {
      case STRING, BIT_STRING, NUMBER, PARAMETER -> true;
      case WORD -> WORDS.contains(token.value());
      case QUOTED_IDENTIFIER -> false;
      case OPERATOR, PUNCTUATION -> SYMBOLS.contains(token.text());
    };
  }
}
