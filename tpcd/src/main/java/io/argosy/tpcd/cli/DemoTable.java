package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What the demo shows of a query: both times, and where Argosy's has gone. */
final class DemoTable extends PairedTable {
  private static final Column ANSWER =
      new Column("%-6s", "answer", p -> p.outcome().succeeded() ? "same" : "WRONG");

  private static final Column TIME =
      new Column(
          "%s", "where Argosy's time goes", p -> p.outcome().difference().orElseGet(() -> time(p)));

  private final String executions;

  /**
   * @param executions how often each query is executed, in words
   */
  DemoTable(PrintWriter out, String executions) {
    super(
        out, List.of(QUERY, STRATEGY, SECONDS, SINGLE_SECONDS, RATIO, ROWS, NETWORK, ANSWER, TIME));
    this.executions = executions;
  }

  @Override
  void header() {
    out.printf(
        "Medians of %s. All servers share the %d cores of this machine,%nwhich one PostgreSQL has"
            + " for itself. With a machine for each node, see docs/results/scaleout.md.%n%n",
        executions, Runtime.getRuntime().availableProcessors());
    super.header();
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
  void footer(List<PairedOutcome> outcomes) {
    long faster = outcomes.stream().filter(paired -> paired.ratio().orElse(1) < 1).count();
    out.println(same(outcomes) + "; Argosy is faster for " + faster + "; " + mean(outcomes));
    out.flush();
  }
}
