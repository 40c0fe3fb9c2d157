package io.argosy.coordinator.analysis;

import io.argosy.coordinator.analysis.order.RowOrder;
import io.argosy.coordinator.analysis.order.ValueOrder;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Merge.SortKey;
import io.argosy.protocol.message.Field;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A merge of the nodes' rows in order that the coordinator does itself. The answer's columns are
 * relayed in the format that the client wants; the sort keys stand behind them once more, to be
 * asked for in binary format and cut off.
 *
 * @param fragment the statement that is shipped
 * @param columns how many of its columns are the answer's
 * @param keys how many columns stand behind them, for the order only
 * @param order of its rows
 */
public record OrderedStep(SqlTemplate fragment, int columns, int keys, RowOrder order) {
  /**
   * The merge of a fragment's rows; nothing if there is a key that Java cannot compare exactly.
   *
   * @param fields the fragment's columns
   * @param byteOrder for each of them, whether its text is compared byte by byte
   */
  static Optional<OrderedStep> of(
      SqlTemplate fragment, Merge.Ordered merge, List<Field> fields, List<Boolean> byteOrder) {
    int columns = fields.size() - merge.hidden();
    List<Integer> copied = new ArrayList<>();
    List<RowOrder.Key> keys = new ArrayList<>();
    for (SortKey key : merge.keys()) {
      Optional<ValueOrder> order =
          ValueOrder.of(fields.get(key.column()).typeOid(), byteOrder.get(key.column()));
      if (order.isEmpty()) {
        return Optional.empty();
      }
      int position = key.column();
      if (position < columns) {
        position = fields.size() + copied.size();
        copied.add(key.column());
      }
      keys.add(new RowOrder.Key(position, order.get(), key.descending(), key.nullsFirst()));
    }
    SqlTemplate shipped =
        copied.isEmpty() ? fragment : withCopies(fragment, merge.keys(), fields.size(), copied);
    return Optional.of(
        new OrderedStep(shipped, columns, merge.hidden() + copied.size(), new RowOrder(keys)));
  }

  /**
   * PostgreSQL knows that the rows of the inner query are sorted, and does not sort them again. The
   * columns are named by position, since the fragment's own names need not differ.
   */
  private static SqlTemplate withCopies(
      SqlTemplate fragment, List<SortKey> keys, int width, List<Integer> copied) {
    String names =
        IntStream.range(0, width).mapToObj(OrderedStep::name).collect(Collectors.joining(", "));
    String copies = copied.stream().map(OrderedStep::name).collect(Collectors.joining(", "));
    String order =
        keys.stream()
            .map(
                key ->
                    name(key.column())
                        + (key.descending() ? " DESC" : "")
                        + (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
            .collect(Collectors.joining(", "));
    return fragment.within(
        "SELECT " + names + ", " + copies + " FROM (",
        ") AS argosy_sorted (" + names + ") ORDER BY " + order);
  }

  private static String name(int column) {
    return "c" + (column + 1);
  }
}
