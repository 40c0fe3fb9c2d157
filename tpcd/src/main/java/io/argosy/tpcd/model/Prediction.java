package io.argosy.tpcd.model;

import java.util.Comparator;
import java.util.List;

/**
 * What the model says.
 *
 * @param throughput bytes per second that are read from storage
 * @param limit the constraint that allows no more
 */
public record Prediction(double throughput, Constraint limit) {
  /**
   * The highest throughput that all constraints allow.
   *
   * @param constraints at least one
   */
  public static Prediction under(List<Constraint> constraints) {
    Constraint limit =
        constraints.stream()
            .min(Comparator.comparingDouble(Constraint::highestThroughput))
            .orElseThrow();
    return new Prediction(limit.highestThroughput(), limit);
  }

  /**
   * The throughput of a stream that this allows when work on it follows that cannot begin before
   * its end. The limit is that of the longer part.
   */
  Prediction andThen(Constraint afterwards) {
    double rate = afterwards.highestThroughput();
    return new Prediction(1 / (1 / throughput + 1 / rate), rate < throughput ? afterwards : limit);
  }
}
