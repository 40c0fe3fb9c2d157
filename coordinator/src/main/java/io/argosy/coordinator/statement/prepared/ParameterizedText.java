package io.argosy.coordinator.statement.prepared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.sql.lexer.Brackets;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A statement with parameters in place of its constants, so that statements that differ in these
 * alone are planned once. Only constants are taken that something is compared with by {@code =},
 * that are assigned or added in UPDATE .. SET, or that are values of INSERT .. VALUES: there a
 * parameter of the same type means the same to PostgreSQL. Elsewhere a constant may be a position
 * (ORDER BY 1), a part of a type, or decide how much of a table is read.
 *
 * @param sql the text with parameters
 * @param types the type that each is declared with: 0 for a string, whose type PostgreSQL finds, as
 *     it does for the constant
 * @param values the constants as text
 */
record ParameterizedText(String sql, int[] types, List<byte[]> values) {
  /** Longer statements are long to run, too. */
  private static final int LONGEST = 300;

  /** Words of clauses that look for expressions which are equal to others of the statement. */
  private static final Set<String> COMPARING_EXPRESSIONS =
      Set.of("group", "order", "distinct", "partition", "conflict");

  /** Digits, perhaps with a point. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,100}(\\.[0-9]{0,100})?");

  /** Empty for a statement that has no such constants, or parameters of its own. */
  static Optional<ParameterizedText> of(SqlStatement statement) {
    boolean planned =
        statement.kind() == StatementKind.QUERY || statement.kind() == StatementKind.MODIFICATION;
    List<Token> tokens = statement.tokens();
    if (!planned
        || tokens.size() > LONGEST
        || tokens.stream().anyMatch(token -> token.kind() == Token.Kind.PARAMETER)) {
      return Optional.empty();
    }
    List<Token> constants = new Constants(statement).found();
    return constants.isEmpty()
        ? Optional.empty()
        : Optional.of(of(statement.sql(), constants, comparesExpressions(tokens)));
  }

  /**
   * @param shared whether equal constants become one parameter: equal expressions mean more than
   *     others where rows are grouped and ordered
   */
  private static ParameterizedText of(String sql, List<Token> constants, boolean shared) {
    StringBuilder text = new StringBuilder();
    List<Token> first = new ArrayList<>();
    int end = 0;
    for (Token constant : constants) {
      int known = shared ? numberOf(constant, first) : 0;
      if (known == 0) {
        first.add(constant);
      }
      text.append(sql, end, constant.start()).append('$').append(known == 0 ? first.size() : known);
      end = constant.end();
    }
    return new ParameterizedText(
        text.append(sql, end, sql.length()).toString(),
        first.stream()
            .mapToInt(c -> c.kind() == Token.Kind.NUMBER ? PlainValues.ofNumber(c.value()) : 0)
            .toArray(),
        first.stream().map(constant -> constant.value().getBytes(UTF_8)).toList());
  }

  /** The number of the parameter that an equal constant has already; 0 if there is none. */
  private static int numberOf(Token constant, List<Token> known) {
    return 1
        + IntStream.range(0, known.size())
            .filter(i -> known.get(i).text().equals(constant.text()))
            .findFirst()
            .orElse(-1);
  }

  private static boolean comparesExpressions(List<Token> tokens) {
    return tokens.stream()
        .anyMatch(
            token ->
                token.kind() == Token.Kind.WORD && COMPARING_EXPRESSIONS.contains(token.value()));
  }

  /** What statements have in common that can be planned once. */
  String key() {
    return sql + Arrays.toString(types);
  }

  /**
   * Whether values of these types can be known to be accepted.
   *
   * @param found what PostgreSQL has found the parameters' types to be
   */
  boolean hasPlainTypes(int[] found) {
    boolean plain = found.length == types.length;
    for (int i = 0; plain && i < types.length; i++) {
      plain = types[i] == 0 ? PlainValues.hasSome(found[i]) : types[i] == found[i];
    }
    return plain;
  }

  /**
   * Whether none of the values is refused, so that there is no error that would be told otherwise
   * of a constant.
   *
   * @param found plain types
   */
  boolean hasPlainValues(int[] found) {
    return IntStream.range(0, types.length)
        .filter(i -> types[i] == 0)
        .allMatch(i -> PlainValues.isOne(found[i], new String(values.get(i), UTF_8)));
  }

  /** Looks for them. */
  private static final class Constants {
    private final List<Token> tokens;
    private final boolean update;

