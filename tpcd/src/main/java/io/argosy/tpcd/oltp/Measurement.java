package io.argosy.tpcd.oltp;

import java.util.List;

/**
 * What clients did in one run.
 *
 * @param transactions how many
 * @param retries how many of them more were begun, and ended by a serialization failure or a
 *     deadlock
 * @param perSecond transactions of all clients in a second
 * @param clientSeconds processor time of this process for each transaction
 * @param processorSeconds the same of each group of processes that was asked for
 */
public record Measurement(
    long transactions,
    long retries,
    double perSecond,
    Latency latency,
    double clientSeconds,
    List<Double> processorSeconds) {
  public Measurement {
    processorSeconds = List.copyOf(processorSeconds);
  }

  /**
   * Seconds that transactions took, with their retries.
   *
   * @param percentile95 what 95 of 100 did not exceed
   * @param percentile99 what 99 of 100 did not exceed
   */
  public record Latency(double mean, double percentile95, double percentile99) {}
}
