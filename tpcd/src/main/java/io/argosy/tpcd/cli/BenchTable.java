package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import java.io.PrintWriter;
import java.util.List;

/** What a benchmark shows of a query: both times, and Argosy's by that of the slowest node. */
final class BenchTable extends PairedTable {
  private static final Column TO_FRAGMENT =
      new Column("%11s", "to fragment", p -> number(p.ratioToFragment(), "%.2f"));

  private static final Column SAME =
      new Column("%s", "same", p -> p.outcome().difference().orElse("same"));

  BenchTable(PrintWriter out) {
    super(
        out,
        List.of(QUERY, STRATEGY, SECONDS, SINGLE_SECONDS, RATIO, TO_FRAGMENT, ROWS, NETWORK, SAME));
  }

  @Override
  void footer(List<PairedOutcome> outcomes) {
    out.println(same(outcomes) + ", " + mean(outcomes));
    out.flush();
  }
}
