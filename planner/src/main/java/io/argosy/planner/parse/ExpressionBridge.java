package io.argosy.planner.parse;

import io.argosy.planner.parse.Syntax.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites operands and what binds tighter than a comparison. PostgreSQL's own operators become
 * calls of private functions, folded by PostgreSQL's precedence: {@code ^}, {@code * / %}, {@code +
 * -}, then all other operators; casts, COLLATE and AT TIME ZONE become subscripts, the tightest
 * postfix operator that Calcite has.
 */
final class ExpressionBridge {
  private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=");
  private static final Set<String> PRODUCTS = Set.of("*", "/", "%");
  private static final Set<String> SUMS = Set.of("+", "-");
  private static final Set<String> VALUE_FUNCTIONS =
      Set.of(
          "current_date",
          "current_time",
          "current_timestamp",
          "localtime",
          "localtimestamp",
          "current_user",
          "session_user",
          "system_user",
          "user",
          "current_role",
          "current_catalog",
          "current_schema");

  /** Functions whose arguments have words between them. */
  private static final Map<String, Set<String>> WORDED =
      Map.of(
          "extract", Set.of("from"),
          "overlay", Set.of("placing", "from", "for"),
          "position", Set.of("in"),
          "substring", Set.of("from", "for", "similar", "escape"),
          "trim", Set.of("from", "both", "leading", "trailing"));

  /** Text for Calcite and the index of the token behind it. */
  record Piece(String text, int end) {}

  private final TokenList tokens;
  private final SyntaxTable table;
  private final TypeNames types;
  private final QueryBridge queries;

  ExpressionBridge(TokenList tokens, SyntaxTable table, QueryBridge queries) {
    this.tokens = tokens;
    this.table = table;
    this.types = new TypeNames(tokens);
    this.queries = queries;
  }

  /** Whether an operand begins at the index, of which the preceding token is not a part. */
  boolean startsOperand(int i) {
    Token token = tokens.at(i);
    return switch (token.kind()) {
      case STRING, BIT_STRING, NUMBER, PARAMETER, QUOTED_IDENTIFIER -> true;
      case WORD -> startsOperandWord(i);
      case OPERATOR -> startsWithOperator(i);
      case PUNCTUATION -> token.isSymbol("(") || token.isSymbol("[");
    };
  }

  private boolean startsOperandWord(int i) {
    Token token = tokens.at(i);
    if (token.isWord("cast")) {
      return tokens.symbol(i + 1, "(");
    }
    if (token.isWord("array")) {
      return tokens.symbol(i + 1, "[") || tokens.symbol(i + 1, "(");
    }
    return token.isWord("case")
        || token.isWord("null")
        || token.isWord("true")
        || token.isWord("false")
        || token.isWord("row") && tokens.symbol(i + 1, "(")
        || !Keywords.isSyntax(tokens, i);
  }

  /** A sign, or another operator in front of its only operand. */
  private boolean startsWithOperator(int i) {
    String text = tokens.at(i).text();
    boolean prefix = SUMS.contains(text) || isOther(i) && !text.equals("*");
    return prefix && !COMPARISONS.contains(text) && !PRODUCTS.contains(text);
  }

  private boolean isOther(int i) {
    Token token = tokens.at(i);
    return token.kind() == Token.Kind.OPERATOR
            && !COMPARISONS.contains(token.text())
            && !PRODUCTS.contains(token.text())
            && !SUMS.contains(token.text())
            && !token.text().equals("^")
        || token.isWord("operator") && tokens.symbol(i + 1, "(");
  }

