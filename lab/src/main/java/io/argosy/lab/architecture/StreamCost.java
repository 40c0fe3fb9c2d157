package io.argosy.lab.architecture;

import io.argosy.lab.model.StreamQuery;
import java.util.Locale;

/**
 * What a query of the model has cost with all caches cold.
 *
 * @param query the query
 * @param tableBytes how much it reads, over all servers
 * @param seconds how long it took, by the server's clock
 * @param clientCpuSeconds processor time of the client machine's processes
 * @param nodesCpuSeconds processor time of all nodes' processes
 * @param stolenShare the part of the processor time that the real machine wanted meanwhile and its
 *     host kept from it, from 0 to 1
 */
public record StreamCost(
    StreamQuery query,
    long tableBytes,
    double seconds,
    double clientCpuSeconds,
    double nodesCpuSeconds,
    double stolenShare) {
  /** What the model computes. */
  public double bytesPerSecond() {
    return tableBytes / seconds;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %.2f s, %.1f MB/s, %.1f %% of the processor time stolen",
        query,
        seconds,
        bytesPerSecond() / 1e6,
        stolenShare * 100);
  }
}
