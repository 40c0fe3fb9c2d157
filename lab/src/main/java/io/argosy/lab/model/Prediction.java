package io.argosy.lab.model;

import java.util.Comparator;
import java.util.List;

/**
 * What the model says.
 *
 * @param throughput bytes per second that are read from storage
 * @param limit the constraint that allows no more
 */
public record Prediction(double throughput, Constraint limit) {
  private static final Comparator<Prediction> BY_THROUGHPUT =
      Comparator.comparingDouble(Prediction::throughput);

  /**
   * The highest throughput that all constraints allow.
   *
   * @param constraints at least one
   */
  public static Prediction under(List<Constraint> constraints) {
    return constraints.stream()
        .map(constraint -> new Prediction(constraint.highestThroughput(), constraint))
        .min(BY_THROUGHPUT)
        .orElseThrow();
  }

  /**
   * The throughput of a stream that passes several steps of which each begins when the one before
   * has all of it: their times add up. The limit is that of the longest.
   *
   * @param steps at least one
   */
  static Prediction inTurn(List<Prediction> steps) {
    Prediction longest = steps.stream().min(BY_THROUGHPUT).orElseThrow();
    double time = steps.stream().mapToDouble(step -> 1 / step.throughput()).sum();
    return new Prediction(1 / time, longest.limit());
  }
}
