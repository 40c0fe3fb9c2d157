package io.argosy.planner.proof;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.plan.UnprovenException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * Clause (d): grouping, DISTINCT and windows of a partitioned block contain its key, so that no
 * group spans nodes; LIMIT never does.
 */
final class GroupingRule {
  private final Binding binding;

  GroupingRule(Binding binding) {
    this.binding = binding;
  }

  /** Proves a block that is not outermost. */
  void prove(Query.Select select, Block block) {
    if (select.cut() != Query.Cut.NONE) {
      throw new UnprovenException("LIMIT in a subquery over partitioned rows");
    }
    if (select.aggregated() && !groupsByKey(select, block)) {
      throw new UnprovenException(
          "a subquery groups partitioned rows without the distribution column");
    }
    if (select.distinct() && !outputsKey(select, block)
        || !select.distinctOn().isEmpty() && !containsKey(select.distinctOn(), block)) {
      throw new UnprovenException("DISTINCT in a subquery without the distribution column");
    }
    proveWindows(select, block);
  }

  /** Proves the windows of a block. */
  void proveWindows(Query.Select select, Block block) {
    if (!hasLocalWindows(select, block)) {
      throw new UnprovenException("a window is not partitioned by the distribution column");
    }
  }

  boolean hasLocalWindows(Query.Select select, Block block) {
    return select.partitions().stream().allMatch(partition -> containsKey(partition, block));
  }

  boolean groupsByKey(Query.Select select, Block block) {
    return !select.groupingSets() && containsKey(select.groupBy(), block);
  }

  boolean containsKey(List<SqlNode> expressions, Block block) {
    return expressions.stream()
        .map(binding::column)
        .flatMap(Optional::stream)
        .anyMatch(column -> isKey(column, block));
  }

  boolean outputsKey(Query.Select select, Block block) {
    return !keyOutputs(select, block).isEmpty();
  }

  /** The positions of the columns that are the key. */
  Set<Integer> keyOutputs(Query.Select select, Block block) {
    Set<Integer> positions = new HashSet<>();
    for (int i = 0; i < select.outputs().size(); i++) {
      Optional<Column> column = select.outputs().get(i).column();
      if (column.isPresent() && isKey(column.get(), block)) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static boolean isKey(Column column, Block block) {
    return block.distribution() instanceof Distribution.Partitioned partitioned
        && partitioned.keys().stream().anyMatch(key -> block.classes().same(key, column));
  }
}
