package io.argosy.planner.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/** A FROM clause. */
public sealed interface JoinTree {
  /** Whether any of its joins compares columns by their names. */
  default boolean usesNames() {
    return this instanceof Join join
        && (!join.using().isEmpty() || join.left().usesNames() || join.right().usesNames());
  }

  /** What its rows have in common whatever outer joins fill with NULLs. */
  default Region region() {
    Set<Source> sources = new LinkedHashSet<>();
    List<Join> joins = new ArrayList<>();
    Region.add(this, sources, joins);
    return new Region(sources, joins);
  }

  /**
   * The part of a FROM clause of which no outer join makes NULLs.
   *
   * @param sources all of whose columns are those of rows of theirs
   * @param joins whose conditions hold for all rows
   */
  record Region(Set<Source> sources, List<Join> joins) {
    public Region {
      sources = Collections.unmodifiableSet(new LinkedHashSet<>(sources));
      joins = List.copyOf(joins);
    }

    private static void add(JoinTree tree, Set<Source> sources, List<Join> joins) {
      switch (tree) {
        case Leaf leaf -> sources.add(leaf.source());
        case Join join -> {
          switch (join.type()) {
            case INNER -> {
              joins.add(join);
              add(join.left(), sources, joins);
              add(join.right(), sources, joins);
            }
            case LEFT -> add(join.left(), sources, joins);
            case RIGHT -> add(join.right(), sources, joins);
            case FULL -> {
              // Either side may be filled.
            }
          }
        }
      }
    }
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
