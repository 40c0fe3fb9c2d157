package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.movement.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Finds the columns by which the partial groups of an aggregation can be sent to different nodes
 * and finished there, each group on one of them.
 */
final class GroupKeys {
  private GroupKeys() {}

  /**
   * @param tree the whole query
   * @param binding of it
   * @param values tells how many different values the grouping column of a position has
   */
  static List<Answer.GroupKey> of(SqlNode tree, Binding binding, IntToDoubleFunction values) {
    if (!(binding.query() instanceof Query.Select select)
        || tree.getKind() != SqlKind.SELECT
        || select.groupingSets()
        || select.distinct()
        || !select.distinctOn().isEmpty()
        || !select.partitions().isEmpty()
        || select.cut() != Query.Cut.NONE) {
      return List.of();
    }
    List<Column> columns = new ArrayList<>();
    for (SqlNode expression : select.groupBy()) {
      Optional<Column> column = binding.column(expression);
      if (column.isEmpty() || columns.contains(column.get())) {
        // Expressions might be one group to the writer, whose positions would then be others.
        return List.of();
      }
      columns.add(column.get());
    }
    List<Answer.GroupKey> keys = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (KeyTypes.hashed(columns.get(i).type())) {
        keys.add(
            new Answer.GroupKey(
                i, output(select, columns.get(i)), columns.get(i).type(), values.applyAsDouble(i)));
      }
    }
    return keys;
  }

  private static int output(Query.Select select, Column column) {
    for (int i = 0; i < select.outputs().size(); i++) {
      if (select.outputs().get(i).column().equals(Optional.of(column))) {
        return i;
      }
    }
    return -1;
  }
}
