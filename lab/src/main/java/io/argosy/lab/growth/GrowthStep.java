package io.argosy.lab.growth;

import java.util.List;

/**
 * What happened to a cluster under load for some time, and what clients noticed.
 *
 * @param name what happened, in a few words
 * @param detail what Argosy says of it; may be empty
 * @param changes whether nodes or rows came or went
 * @param nodes how many nodes have rows of distributed tables at its end
 * @param start seconds since the load began
 * @param end seconds since the load began
 * @param payments of all clients, per second
 * @param fewestPayments the same in its worst {@link #WINDOW} seconds; of all of it, where it is
 *     shorter
 * @param longestPayment the longest that a client waited for a payment, in seconds
 * @param queries how many were answered
 * @param querySeconds how long one took, on average
 * @param shares how many of the accounts each node has, as a part of what it would have if all had
 *     as many; empty where it was not asked
 */
public record GrowthStep(
    String name,
    String detail,
    boolean changes,
    int nodes,
    double start,
    double end,
    double payments,
    double fewestPayments,
    double longestPayment,
    int queries,
    double querySeconds,
    List<Double> shares) {
  /** In seconds. */
  public static final double WINDOW = 5;

  public GrowthStep {
    shares = List.copyOf(shares);
  }

  /** One that is over, as the trace has it by now: payments that still wait are not in it. */
  static GrowthStep of(
      String name,
      String detail,
      boolean changes,
      int nodes,
      double start,
      double end,
      LoadTrace trace,
      List<Double> shares) {
    List<LoadTrace.Execution> queries = trace.queries(start, end);
    return new GrowthStep(
        name,
        detail,
        changes,
        nodes,
        start,
        end,
        trace.rate(start, end),
        trace.lowestRate(start, end, WINDOW),
        longest(trace.payments(start, end)),
        queries.size(),
        queries.stream().mapToDouble(LoadTrace.Execution::seconds).average().orElse(Double.NaN),
        shares);
  }

  /** The same step, as a trace has it. */
  GrowthStep asTold(LoadTrace trace) {
    return of(name, detail, changes, nodes, start, end, trace, shares);
  }

  private static double longest(List<LoadTrace.Execution> executions) {
    return executions.stream().mapToDouble(LoadTrace.Execution::seconds).max().orElse(0);
  }

  double seconds() {
    return end - start;
  }

  /** By how much the node that is farthest from its share misses it, as a part of it. */
  double unevenness() {
    return shares.stream().mapToDouble(share -> Math.abs(share - 1)).max().orElse(0);
  }
}