    /** Where the rows of INSERT .. VALUES begin and end; nowhere in other statements. */
    private final int rowsStart;

    private final int rowsEnd;

    Constants(SqlStatement statement) {
      this.tokens = statement.tokens();
      this.update = statement.word(0).equals("update");
      this.rowsStart = statement.word(0).equals("insert") ? rowsStart() : tokens.size();
      this.rowsEnd = rowsEnd();
    }

    List<Token> found() {
      List<Token> found = new ArrayList<>();
      int depth = 0;
      for (int i = 0; i < tokens.size(); i++) {
        Token token = tokens.get(i);
        depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
        if (isConstant(token) && isTaken(i, depth)) {
          found.add(token);
        }
      }
      return found;
    }

    /**
     * @param depth how many parentheses are open
     */
    private boolean isTaken(int constant, int depth) {
      int before = beforeSigns(constant);
      int next = behindCast(constant + 1);
      int first = constant;
      int around = 0;
      // Drivers put parentheses around what they write instead of a parameter.
      while (before > 0 && isAround(before, next) && !isRow(before, depth - around)) {
        next++;
        around++;
        first = before;
        before = withoutSigns(first - 1);
      }
      boolean row = depth - around == 1 && constant >= rowsStart && constant < rowsEnd;
      return endsBefore(next)
          && before >= 0
          && (isOperand(before, first) || (row && isValue(before)));
    }

    private boolean isAround(int before, int next) {
      return tokens.get(before).isSymbol("(")
          && next < tokens.size()
          && tokens.get(next).isSymbol(")");
    }

    /** Whether a parenthesis opens a row of INSERT .. VALUES. */
    private boolean isRow(int parenthesis, int depth) {
      return depth == 1 && parenthesis >= rowsStart && parenthesis < rowsEnd;
    }

    private static boolean isConstant(Token token) {
      return switch (token.kind()) {
        case NUMBER ->
            NUMBERS.matcher(token.text()).matches() && !PlainValues.dependsOnSign(token.text());
        case STRING -> isPlainString(token);
        case WORD, QUOTED_IDENTIFIER, BIT_STRING, PARAMETER, OPERATOR, PUNCTUATION -> false;
      };
    }

    /** Without escapes, of which a setting says what they are, and in one piece. */
    private static boolean isPlainString(Token token) {
      String written = "'" + token.value().replace("'", "''") + "'";
      return token.text().equals(written) && written.indexOf('\\') < 0;
    }

    /** The index behind a cast to a type that has one word, or one word with others behind it. */
    private int behindCast(int next) {
      boolean cast =
          next + 1 < tokens.size()
              && tokens.get(next).isSymbol("::")
              && tokens.get(next + 1).kind() == Token.Kind.WORD;
      return cast ? next + 2 : next;
    }

    /** No operator, subscript or further cast follows. */
    private boolean endsBefore(int next) {
      return next == tokens.size()
          || tokens.get(next).kind() == Token.Kind.WORD
          || tokens.get(next).isSymbol(")")
          || tokens.get(next).isSymbol(",");
    }

    /**
     * @param before what is before its signs
     * @param first where it would begin without signs
     */
    private boolean isOperand(int before, int first) {
      boolean signed = before < first - 1;
      return tokens.get(before).isSymbol("=")
          || (update && signed && isName(before) && tokens.get(before - 1).isSymbol("="));
    }

    private boolean isName(int position) {
      Token.Kind kind = tokens.get(position).kind();
      return position > 0 && (kind == Token.Kind.WORD || kind == Token.Kind.QUOTED_IDENTIFIER);
    }

    private boolean isValue(int before) {
      return tokens.get(before).isSymbol("(") || tokens.get(before).isSymbol(",");
    }

    /** A string has no sign. */
    private int beforeSigns(int constant) {
      return tokens.get(constant).kind() == Token.Kind.NUMBER
          ? withoutSigns(constant - 1)
          : constant - 1;
    }

    private int withoutSigns(int last) {
      int before = last;
      while (before >= 0
          && (tokens.get(before).isSymbol("-") || tokens.get(before).isSymbol("+"))) {
        before--;
      }
      return before;
    }

    private int rowsStart() {
      int start = 3;
      while (start < tokens.size() && !tokens.get(start).isWord("values")) {
        start++;
      }
      return start;
    }

    private int rowsEnd() {
      return Brackets.find(tokens, rowsStart + 1, i -> tokens.get(i).kind() == Token.Kind.WORD);
    }
  }
}
