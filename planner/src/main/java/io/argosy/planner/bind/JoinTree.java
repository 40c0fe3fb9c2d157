package io.argosy.planner.bind;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/** A FROM clause. */
public sealed interface JoinTree {
  /** Whether any of its joins compares columns by their names. */
  default boolean usesNames() {
    return this instanceof Join join
        && (!join.using().isEmpty() || join.left().usesNames() || join.right().usesNames());
  }

  /** One source. */
  record Leaf(Source source) implements JoinTree {}

  /**
   * @param on the conjuncts of its condition
   * @param using the pairs of columns that USING or NATURAL makes equal
   */
  record Join(Type type, JoinTree left, JoinTree right, List<SqlNode> on, List<Pair> using)
      implements JoinTree {}

  /** Two columns that a join makes equal. */
  record Pair(Column left, Column right) {}

  /** Kinds of joins; a comma and CROSS JOIN are inner. */
  enum Type {
    INNER,
    LEFT,
    RIGHT,
    FULL
  }
}
