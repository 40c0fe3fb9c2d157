package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.QueryOutcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Prints outcomes as a table, each row as soon as it is known. */
final class OutcomeTable {
  private static final String ROW = "%5s  %-8s  %9s  %9s  %7s  %10s  %10s  %s%n";

  private final PrintWriter out;

  OutcomeTable(PrintWriter out) {
    this.out = out;
  }

  void header() {
    out.printf(
        ROW, "query", "strategy", "seconds", "single s", "rows", "network", "unpacked", "same");
    out.flush();
  }

  void row(QueryOutcome outcome) {
    out.printf(
        ROW,
        outcome.query().number(),
        outcome.plan().strategy().orElse("-"),
        seconds(outcome.seconds()),
        seconds(outcome.singleSeconds()),
        outcome.rows().isPresent() ? outcome.rows().getAsLong() : "-",
        bytes(outcome.plan().networkBytes()),
        bytes(outcome.plan().nodeBytes()),
        outcome.difference().orElse(outcome.same().isPresent() ? "same" : "-"));
    out.flush();
  }

  /** How many were right, and the sum of the times. */
  void footer(List<QueryOutcome> outcomes) {
    double seconds = outcomes.stream().mapToDouble(o -> o.seconds().orElse(0)).sum();
    long succeeded = outcomes.stream().filter(QueryOutcome::succeeded).count();
    boolean compared = outcomes.stream().anyMatch(outcome -> outcome.same().isPresent());
    out.printf(
        Locale.ROOT,
        "%d of %d %s, %.3f s%n",
        succeeded,
        outcomes.size(),
        compared ? "same" : "answered",
        seconds);
    out.flush();
  }

  private static String seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? String.format(Locale.ROOT, "%.3f", seconds.getAsDouble()) : "-";
  }

  static String bytes(OptionalLong bytes) {
    if (bytes.isEmpty()) {
      return "-";
    }
    double size = bytes.getAsLong();
    if (size < 1000) {
      return bytes.getAsLong() + " B";
    }
    String[] units = {"kB", "MB", "GB", "TB"};
    int unit = 0;
    size /= 1000;
    while (size >= 999.95 && unit < units.length - 1) {
      size /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
  }
}
