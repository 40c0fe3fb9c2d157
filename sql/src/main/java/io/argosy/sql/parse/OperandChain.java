package io.argosy.sql.parse;

/**
 * Operands with operators of one precedence between them. Calcite's parser looks at all operands of
 * a chain for each of its operators. A long chain therefore gets parentheses, all of which begin
 * where the chain does: the tree stays the same.
 */
final class OperandChain {
  /** How many operators stand between two ends of parentheses. */
  private static final int GROUP = 64;

  private final StringBuilder text = new StringBuilder();
  private int operands;

  /** Adds an operand, behind an operator if it is not the first. */
  void add(String operator, String operand) {
    if (operands > 1 && (operands - 1) % GROUP == 0) {
      text.append(')');
    }
    if (operands > 0) {
      text.append(' ').append(operator).append(' ');
    }
    operands++;
    text.append(operand);
  }

  @Override
  public String toString() {
    return "(".repeat(Math.max(0, operands - 2) / GROUP) + text;
  }
}
