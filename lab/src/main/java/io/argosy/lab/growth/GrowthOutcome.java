package io.argosy.lab.growth;

import java.util.List;

/**
 * What has become of a cluster under load.
 *
 * @param steps in their order
 * @param rates payments in each second of the load
 * @param checks how many answers were compared with what they should be
 * @param retries how often a payment met a serialization failure or a deadlock
 * @param differences the answers that were not what they should be
 */
public record GrowthOutcome(
    List<GrowthStep> steps,
    List<Double> rates,
    long checks,
    long retries,
    List<String> differences) {
  public GrowthOutcome {
    steps = List.copyOf(steps);
    rates = List.copyOf(rates);
    differences = List.copyOf(differences);
  }

  /** The speed before anything changed: payments per second. */
  double before() {
    return steps.getFirst().payments();
  }

  /**
   * The longest that a client waited for a payment while nodes or rows came or went, in seconds.
   */
  public double longestPayment() {
    return steps.stream()
        .filter(GrowthStep::changes)
        .mapToDouble(GrowthStep::longestPayment)
        .max()
        .orElse(0);
  }

  /** The lowest speed of any few seconds, as a part of that before. */
  public double lowestShare() {
    return steps.stream().mapToDouble(GrowthStep::fewestPayments).min().orElse(0) / before();
  }

  /** Whether all answers were right. */
  public boolean succeeded() {
    return differences.isEmpty();
  }
}
