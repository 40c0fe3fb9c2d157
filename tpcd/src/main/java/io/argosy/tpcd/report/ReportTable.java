package io.argosy.tpcd.report;

import java.util.List;

/**
 * Rows of text.
 *
 * @param caption what they are
 * @param rows each with a cell for every column; the empty text where nothing is known
 * @throws IllegalArgumentException when a row has another number of cells
 */
public record ReportTable(String caption, List<Column> columns, List<List<String>> rows)
    implements Block {
  public ReportTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row + " has not " + columns.size() + " cells");
      }
    }
  }

  /**
   * @param meaning what its cells say, shown when the pointer is over the name; may be empty
   * @param number whether its cells are numbers, which are aligned to the right
   */
  public record Column(String name, String meaning, boolean number) {
    public static Column text(String name, String meaning) {
      return new Column(name, meaning, false);
    }

    public static Column number(String name, String meaning) {
      return new Column(name, meaning, true);
    }
  }
}
