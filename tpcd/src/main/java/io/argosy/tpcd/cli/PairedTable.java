package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints paired outcomes as a table, each row as soon as it is known. */
abstract class PairedTable {
  static final Column QUERY = new Column("%5s", "query", p -> p.outcome().query().number());

  static final Column STRATEGY =
      new Column("%-8s", "strategy", p -> p.outcome().plan().strategy().orElse("-"));

  static final Column SECONDS =
      new Column("%9s", "Argosy s", p -> number(p.outcome().seconds(), "%.3f"));

  static final Column SINGLE_SECONDS =
      new Column("%9s", "single s", p -> number(p.outcome().singleSeconds(), "%.3f"));

  static final Column RATIO = new Column("%6s", "ratio", p -> number(p.ratio(), "%.2f"));

  static final Column ROWS =
      new Column(
          "%7s",
          "rows", p -> p.outcome().rows().isPresent() ? p.outcome().rows().getAsLong() : "-");

  static final Column NETWORK =
      new Column("%10s", "network", p -> OutcomeTable.bytes(p.outcome().plan().networkBytes()));

  /** Where it is printed. */
  final PrintWriter out;

  private final List<Column> columns;
  private final String format;

  PairedTable(PrintWriter out, List<Column> columns) {
    this.out = out;
    this.columns = columns;
    this.format = columns.stream().map(Column::format).collect(Collectors.joining("  ", "", "%n"));
  }

  /**
   * A column.
   *
   * @param format of the heading and the cells, for {@link String#format}
   */
  record Column(String format, String heading, Function<PairedOutcome, Object> cell) {}

  void header() {
    print(Column::heading);
  }

  final void row(PairedOutcome paired) {
    print(column -> column.cell().apply(paired));
  }

  private void print(Function<Column, Object> cell) {
    out.printf(format, columns.stream().map(cell).toArray());
    out.flush();
  }

  /** What all of them show together. */
  abstract void footer(List<PairedOutcome> outcomes);

  /** How many were right, of how many. */
  static String same(List<PairedOutcome> outcomes) {
    long same = outcomes.stream().filter(paired -> paired.outcome().succeeded()).count();
    return same + " of " + outcomes.size() + " same";
  }

  /** The geometric mean of the ratios. */
  static String mean(List<PairedOutcome> outcomes) {
    return "geometric mean of the ratios " + number(PairedOutcome.geometricMean(outcomes), "%.3f");
  }

  /** A number in a format, or a dash for none. */
  static String number(OptionalDouble number, String format) {
    return number.isPresent() ? String.format(Locale.ROOT, format, number.getAsDouble()) : "-";
  }
}
