package io.argosy.coordinator.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.argosy.agent.postgres.TypeOids;
import io.argosy.planner.parse.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

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
  /** The types of strings whose every text is a value. */
  private static final Set<Integer> STRINGS =
      Set.of(TypeOids.TEXT, TypeOids.VARCHAR, TypeOids.BPCHAR, TypeOids.NAME);

  /** Longer statements are long to run, too. */
  private static final int LONGEST = 300;

  /** Those that are of type integer, whatever their sign. */
  private static final Pattern INTEGERS = Pattern.compile("[0-9]{1,9}");

  /** Without quotes and escapes in them, and the same in all encodings. */
  private static final Pattern PLAIN_STRINGS = Pattern.compile("'[\\x20-\\x7e&&[^'\\\\]]*'");

  /** Empty for a statement that has no such constants, or parameters of its own. */
  static Optional<ParameterizedText> of(SqlStatement statement) {
    boolean planned =
        statement.kind() == SqlStatement.Kind.QUERY
            || statement.kind() == SqlStatement.Kind.MODIFICATION;
    List<Token> tokens = statement.tokens();
    if (!planned
        || tokens.size() > LONGEST
        || tokens.stream().anyMatch(token -> token.kind() == Token.Kind.PARAMETER)) {
      return Optional.empty();
    }
    List<Token> constants = new Constants(statement).found();
    return constants.isEmpty() ? Optional.empty() : Optional.of(of(statement.sql(), constants));
  }

  private static ParameterizedText of(String sql, List<Token> constants) {
    StringBuilder text = new StringBuilder();
    int[] types = new int[constants.size()];
    List<byte[]> values = new ArrayList<>();
    int end = 0;
    for (Token constant : constants) {
      types[values.size()] = constant.kind() == Token.Kind.NUMBER ? TypeOids.INT4 : 0;
      values.add(constant.value().getBytes(US_ASCII));
      text.append(sql, end, constant.start()).append('$').append(values.size());
      end = constant.end();
    }
    return new ParameterizedText(text.append(sql, end, sql.length()).toString(), types, values);
  }

  /**
   * Whether no value of these types can be refused, so that there is no error that would be told
   * otherwise of a constant.
   *
   * @param found what PostgreSQL has found the parameters' types to be
   */
  boolean accepts(int[] found) {
    boolean accepts = found.length == types.length;
    for (int i = 0; accepts && i < types.length; i++) {
      accepts = types[i] == 0 ? STRINGS.contains(found[i]) : types[i] == found[i];
    }
    return accepts;
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
        depth += token.nesting();
        boolean row = depth == 1 && i >= rowsStart && i < rowsEnd;
        if (isConstant(token) && endsBefore(i + 1) && (isOperand(i) || (row && isValue(i)))) {
          found.add(token);
        }
      }
      return found;
    }

    private static boolean isConstant(Token token) {
      return switch (token.kind()) {
        case NUMBER -> INTEGERS.matcher(token.text()).matches();
        case STRING -> PLAIN_STRINGS.matcher(token.text()).matches();
        case WORD, QUOTED_IDENTIFIER, BIT_STRING, PARAMETER, OPERATOR, PUNCTUATION -> false;
      };
    }

    /** No operator, cast or subscript follows. */
    private boolean endsBefore(int next) {
      return next == tokens.size()
          || tokens.get(next).kind() == Token.Kind.WORD
          || tokens.get(next).isSymbol(")")
          || tokens.get(next).isSymbol(",");
    }

    private boolean isOperand(int constant) {
      int before = beforeSigns(constant);
      if (before < 0) {
        return false;
      }
      boolean signed = before < constant - 1;
      return tokens.get(before).isSymbol("=")
          || (update && signed && isName(before) && tokens.get(before - 1).isSymbol("="));
    }

    private boolean isName(int position) {
      Token.Kind kind = tokens.get(position).kind();
      return position > 0 && (kind == Token.Kind.WORD || kind == Token.Kind.QUOTED_IDENTIFIER);
    }

    private boolean isValue(int constant) {
      Token before = tokens.get(beforeSigns(constant));
      return before.isSymbol("(") || before.isSymbol(",");
    }

    private int beforeSigns(int constant) {
      int before = constant - 1;
      while (tokens.get(constant).kind() == Token.Kind.NUMBER
          && before >= 0
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
      int depth = 0;
      for (int i = rowsStart + 1; i < tokens.size(); i++) {
        Token token = tokens.get(i);
        depth += token.nesting();
        if (depth == 0 && token.kind() == Token.Kind.WORD) {
          return i;
        }
      }
      return tokens.size();
    }
  }
}