  /** An operand with all operators that bind tighter than a comparison. */
  Piece operand(int from) {
    Piece left;
    if (isOther(from)) {
      String operator = operatorText(from);
      Piece right = sum(tokens.skip(tokens.word(from, "operator") ? from + 1 : from));
      left =
          new Piece(
              call(Form.OPERATOR, operator, List.of("(" + operator + " ", ")"), right),
              right.end());
    } else {
      left = sum(from);
    }
    while (isOther(left.end())) {
      int at = left.end();
      String operator = operatorText(at);
      int next = tokens.word(at, "operator") ? tokens.skip(at + 1) : at + 1;
      Piece right = quantified(next);
      List<String> pieces = List.of("(", " " + operator + " ", ")");
      if (right == null) {
        right = sum(next);
      } else {
        pieces = List.of("(", " " + operator + " " + tokens.at(next).value() + " (", "))");
      }
      left = new Piece(call(Form.OPERATOR, operator, pieces, left, right), right.end());
    }
    return left;
  }

  /** The array of {@code op ANY (array)}; null if the operator's right side is something else. */
  private Piece quantified(int i) {
    boolean quantifier = tokens.word(i, "any") || tokens.word(i, "some") || tokens.word(i, "all");
    if (!quantifier || !tokens.symbol(i + 1, "(")) {
      return null;
    }
    if (queries.startsQuery(i + 2)) {
      throw new UnreadableException("an operator with ANY over a query");
    }
    int close = tokens.close(i + 1);
    return new Piece(queries.sequence(i + 2, close), close + 1);
  }

  private String operatorText(int i) {
    if (!tokens.word(i, "operator")) {
      return tokens.at(i).text();
    }
    StringBuilder text = new StringBuilder("OPERATOR(");
    for (int t = i + 2; t < tokens.close(i + 1); t++) {
      text.append(tokens.at(t).text());
    }
    return text.append(')').toString();
  }

  private String call(Form form, String function, List<String> pieces, Piece... operands) {
    List<String> texts = new ArrayList<>();
    for (Piece operand : operands) {
      texts.add(operand.text());
    }
    return table.name(form, function, pieces) + "(" + String.join(", ", texts) + ")";
  }

  private Piece sum(int from) {
    Piece left = product(from);
    while (SUMS.contains(tokens.at(left.end()).text()) && !isString(left.end())) {
      Piece right = product(left.end() + 1);
      left =
          new Piece(
              left.text() + " " + tokens.at(left.end()).text() + " " + right.text(), right.end());
    }
    return left;
  }

  private Piece product(int from) {
    Piece left = power(from);
    while (PRODUCTS.contains(tokens.at(left.end()).text()) && !isString(left.end())) {
      if (!startsOperand(left.end() + 1)) {
        return left;
      }
      Piece right = power(left.end() + 1);
      left =
          new Piece(
              left.text() + " " + tokens.at(left.end()).text() + " " + right.text(), right.end());
    }
    return left;
  }

  private boolean isString(int i) {
    return tokens.at(i).kind() != Token.Kind.OPERATOR;
  }

  private Piece power(int from) {
    Piece left = signed(from);
    while (tokens.symbol(left.end(), "^")) {
      Piece right = signed(left.end() + 1);
      left =
          new Piece(call(Form.OPERATOR, "^", List.of("(", " ^ ", ")"), left, right), right.end());
    }
    return left;
  }

  private Piece signed(int from) {
    Piece operand;
    if (tokens.symbol(from, "-") || tokens.symbol(from, "+")) {
      Piece inner = signed(from + 1);
      operand = new Piece("(" + tokens.at(from).text() + " " + inner.text() + ")", inner.end());
    } else {
      operand = postfixed(from);
    }
    return zonedOrCollated(operand);
  }

  private Piece zonedOrCollated(Piece operand) {
    Piece piece = operand;
    while (true) {
      int i = piece.end();
      if (tokens.word(i, "collate")) {
        int end = i + 2;
        while (tokens.symbol(end, ".")) {
          end += 2;
        }
        piece =
            subscripted(
                piece, Form.COLLATE, List.of("(", " COLLATE " + text(i + 1, end) + ")"), end);
      } else if (tokens.word(i, "at") && tokens.word(i + 1, "time") && tokens.word(i + 2, "zone")) {
        Piece zone = postfixed(i + 3);
        String name = table.name(Form.FUNCTION, "timezone", List.of("(", " AT TIME ZONE ", ")"));
        piece = new Piece(piece.text() + "[" + name + "(" + zone.text() + ")]", zone.end());
      } else {
        return piece;
      }
    }
  }

