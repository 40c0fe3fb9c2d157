package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import io.argosy.tpcd.run.QueryOutcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints paired outcomes as a table, each row as soon as it is known. */
final class PairedTable implements PairedReport {
  private static final String ROW = "%5s  %-8s  %9s  %9s  %6s  %11s  %7s  %10s  %s%n";

  private final PrintWriter out;

  PairedTable(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void header() {
    out.printf(
        ROW,
        "query",
        "strategy",
        "Argosy s",
        "single s",
        "ratio",
        "to fragment",
        "rows",
        "network",
        "same");
    out.flush();
  }

  @Override
  public void row(PairedOutcome paired) {
    QueryOutcome outcome = paired.outcome();
    out.printf(
        ROW,
        outcome.query().number(),
        outcome.plan().strategy().orElse("-"),
        number(outcome.seconds(), "%.3f"),
        number(outcome.singleSeconds(), "%.3f"),
        number(paired.ratio(), "%.2f"),
        number(paired.ratioToFragment(), "%.2f"),
        outcome.rows().isPresent() ? outcome.rows().getAsLong() : "-",
        OutcomeTable.bytes(outcome.plan().networkBytes()),
        outcome.difference().orElse("same"));
    out.flush();
  }

  /** How many were right, and the mean of the ratios. */
  @Override
  public void footer(List<PairedOutcome> outcomes) {
    long same = outcomes.stream().filter(paired -> paired.outcome().succeeded()).count();
    out.printf(
        "%d of %d same, geometric mean of the ratios %s%n",
        same, outcomes.size(), number(PairedOutcome.geometricMean(outcomes), "%.3f"));
    out.flush();
  }

  /** A number in a format, or a dash for none. */
  static String number(OptionalDouble number, String format) {
    return number.isPresent() ? String.format(Locale.ROOT, format, number.getAsDouble()) : "-";
  }
}
