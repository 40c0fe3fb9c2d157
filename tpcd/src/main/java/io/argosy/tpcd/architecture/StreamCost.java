package io.argosy.tpcd.architecture;

import io.argosy.tpcd.model.StreamQuery;

/**
 * What a query of the model has cost with all caches cold.
 *
 * @param query the query
 * @param tableBytes how much it reads, over all servers
 * @param seconds how long it took, by the server's clock
 * @param clientCpuSeconds processor time of the client machine's processes
 * @param nodesCpuSeconds processor time of all nodes' processes
 */
public record StreamCost(
    StreamQuery query,
    long tableBytes,
    double seconds,
    double clientCpuSeconds,
    double nodesCpuSeconds) {
  /** What the model computes. */
  public double bytesPerSecond() {
    return tableBytes / seconds;
  }
}
