package io.argosy.sql.parse;

import io.argosy.sql.lexer.Keywords;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import io.argosy.sql.parse.ExpressionBridge.Piece;
import io.argosy.sql.parse.Syntax.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Rewrites single operands: constants, names, calls, CASE, CAST and other forms of their own. */
final class OperandBridge {
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

  private final TokenList tokens;
  private final SyntaxTable table;
  private final TypeNames types;
  private final QueryBridge queries;

  OperandBridge(TokenList tokens, SyntaxTable table, TypeNames types, QueryBridge queries) {
    this.tokens = tokens;
    this.table = table;
    this.types = types;
    this.queries = queries;
  }

  Piece primary(int i) {
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
    String type = tokens.text(from, string);
    if (tokens.word(from, "interval")) {
      int fields = types.afterFields(end);
      type = fields > end ? type + " " + tokens.text(end, fields) : type;
      end = fields;
    }
    Piece constant = new Piece(table.constant(quoted(tokens.at(string).value())), end);
    return new Piece(
        table.postfixed(constant.text(), Form.CAST, List.of("CAST(", " AS " + type + ")")), end);
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
    return new Piece(
        table.postfixed(
            operand.text(), Form.CAST, List.of("CAST(", " AS " + tokens.text(as + 1, close) + ")")),
        close + 1);
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
    return new Piece(
        table.name(Form.VALUE_FUNCTION, function, List.of(tokens.text(i, end))) + "()", end);
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
      piece.append(tokens.text(from + 2, start)).append(' ');
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
      String list =
          hasNames(open, close) ? named(open + 1, close) : queries.sequence(open + 1, close);
      return new Piece(function + "(" + list + ")", close + 1);
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

  private boolean hasNames(int open, int close) {
    for (int i = open + 1; i < close; i = tokens.skip(i)) {
      if (isNamed(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNamed(int i) {
    return tokens.symbol(i + 1, "=>") || tokens.symbol(i + 1, ":=");
  }

  /** Arguments of which some say which one they are. */
  private String named(int from, int close) {
    List<String> arguments = new ArrayList<>();
    int start = from;
    while (start < close) {
      int end = start;
      while (end < close && !tokens.symbol(end, ",")) {
        end = tokens.skip(end);
      }
      arguments.add(
          isNamed(start)
              ? table.name(Form.NAMED_ARGUMENT, tokens.at(start).value(), List.of())
                  + "("
                  + queries.sequence(start + 2, end)
                  + ")"
              : queries.sequence(start, end));
      start = end + 1;
    }
    return String.join(", ", arguments);
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
