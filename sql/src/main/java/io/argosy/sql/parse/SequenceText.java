package io.argosy.sql.parse;

import io.argosy.sql.lexer.TokenList;
import java.util.Set;

/** The text of a sequence while it is written, with the chains of AND and OR in it. */
final class SequenceText {
  /** Keywords within an operand of AND and OR; with each other one, something else begins. */
  private static final Set<String> WITHIN_OPERAND =
      Set.of(
          "asymmetric",
          "escape",
          "ilike",
          "in",
          "is",
          "isnull",
          "like",
          "not",
          "notnull",
          "similar",
          "symmetric",
          "to",
          "unknown");

  private final StringBuilder text = new StringBuilder();

  /** What stands before the last OR of the expression that is written. */
  private OperandChain disjunction = new OperandChain();

  /** What stands before the last AND behind the last OR. */
  private OperandChain conjunction = new OperandChain();

  private StringBuilder operand = new StringBuilder();

  /** How many BETWEEN wait for the AND that belongs to them. */
  private int betweens;

  /** Appends a part of an operand of AND and OR. */
  void operand(String piece) {
    operand.append(operand.isEmpty() ? "" : " ").append(piece);
  }

  /** Appends the keyword at the index. */
  void keyword(TokenList tokens, int i, String written) {
    switch (tokens.at(i).value()) {
      case "or" -> endDisjunct();
      case "and" -> {
        if (betweens > 0) {
          betweens--;
          operand(written);
        } else {
          endConjunct();
        }
      }
      case "between" -> {
        betweens++;
        operand(written);
      }
      case String word when isWithinOperand(tokens, i, word) -> operand(written);
      default -> other(written);
    }
  }

  private static boolean isWithinOperand(TokenList tokens, int i, String word) {
    return switch (word) {
      case "distinct" -> tokens.word(i - 1, "is") || tokens.word(i - 1, "not");
      case "from" -> tokens.word(i - 1, "distinct");
      case "any", "some", "all" -> tokens.symbol(i + 1, "(");
      default -> WITHIN_OPERAND.contains(word);
    };
  }

  /** Appends what is no part of an operand. */
  void other(String piece) {
    endExpression();
    text.append(' ').append(piece);
  }

  @Override
  public String toString() {
    endExpression();
    return text.toString().strip();
  }

  private void endConjunct() {
    conjunction.add("AND", operand.toString());
    operand = new StringBuilder();
  }

  private void endDisjunct() {
    endConjunct();
    disjunction.add("OR", conjunction.toString());
    conjunction = new OperandChain();
  }

  private void endExpression() {
    endDisjunct();
    String expression = disjunction.toString();
    text.append(expression.isEmpty() ? "" : " ").append(expression);
    disjunction = new OperandChain();
    betweens = 0;
  }
}