  private Piece subscripted(Piece operand, Form form, List<String> pieces, int end) {
    return new Piece(operand.text() + "[" + table.name(form, null, pieces) + "]", end);
  }

  private Piece postfixed(int from) {
    Piece piece = primary(from);
    while (true) {
      int i = piece.end();
      if (tokens.symbol(i, "::")) {
        int end = types.end(i + 1);
        if (end < 0) {
          throw new UnreadableException("a cast's type");
        }
        piece =
            subscripted(piece, Form.CAST, List.of("CAST(", " AS " + text(i + 1, end) + ")"), end);
      } else if (tokens.symbol(i, "[")) {
        piece = subscript(piece);
      } else if (tokens.symbol(i, ".") && tokens.symbol(i - 1, ")")) {
        String field = tokens.at(i + 1).text();
        piece = subscripted(piece, Form.SUBSCRIPT, List.of("(", ")." + field), i + 2);
      } else {
        return piece;
      }
    }
  }

  private Piece subscript(Piece array) {
    int open = array.end();
    int close = tokens.close(open);
    int colon = -1;
    for (int i = open + 1; i < close; i = tokens.skip(i)) {
      if (tokens.symbol(i, ":")) {
        colon = i;
      }
    }
    List<String> pieces = new ArrayList<>();
    List<String> bounds = new ArrayList<>();
    if (colon < 0) {
      pieces.addAll(List.of("(", ")[", "]"));
      bounds.add(queries.sequence(open + 1, close));
    } else {
      String between = ")[";
      pieces.add("(");
      if (colon > open + 1) {
        bounds.add(queries.sequence(open + 1, colon));
        pieces.add(between);
        between = "";
      }
      between += ":";
      if (colon + 1 < close) {
        bounds.add(queries.sequence(colon + 1, close));
        pieces.add(between);
        between = "";
      }
      pieces.add(between + "]");
    }
    String name = table.name(Form.SUBSCRIPT, null, pieces);
    String arguments = bounds.isEmpty() ? "" : "(" + String.join(", ", bounds) + ")";
    return new Piece(array.text() + "[" + name + arguments + "]", close + 1);
  }

