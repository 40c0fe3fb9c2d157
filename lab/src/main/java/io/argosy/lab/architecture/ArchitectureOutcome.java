package io.argosy.lab.architecture;

import io.argosy.tpcd.metric.Ratios;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one architecture has shown.
 *
 * @param architecture which one
 * @param throughputs how fast its storage reads, by size of block
 * @param streams the queries of the model, cold
 * @param queries its queries, cold
 */
public record ArchitectureOutcome(
    Architecture architecture,
    List<RawReads.Throughput> throughputs,
    List<StreamCost> streams,
    List<QueryCost> queries) {
  public ArchitectureOutcome {
    throughputs = List.copyOf(throughputs);
    streams = List.copyOf(streams);
    queries = List.copyOf(queries);
  }

  /** How many times faster than another architecture it answers a query; nothing if unknown. */
  public OptionalDouble speedUp(QueryCost cost, ArchitectureOutcome other) {
    return other.queries().stream()
        .filter(theirs -> theirs.query() == cost.query())
        .findFirst()
        .map(theirs -> Ratios.quotient(theirs.seconds(), cost.seconds()))
        .orElseGet(OptionalDouble::empty);
  }

  /** Whether every query was answered, and as by the first architecture. */
  public boolean succeeded() {
    return queries.stream().allMatch(cost -> cost.difference().isEmpty());
  }
}
