package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.plan.UnprovenException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlNode;

/**
 * Clause (c): a nested query reads only rows that every node has, or is tied to the outer row's key
 * by correlation, or gives the members of an IN whose left side is the outer row's key.
 */
final class NestedQueryRule {
  private final Binding binding;

  NestedQueryRule(Binding binding) {
    this.binding = binding;
  }

  /**
   * Proves one nested query.
   *
   * @param block the block around it
   * @param outer that block as the nested query sees it
   * @return whether it is tied to the outer row
   */
  boolean prove(
      Query.Nested nested, QueryDistribution distribution, Query.Select block, Outer outer) {
    return switch (distribution) {
      case QueryDistribution.Everywhere everywhere -> false;
      case QueryDistribution.NoRows none -> false;
      case QueryDistribution.Tied tied -> true;
      case QueryDistribution.Partitioned partitioned -> {
        if (!isMembershipOfKey(nested, partitioned, block, outer)) {
          throw new UnprovenException(reason(nested.query(), block, outer));
        }
        yield true;
      }
    };
  }

  /**
   * With x IN (..), only rows that equal x matter, and x is never NULL where NULL would be a third
   * answer.
   */
  private boolean isMembershipOfKey(
      Query.Nested nested,
      QueryDistribution.Partitioned partitioned,
      Query.Select block,
      Outer outer) {
    if (nested.use() != Query.Use.MEMBERSHIP) {
      return false;
    }
    for (int position : partitioned.keys()) {
      SqlNode compared =
          position < nested.compared().size() ? nested.compared().get(position) : null;
      Optional<Column> column = compared == null ? Optional.empty() : binding.column(compared);
      if (column.isPresent()
          && isKey(column.get(), partitioned.colocation(), outer)
          && KeyTypes.comparable(column.get().type(), nested.query().outputs().get(position).type())
          && (nested.conjunct()
              || !isNullable(column.get(), block) && hasKeysThatAreNotNull(nested.query()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKey(Column column, Colocation group, Outer outer) {
    EqualityClasses classes = new EqualityClasses();
    outer.bring(column, classes);
    return classes.isOuterKey(column, group);
  }

  /**
   * Whether a column that is a key can be NULL: by its declaration, on the nullable side of an
   * outer join, or in a grouping set without it. A row without a key would be compared with what
   * its own node has.
   */
  private static boolean isNullable(Column column, Query.Select block) {
    return block.groupingSets()
        || block.from().isEmpty()
        || !isPreserved(column.source(), block.from().get())
        || !(column.source().origin() instanceof Source.Table table)
        || !table.relation().columns().get(column.index()).notNull();
  }

  /**
   * Whether the keys of all partitioned tables of a query are declared NOT NULL. A NULL lies on one
   * node, but makes NOT IN unknown for the rows of all.
   */
  private static boolean hasKeysThatAreNotNull(Query query) {
    return switch (query) {
      case Query.Select select -> {
        boolean all = true;
        for (Source source : select.sources()) {
          if (source.origin() instanceof Source.Table table
              && table.relation().placement() instanceof Placement.Hash hash) {
            all &=
                table.relation().columns().stream()
                    .anyMatch(c -> c.name().equals(hash.column()) && c.notNull());
          } else if (source.origin() instanceof Source.Derived derived) {
            all &= hasKeysThatAreNotNull(derived.query());
          }
        }
        yield all;
      }
      case Query.SetOperation operation ->
          hasKeysThatAreNotNull(operation.left()) && hasKeysThatAreNotNull(operation.right());
      case Query.Values values -> true;
    };
  }

  private static boolean isPreserved(Source source, JoinTree tree) {
    return switch (tree) {
      case JoinTree.Leaf leaf ->
          leaf.source() == source && leaf.source().origin() instanceof Source.Table;
      case JoinTree.Join join ->
          switch (join.type()) {
            case INNER -> isPreserved(source, join.left()) || isPreserved(source, join.right());
            case LEFT -> isPreserved(source, join.left());
            case RIGHT -> isPreserved(source, join.right());
            case FULL -> false;
          };
    };
  }

  private static String reason(Query query, Query.Select block, Outer outer) {
    String over = String.join(", ", Analysis.partitionedTables(query));
    Map<Column, Colocation> keys = outer.keys();
    Set<String> names = new TreeSet<>();
    keys.keySet().stream()
        .filter(key -> block.sources().contains(key.source()))
        .forEach(key -> names.add(key.name()));
    return names.isEmpty()
        ? "the subquery over " + over + " reads partitioned rows for rows that every node has"
        : "the subquery over " + over + " is not correlated on " + String.join(" or ", names);
  }
}