  /** The text of tokens as the user wrote it, with single blanks. */
  String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (i > from && tokens.at(i).start() > tokens.at(i - 1).end()) {
        text.append(' ');
      }
      text.append(tokens.at(i).text());
    }
    return text.toString();
  }

  private Piece primary(int i) {
    Token token = tokens.at(i);
    return switch (token.kind()) {
      case STRING -> new Piece(table.constant(quoted(token.value())), i + 1);
      case BIT_STRING -> new Piece(table.constant(token.text()), i + 1);
      case NUMBER -> new Piece(token.text(), i + 1);
      case PARAMETER -> new Piece(SyntaxTable.parameterMark(token.value()), i + 1);
      case QUOTED_IDENTIFIER -> name(i);
      case WORD -> word(i);
      case OPERATOR -> throw new UnreadableException("operator " + token.text());
      case PUNCTUATION -> {
        if (token.isSymbol("[")) {
          yield array(i - 1);
        }
        if (!token.isSymbol("(")) {
          throw new UnreadableException("unexpected " + token.text());
        }
        yield new Piece("(" + queries.sequence(i + 1, tokens.close(i)) + ")", tokens.close(i) + 1);
      }
    };
  }

  private static String quoted(String value) {
    String doubled = "'" + value.replace("'", "''") + "'";
    return value.indexOf('\\') < 0 ? doubled : "E" + doubled.replace("\\", "\\\\");
  }

  private Piece word(int i) {
    Token token = tokens.at(i);
    int string = types.literalString(i);
    if (string >= 0) {
      return typedConstant(i, string);
    }
    return switch (token.value()) {
      case "case" -> caseExpression(i);
      case "cast" -> cast(i);
      case "array" -> array(i);
      case "null", "true", "false" -> new Piece(token.value().toUpperCase(Locale.ROOT), i + 1);
      case "row" -> {
        if (!tokens.symbol(i + 1, "(")) {
          yield name(i);
        }
        int close = tokens.close(i + 1);
        yield new Piece("\"row\"(" + queries.sequence(i + 2, close) + ")", close + 1);
      }
      case "exists" -> {
        int close = tokens.close(i + 1);
        yield new Piece("EXISTS (" + queries.sequence(i + 2, close) + ")", close + 1);
      }
      default -> {
        boolean field = tokens.symbol(i + 1, ".");
        if (VALUE_FUNCTIONS.contains(token.value()) && !field) {
          yield valueFunction(i);
        }
        if (WORDED.containsKey(token.value()) && tokens.symbol(i + 1, "(")) {
          yield worded(i);
        }
        yield name(i);
      }
    };
  }

  private Piece typedConstant(int from, int string) {
    int end = string + 1;
    String type = text(from, string);
    if (tokens.word(from, "interval")) {
      int fields = types.afterFields(end);
      type = fields > end ? type + " " + text(end, fields) : type;
      end = fields;
    }
    Piece constant = new Piece(table.constant(quoted(tokens.at(string).value())), end);
    return subscripted(constant, Form.CAST, List.of("CAST(", " AS " + type + ")"), end);
  }

  private Piece caseExpression(int from) {
    int end = endOfCase(from);
    List<String> pieces = new ArrayList<>();
    List<String> operands = new ArrayList<>();
    String piece = "CASE ";
    int i = from + 1;
    while (i < end) {
      if (tokens.word(i, "when") || tokens.word(i, "then") || tokens.word(i, "else")) {
        piece += tokens.at(i).value().toUpperCase(Locale.ROOT) + " ";
        i++;
        continue;
      }
      int next = tokens.find(i, end, "when", "then", "else");
      int stop = next < 0 ? end : next;
      operands.add(queries.sequence(i, stop));
      pieces.add(piece);
      piece = " ";
      i = stop;
    }
    pieces.add(" END");
    String name = table.name(Form.CASE, null, pieces);
    return new Piece(name + "(" + String.join(", ", operands) + ")", end + 1);
  }

  private int endOfCase(int from) {
    int depth = 0;
    for (int i = from; i < tokens.size(); i = tokens.skip(i)) {
      if (tokens.word(i, "case")) {
        depth++;
      } else if (tokens.word(i, "end")) {
        depth--;
        if (depth == 0) {
          return i;
        }
      }
    }
    throw new UnreadableException("CASE without END");
  }

  private Piece cast(int from) {
    int close = tokens.close(from + 1);
    int as = tokens.find(from + 2, close, "as");
    if (as < 0 || types.end(as + 1) != close) {
      throw new UnreadableException("a cast's type");
    }
    Piece operand = new Piece("(" + queries.sequence(from + 2, as) + ")", close + 1);
    return subscripted(
        operand, Form.CAST, List.of("CAST(", " AS " + text(as + 1, close) + ")"), close + 1);
  }

  private Piece array(int from) {
    int close = tokens.close(from + 1);
    String inner = queries.sequence(from + 2, close);
    if (tokens.symbol(from + 1, "(")) {
      return new Piece("ARRAY(" + inner + ")", close + 1);
    }
    if (inner.isEmpty()) {
      return new Piece(table.name(Form.CONSTANT, null, List.of("ARRAY[]")) + "()", close + 1);
    }
    return new Piece("ARRAY[" + inner + "]", close + 1);
  }

  private Piece valueFunction(int i) {
    int end = tokens.symbol(i + 1, "(") ? tokens.close(i + 1) + 1 : i + 1;
    String function = tokens.at(i).value();
    return new Piece(table.name(Form.VALUE_FUNCTION, function, List.of(text(i, end))) + "()", end);
  }

  /** {@code substring(a from b for c)}: the words go into the pieces. */
  private Piece worded(int from) {
    Set<String> words = WORDED.get(tokens.at(from).value());
    String function = tokens.at(from).value();
    int close = tokens.close(from + 1);
    if (tokens.find(from + 2, close, words.toArray(String[]::new)) < 0) {
      return name(from);
    }
    List<String> pieces = new ArrayList<>();
    List<String> operands = new ArrayList<>();
    StringBuilder piece = new StringBuilder(function + "(");
    int start = from + 2;
    if (function.equals("extract")) {
      start = tokens.find(start, close, "from");
      piece.append(text(from + 2, start)).append(' ');
    }
    while (start < close) {
      if (tokens.at(start).kind() == Token.Kind.WORD && words.contains(tokens.at(start).value())) {
        piece.append(operands.isEmpty() ? "" : " ").append(tokens.at(start).value()).append(' ');
        start++;
        continue;
      }
      int next = tokens.find(start, close, words.toArray(String[]::new));
      int end = next < 0 ? close : next;
      operands.add(queries.sequence(start, end));
      pieces.add(piece.toString());
      piece = new StringBuilder();
      start = end;
    }
    pieces.add(piece + ")");
    return new Piece(
        table.name(Form.FUNCTION, function, pieces) + "(" + String.join(", ", operands) + ")",
        close + 1);
  }

  /** A column, a qualified name, or the call of a function with all that belongs to it. */
  private Piece name(int from) {
    StringBuilder text = new StringBuilder(identifier(from));
    int end = from + 1;
    while (tokens.symbol(end, ".")) {
      text.append('.').append(tokens.symbol(end + 1, "*") ? "*" : identifier(end + 1));
      end += 2;
    }
    if (!tokens.symbol(end, "(")) {
      return new Piece(text.toString(), end);
    }
    return withClauses(arguments(text.toString(), end));
  }

  private Piece arguments(String function, int open) {
    int close = tokens.close(open);
    if (tokens.word(open + 1, "variadic")) {
      throw new UnreadableException("VARIADIC");
    }
    int order = tokens.find(open + 1, close, "order");
    if (order < 0) {
      return new Piece(function + "(" + queries.sequence(open + 1, close) + ")", close + 1);
    }
    String marker = table.name(Form.ORDERED_AGGREGATE, function, List.of("", "", ""));
    return new Piece(
        marker
            + "("
            + queries.sequence(open + 1, order)
            + ") WITHIN GROUP ("
            + queries.sequence(order, close)
            + ")",
        close + 1);
  }

  private Piece withClauses(Piece call) {
    StringBuilder text = new StringBuilder(call.text());
    int end = call.end();
    while (true) {
      boolean within = tokens.word(end, "within") && tokens.word(end + 1, "group");
      boolean filter = tokens.word(end, "filter") && tokens.symbol(end + 1, "(");
      boolean over = tokens.word(end, "over") && Keywords.isSyntax(tokens, end);
      if (within) {
        text.append(" WITHIN GROUP");
        end += 2;
      } else if (filter || over) {
        text.append(filter ? " FILTER" : " OVER");
        end++;
      } else {
        return new Piece(text.toString(), end);
      }
      if (tokens.symbol(end, "(")) {
        text.append(" (").append(queries.sequence(end + 1, tokens.close(end))).append(')');
        end = tokens.close(end) + 1;
      } else {
        text.append(' ').append(identifier(end));
        end++;
      }
    }
  }

  private String identifier(int i) {
    Token token = tokens.at(i);
    if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED_IDENTIFIER) {
      throw new UnreadableException("unexpected " + token.text());
    }
    if (token.value().startsWith(SyntaxTable.PREFIX)) {
      throw new UnreadableException("a private name");
    }
    return "\"" + token.value().replace("\"", "\"\"") + "\"";
  }
}
