package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.Evaluated;
import io.argosy.planner.facts.Effect.ExpressionEffect;

/**
 * What PostgreSQL evaluates for each row that is written calls functions that may see a part of the
 * rows. Defaults are computed once, on the home node, which has all rows of tables without
 * placement; all else is evaluated where the row is.
 */
final class ExpressionRule implements EffectRule<ExpressionEffect> {
  @Override
  public Verdict judge(ExpressionEffect expression, boolean meetsPlaced) {
    boolean once = expression.evaluated() == Evaluated.DEFAULT;
    if (!expression.seesPlaced() && (once || !expression.relation().isPlaced())) {
      return once ? new Verdict.ComputedOnce() : new Verdict.Local();
    }
    return Verdict.Refused.unsupported(
        title(expression)
            + " of "
            + expression.relation().title()
            + " calls function "
            + expression.function()
            + ", which may see a part of the rows on each node",
        "Declare the function IMMUTABLE if it reads no table, write its body with BEGIN ATOMIC over"
            + " reference tables only, or declare it safe.");
  }

  private static String title(ExpressionEffect expression) {
    String name = "\"" + expression.name() + "\"";
    return switch (expression.evaluated()) {
      case CHECK -> "CHECK constraint " + name;
      case DEFAULT -> "the default of column " + name;
      case GENERATED -> "the generated column " + name;
      case DOMAIN -> "a CHECK constraint of domain " + name + " in a column";
    };
  }
}
