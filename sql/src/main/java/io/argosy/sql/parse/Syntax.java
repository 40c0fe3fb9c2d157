package io.argosy.sql.parse;

import java.util.List;
import java.util.Optional;

/**
 * A piece of PostgreSQL's syntax that Calcite does not read: fixed text with gaps for expressions.
 *
 * @param form what it is
 * @param function the function of pg_catalog that stands behind it, or the operator; empty where
 *     there is none
 * @param pieces the text before, between and behind the operands, one more than there are operands
 */
public record Syntax(Form form, Optional<String> function, List<String> pieces) {
  /** Forms that the planner's analysis tells apart. */
  public enum Form {
    CONSTANT,
    CAST,
    CASE,
    OPERATOR,
    FUNCTION,
    /** A function without parentheses, such as CURRENT_DATE. */
    VALUE_FUNCTION,
    SUBSCRIPT,
    COLLATE,
    /** {@code f(..) WITH ORDINALITY} in FROM. */
    ORDINALITY,
    /** {@code f(a ORDER BY b)}: the first operand is the call, the second the order. */
    ORDERED_AGGREGATE,
    /** {@code a => b} among arguments, where the bridge is; the tree has it in the function. */
    NAMED_ARGUMENT,
    DISTINCT_ON,
    /** Stands last in the ORDER BY of a window whose frame counts groups. */
    GROUPS
  }
}
