package io.argosy.planner.proof;

import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Distribution.Partitioned;

/**
 * Clause (a): partitioned rows may not stand on the nullable side of an outer join whose preserved
 * side every node has, since every node would preserve the same rows.
 */
final class PreservedSideRule {
  private PreservedSideRule() {}

  /** The distribution of a join one of whose sides is partitioned, and the other one not. */
  static Partitioned join(JoinTree.Join join, Distribution left, Distribution right) {
    if (left instanceof Partitioned driver
        && (join.type() == JoinTree.Type.INNER || join.type() == JoinTree.Type.LEFT)) {
      return driver;
    }
    if (right instanceof Partitioned driver
        && (join.type() == JoinTree.Type.INNER || join.type() == JoinTree.Type.RIGHT)) {
      return driver;
    }
    JoinTree preserved = left instanceof Partitioned ? join.right() : join.left();
    throw new UnprovenException(
        "the outer join preserves rows of "
            + names(preserved)
            + ", which every node has, and its other side is partitioned");
  }

  static String names(JoinTree tree) {
    return switch (tree) {
      case JoinTree.Leaf leaf -> leaf.source().describe();
      case JoinTree.Join join -> names(join.left()) + ", " + names(join.right());
    };
  }
}
