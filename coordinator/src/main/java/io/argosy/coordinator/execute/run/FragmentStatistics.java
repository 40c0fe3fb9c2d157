package io.argosy.coordinator.execute.run;

/**
 * What a fragment's execution cost, for EXPLAIN ANALYZE.
 *
 * @param step the stage that it belongs to, by its table's name; empty for the last step
 * @param node the node's position
 * @param rows rows it returned, or put into a table there
 * @param rawBytes bytes of its answer as PostgreSQL sent it
 * @param wireBytes bytes that crossed the network for it, compressed
 * @param nanoseconds from its start to the end of its answer
 */
public record FragmentStatistics(
    String step, int node, long rows, long rawBytes, long wireBytes, long nanoseconds) {
  /** The same of a stage. */
  public FragmentStatistics of(String stage) {
    return new FragmentStatistics(stage, node, rows, rawBytes, wireBytes, nanoseconds);
  }
}
