package io.argosy.coordinator.analysis;

import io.argosy.protocol.message.TypeOids;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Parameters of type {@code void}, by which JDBC stands for results of a function among its
 * arguments. PostgreSQL passes over them where a function is called, and no function has such
 * arguments: so the text without them means the same.
 */
final class VoidParameters {
  /** What takes a list and is not called. */
  private static final Set<String> NO_FUNCTIONS =
      Set.of(
          "all",
          "any",
          "array",
          "coalesce",
          "greatest",
          "in",
          "least",
          "nullif",
          "row",
          "some",
          "using",
          "values");

  private final int[] types;

  private VoidParameters(int[] types) {
    this.types = types;
  }

  /** A text without those of its parameters that are arguments of functions. */
  static String removedFrom(String sql, int[] types) {
    return exist(types) ? new VoidParameters(types).removed(sql) : sql;
  }

  private static boolean exist(int[] types) {
    return Arrays.stream(types).anyMatch(type -> type == TypeOids.VOID);
  }

  /** The types of the parameters of that text: no value of a removed one is looked at. */
  static int[] replacedIn(int[] types) {
    return exist(types)
        ? Arrays.stream(types).map(type -> type == TypeOids.VOID ? TypeOids.TEXT : type).toArray()
        : types;
  }

  private String removed(String sql) {
    List<Token> tokens = new ArrayList<>(SqlLexer.tokens(sql));
    StringBuilder text = new StringBuilder(sql);
    for (int i = tokens.size() - 2; i > 0; i--) {
      if (isVoid(tokens.get(i)) && isArgument(tokens, i)) {
        boolean first = tokens.get(i - 1).isSymbol("(");
        boolean only = first && tokens.get(i + 1).isSymbol(")");
        int start = first ? i : i - 1;
        int end = first && !only ? i + 1 : i;
        blank(text, tokens.get(start).start(), tokens.get(end).end());
        tokens.subList(start, end + 1).clear();
      }
    }
    return text.toString();
  }

  /** What stands behind it stays where it is. */
  private static void blank(StringBuilder text, int start, int end) {
    text.replace(start, end, " ".repeat(end - start));
  }

  private boolean isVoid(Token token) {
    if (token.kind() != Token.Kind.PARAMETER) {
      return false;
    }
    int number = Integer.parseInt(token.value());
    return number <= types.length && types[number - 1] == TypeOids.VOID;
  }

  private static boolean isArgument(List<Token> tokens, int parameter) {
    Token before = tokens.get(parameter - 1);
    Token after = tokens.get(parameter + 1);
    if (!(before.isSymbol("(") || before.isSymbol(","))
        || !(after.isSymbol(")") || after.isSymbol(","))) {
      return false;
    }
    int open = Brackets.enclosing(tokens, parameter);
    return open > 0 && isFunction(tokens.get(open - 1));
  }

  private static boolean isFunction(Token name) {
    return name.kind() == Token.Kind.QUOTED_IDENTIFIER
        || (name.kind() == Token.Kind.WORD && !NO_FUNCTIONS.contains(name.value()));
  }
}
