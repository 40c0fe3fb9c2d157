package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import io.argosy.tpcd.run.QueryOutcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What the demo shows of a query: both times, and where Argosy's has gone. */
final class DemoTable implements PairedReport {
  private static final String ROW = "%5s  %-8s  %9s  %9s  %6s  %7s  %10s  %-6s  %s%n";

  private final PrintWriter out;
  private final String executions;

  /**
   * @param executions how often each query is executed, in words
   */
  DemoTable(PrintWriter out, String executions) {
    this.out = out;
    this.executions = executions;
  }

  @Override
  public void header() {
    int cores = Runtime.getRuntime().availableProcessors();
    out.printf(
        "Medians of %s. All servers share the %d cores of this machine,%nwhich one PostgreSQL has"
            + " for itself. With a machine for each node, see docs/results/scaleout.md.%n%n",
        executions, cores);
    out.printf(
        ROW,
        "query",
        "strategy",
        "Argosy s",
        "single s",
        "ratio",
        "rows",
        "network",
        "answer",
        "where Argosy's time goes");
    out.flush();
  }

  @Override
  public void row(PairedOutcome paired) {
    QueryOutcome outcome = paired.outcome();
    out.printf(
        ROW,
        outcome.query().number(),
        outcome.plan().strategy().orElse("-"),
        PairedTable.number(outcome.seconds(), "%.3f"),
        PairedTable.number(outcome.singleSeconds(), "%.3f"),
        PairedTable.number(paired.ratio(), "%.2f"),
        outcome.rows().isPresent() ? outcome.rows().getAsLong() : "-",
        OutcomeTable.bytes(outcome.plan().networkBytes()),
        outcome.succeeded() ? "same" : "WRONG",
        outcome.difference().orElseGet(() -> time(paired)));
    out.flush();
  }

  private static String time(PairedOutcome paired) {
    OptionalDouble fragment = paired.fragmentSeconds();
    OptionalDouble seconds = paired.outcome().seconds();
    if (fragment.isPresent() && seconds.isPresent()) {
      return String.format(
          Locale.ROOT,
          "%.0f ms in the slowest node, %.0f ms around it",
          1000 * fragment.getAsDouble(),
          1000 * Math.max(0, seconds.getAsDouble() - fragment.getAsDouble()));
    }
    return switch (paired.outcome().plan().strategy().orElse("")) {
      case "ROUTE" -> "one node answers";
      case "PUSHDOWN" -> "every node answers for its rows";
      case "STAGED" -> "rows move between the nodes before they answer";
      case "GATHER" -> "rows move to one node, which answers";
      default -> "";
    };
  }

  @Override
  public void footer(List<PairedOutcome> outcomes) {
    long same = outcomes.stream().filter(paired -> paired.outcome().succeeded()).count();
    long faster = outcomes.stream().filter(paired -> paired.ratio().orElse(1) < 1).count();
    out.printf(
        "%d of %d same; Argosy is faster for %d; geometric mean of the ratios %s%n",
        same,
        outcomes.size(),
        faster,
        PairedTable.number(PairedOutcome.geometricMean(outcomes), "%.3f"));
    out.flush();
  }
}
