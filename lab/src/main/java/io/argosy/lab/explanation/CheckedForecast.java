package io.argosy.lab.explanation;

import io.argosy.tpcd.query.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * A query on other machines than those that it was explained on.
 *
 * @param base where it was explained
 * @param other where it was measured then
 */
public record CheckedForecast(
    Query query, ExplainedCluster base, ExplainedCluster other, Forecast forecast) {
  private static final String PROCESSORS = "processors";

  /** All queries of a cluster, on another. */
  static List<CheckedForecast> of(ExplainedCluster base, ExplainedCluster other) {
    List<CheckedForecast> predictions = new ArrayList<>();
    for (ExplainedQuery explained : base.queries()) {
      predictions.add(
          new CheckedForecast(
              explained.query(),
              base,
              other,
              base.forecast(explained.query(), other.hardware(), other.standardWork())));
    }
    return predictions;
  }

  /** From the first cluster of those with warm caches, and of those with cold ones, to the rest. */
  public static List<List<CheckedForecast>> all(List<ExplainedCluster> clusters) {
    List<List<CheckedForecast>> all = new ArrayList<>();
    for (boolean cold : List.of(false, true)) {
      List<ExplainedCluster> alike =
          clusters.stream()
              .filter(cluster -> cluster.hardware().disk().isPresent() == cold)
              .toList();
      alike.stream().skip(1).forEach(other -> all.add(of(alike.getFirst(), other)));
    }
    return all;
  }

  /** Milliseconds on the first machines. */
  double before() {
    return base.of(query).resources().milliseconds();
  }

  /** Milliseconds on the others. */
  double measured() {
    return other.of(query).resources().milliseconds();
  }

  /** How far off the forecast is, as a share of what was measured; negative where it is less. */
  double error() {
    return forecast.error(measured());
  }

  /** Whether what was measured is in the interval that was told. */
  boolean isWithin() {
    return measured() >= forecast.least() && measured() <= forecast.most();
  }

  /**
   * Whether the query is limited by what the others have more of, as it was explained: of nodes or
   * processors, or of a faster disk.
   */
  boolean isOfItsLimit() {
    String limit = base.of(query).resources().limit();
    boolean sameDisk = base.hardware().disk().equals(other.hardware().disk());
    return limit.startsWith(sameDisk ? PROCESSORS : TimeWords.DISK);
  }

  /** Whether it has become faster by at least half of what it should. */
  boolean fell() {
    return before() - measured() >= (before() - forecast.milliseconds()) / 2;
  }

  /** The mean of the errors' sizes. */
  static double meanError(List<CheckedForecast> predictions) {
    return predictions.stream().mapToDouble(each -> Math.abs(each.error())).average().orElse(0);
  }

  /** The largest of them. */
  static double largestError(List<CheckedForecast> predictions) {
    return predictions.stream().mapToDouble(each -> Math.abs(each.error())).max().orElse(0);
  }
}
