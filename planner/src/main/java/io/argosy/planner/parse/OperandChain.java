package io.argosy.planner.parse;

/**
 * Operands with operators of one precedence between them. Calcite's parser looks at all operands of
 * a chain for each of its operators. A long chain therefore gets parentheses, all of which begin
 * where the chain does: the tree stays the same.
 */
final class OperandChain {
  /** How many operators stand between two ends of parentheses. */
  private static final int GROUP = 64;

  private final StringBuilder text;
  private int operators;

  OperandChain(String first) {
    this.text = new StringBuilder(first);
  }

  void add(String operator, String operand) {
    if (operators > 0 && operators % GROUP == 0) {
      text.append(')');
    }
    operators++;
    text.append(' ').append(operator).append(' ').append(operand);
  }

  @Override
  public String toString() {
    return "(".repeat(Math.max(0, operators - 1) / GROUP) + text;
  }
}
