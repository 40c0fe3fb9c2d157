package io.argosy.tpcd.cli;

import io.argosy.tpcd.report.ReportTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Prints a table of a report for a terminal: columns as wide as they must be. */
record TextTable(ReportTable table) {
  private static final String GAP = "  ";

  void print(PrintWriter out) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columns().stream().map(ReportTable.Column::name).toList());
    lines.addAll(table.rows());
    int[] widths =
        IntStream.range(0, table.columns().size())
            .map(
                column ->
                    lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0))
            .toArray();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String space = " ".repeat(widths[i] - line.get(i).length());
        boolean number = table.columns().get(i).number();
        text.append(number ? space + line.get(i) : line.get(i) + space).append(GAP);
      }
      out.println(text.toString().stripTrailing());
    }
    out.flush();
  }
}
