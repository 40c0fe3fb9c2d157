package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.List;
import java.util.Optional;

/**
 * The columns that a statement has added to a table.
 *
 * @param columns all of them
 * @param unknownFunction why a function of a default may give something else on other nodes, or
 *     than all rows would make it give
 */
record AddedColumns(List<AddedColumn> columns, Optional<String> unknownFunction) {
  /**
   * @param definition its type with its collation, as SQL
   * @param value SQL for the value of its default
   * @param varies whether that value may differ from row to row or node to node
   * @param perRow whether it may differ from row to row
   */
  record AddedColumn(
      String name, String definition, String value, boolean varies, boolean perRow) {}

  private static final String DEFINITIONS = "SELECT * FROM argosy.added_columns($1, $2)";

  private static final String UNKNOWN = "SELECT argosy.unknown_in_added_columns($1, $2)";

  /**
   * @param numbered how many columns the table has ever had before
   */
  static AddedColumns of(NodeSession home, TableFact table, String numbered) {
    List<String> parameters = List.of(table.oid(), numbered);
    List<AddedColumn> columns =
        TextResult.run(home, DEFINITIONS, parameters).rows().stream()
            .map(row -> column(table.column(row.get(0)), row.get(1), row.get(2)))
            .toList();
    Optional<String> unknown =
        TextResult.run(home, UNKNOWN, parameters).rows().stream().map(List::getFirst).findFirst();
    return new AddedColumns(columns, unknown);
  }

  private static AddedColumn column(TableFact.Column column, String definition, String perRow) {
    return new AddedColumn(
        column.name(), definition, column.defaultExpression(), column.varies(), "t".equals(perRow));
  }

  List<AddedColumn> varying() {
    return columns.stream().filter(AddedColumn::varies).toList();
  }

  boolean vary() {
    return !varying().isEmpty();
  }
}
