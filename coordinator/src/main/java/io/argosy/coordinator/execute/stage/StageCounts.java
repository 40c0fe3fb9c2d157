package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.planner.plan.Stage;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How many rows the stages of a plan had. */
final class StageCounts {
  /** Rows that are longer than expected by this factor are as dear as more of them. */
  static final double WIDE_FACTOR = 10;

  private StageCounts() {}

  /**
   * The rows that one node had of each stage, on average. Stages are missing whose rows are kept:
   * these may still be on their way.
   *
   * @param receivers how many nodes a broadcast goes to
   */
  static Map<Stage, Double> of(
      List<Stage> stages, List<FragmentStatistics> statistics, int receivers) {
    Map<Stage, Double> counts = new HashMap<>();
    for (Stage stage : stages) {
      Collection<FragmentStatistics> sent = sent(stage, statistics);
      if (!sent.isEmpty() && !(stage.movement() instanceof Stage.Movement.Keep)) {
        counts.put(stage, rows(stage, sent, receivers) / sent.size());
      }
    }
    return counts;
  }

  /** Too many parameters are found once more, to become a table. */
  private static Collection<FragmentStatistics> sent(
      Stage stage, List<FragmentStatistics> statistics) {
    return statistics.stream()
        .filter(each -> each.step().equals(stage.table()))
        .collect(
            Collectors.toMap(
                FragmentStatistics::node,
                each -> each,
                (first, second) -> first.rows() >= second.rows() ? first : second))
        .values();
  }

  private static double rows(Stage stage, Collection<FragmentStatistics> sent, int receivers) {
    double rows = sent.stream().mapToLong(FragmentStatistics::rows).sum();
    double bytes = sent.stream().mapToLong(FragmentStatistics::rawBytes).sum();
    double copies =
        switch (stage.movement()) {
          case Stage.Movement.Broadcast all -> receivers;
          case Stage.Movement.BroadcastToOthers others -> receivers;
          case Stage.Movement.Repartition repartition -> 1;
          case Stage.Movement.Gather gather -> 1;
          // What comes with few rows is longer than they are.
          case Stage.Movement.Parameters parameters -> Double.POSITIVE_INFINITY;
          case Stage.Movement.Keep keep -> Double.POSITIVE_INFINITY;
        };
    double asLongAsExpected = bytes / copies / Math.max(stage.width(), 1);
    return asLongAsExpected > WIDE_FACTOR * rows ? asLongAsExpected : rows;
  }
}
