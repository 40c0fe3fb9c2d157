package io.argosy.tpcd.run;

import io.argosy.tpcd.metric.Ratios;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What executing one query in turn on two servers showed.
 *
 * @param outcome the medians on both, and whether the answers are the same
 * @param fragmentSeconds median time of the slowest node, when all nodes run the query's fragment
 *     at once without a coordinator; nothing where there is no such fragment, or no way to the
 *     nodes
 */
public record PairedOutcome(QueryOutcome outcome, OptionalDouble fragmentSeconds) {
  /** Time of the server under test by that of the other one; below 1 it is faster. */
  public OptionalDouble ratio() {
    return Ratios.quotient(outcome.seconds(), outcome.singleSeconds());
  }

  /** Time of the server under test by that of the slowest node's own fragment. */
  public OptionalDouble ratioToFragment() {
    return Ratios.quotient(outcome.seconds(), fragmentSeconds);
  }

  /** The geometric mean of the ratios that are known; nothing if none is. */
  public static OptionalDouble geometricMean(List<PairedOutcome> outcomes) {
    return Ratios.geometricMean(
        outcomes.stream().map(PairedOutcome::ratio).flatMapToDouble(OptionalDouble::stream));
  }
}
