package io.argosy.tpcd.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a {@link ReportTable} as RFC 4180 has it: a header line, and quotes where they are needed.
 */
public final class Csv {
  private static final String LINE_END = "\r\n";

  private Csv() {}

  /** The file's content, to be stored as UTF-8. The caption is left out. */
  public static String of(ReportTable table) {
    StringBuilder text = new StringBuilder();
    text.append(line(table.columns().stream().map(ReportTable.Column::name).toList()));
    table.rows().forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",", "", LINE_END));
  }

  private static String cell(String text) {
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
