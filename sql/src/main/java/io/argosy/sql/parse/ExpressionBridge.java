package io.argosy.sql.parse;

import io.argosy.sql.lexer.Keywords;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import io.argosy.sql.lexer.UnreadableException;
import io.argosy.sql.parse.Syntax.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

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

  /** Text for Calcite and the index of the token behind it. */
  record Piece(String text, int end) {}

  private final TokenList tokens;
  private final SyntaxTable table;
  private final TypeNames types;
  private final QueryBridge queries;
  private final OperandBridge operands;

  ExpressionBridge(TokenList tokens, SyntaxTable table, QueryBridge queries) {
    this.tokens = tokens;
    this.table = table;
    this.types = new TypeNames(tokens);
    this.queries = queries;
    this.operands = new OperandBridge(tokens, table, types, queries);
  }

  /** Whether an operand begins at the index, of which the preceding token is not a part. */
  boolean startsOperand(int i) {
    Token token = tokens.at(i);
    return switch (token.kind()) {
      case STRING, BIT_STRING, NUMBER, PARAMETER, QUOTED_IDENTIFIER -> true;
      case WORD -> startsOperandWord(i);
      case OPERATOR -> startsWithOperator(i);
      case PUNCTUATION -> token.opensBracket();
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
    return chain(product(from), this::isSign, this::product);
  }

  private boolean isSign(int i) {
    return SUMS.contains(tokens.at(i).text()) && !isString(i);
  }

  private Piece product(int from) {
    return chain(power(from), this::isFactor, this::power);
  }

  private Piece chain(Piece first, IntPredicate isOperator, IntFunction<Piece> operand) {
    OperandChain chain = new OperandChain();
    chain.add("", first.text());
    int end = first.end();
    while (isOperator.test(end)) {
      Piece next = operand.apply(end + 1);
      chain.add(tokens.at(end).text(), next.text());
      end = next.end();
    }
    return new Piece(chain.toString(), end);
  }

  private boolean isFactor(int i) {
    return PRODUCTS.contains(tokens.at(i).text()) && !isString(i) && startsOperand(i + 1);
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
            new Piece(
                table.postfixed(
                    piece.text(),
                    Form.COLLATE,
                    List.of("(", " COLLATE " + tokens.text(i + 1, end) + ")")),
                end);
      } else if (tokens.word(i, "at") && tokens.word(i + 1, "time") && tokens.word(i + 2, "zone")) {
        Piece zone = postfixed(i + 3);
        String name = table.name(Form.FUNCTION, "timezone", List.of("(", " AT TIME ZONE ", ")"));
        piece = new Piece(piece.text() + "[" + name + "(" + zone.text() + ")]", zone.end());
      } else {
        return piece;
      }
    }
  }

  private Piece postfixed(int from) {
    Piece piece = operands.primary(from);
    while (true) {
      int i = piece.end();
      if (tokens.symbol(i, "::")) {
        int end = types.end(i + 1);
        if (end < 0) {
          throw new UnreadableException("a cast's type");
        }
        piece =
            new Piece(
                table.postfixed(
                    piece.text(),
                    Form.CAST,
                    List.of("CAST(", " AS " + tokens.text(i + 1, end) + ")")),
                end);
      } else if (tokens.symbol(i, "[")) {
        piece = subscript(piece);
      } else if (tokens.symbol(i, ".") && tokens.symbol(i - 1, ")")) {
        String field = tokens.at(i + 1).text();
        piece =
            new Piece(
                table.postfixed(piece.text(), Form.SUBSCRIPT, List.of("(", ")." + field)), i + 2);
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
}
