package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.QueryResources;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints where the time of queries went as a table, each row as soon as it is known. */
final class ResourceTable {
  private static final String ROW = "%5s  %-8s  %9s  %9s  %5s  %5s  %7s  %11s  %7s  %s%n";
  private static final double PERCENT = 100;

  private final PrintWriter out;

  ResourceTable(PrintWriter out) {
    this.out = out;
  }

  void header() {
    out.printf(
        ROW,
        "query",
        "strategy",
        "ms",
        "processor",
        "queue",
        "disk",
        "network",
        "coordinator",
        "unknown",
        "limited by");
    out.flush();
  }

  void row(int query, QueryResources used) {
    out.printf(
        ROW,
        query,
        used.strategy(),
        String.format(Locale.ROOT, "%.1f", used.milliseconds()),
        percent(used.share("processor", "processor, in the kernel", "parallel workers")),
        percent(used.share("waiting for a processor")),
        percent(used.share("disk")),
        percent(used.share("waiting for who takes or sends rows", "network and agent")),
        percent(used.share("coordinator", "planning")),
        percent(used.share("not explained")),
        used.limit());
    out.flush();
  }

  void failed(int query, String message) {
    out.printf("%5s  %s%n", query, message);
    out.flush();
  }

  /** What of the time is explained, on average over the queries. */
  void footer(List<QueryResources> all) {
    out.printf(
        Locale.ROOT,
        "%d queries, %.1f %% of their time explained on average, %.1f %% at least%n",
        all.size(),
        PERCENT * all.stream().mapToDouble(QueryResources::explained).average().orElse(0),
        PERCENT * all.stream().mapToDouble(QueryResources::explained).min().orElse(0));
    out.flush();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", PERCENT * share);
  }
}
