package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.planner.plan.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many rows the stages of a plan had, as far as that can teach the planner something. */
final class StageCounts {
  /** Rows that are longer than expected by this factor are as dear as more of them. */
  static final double WIDE_FACTOR = 10;

  private StageCounts() {}

  /**
   * The rows over all nodes. Those of a stage are missing that are kept, since they may still be on
   * their way, and those of one that reads other stages, which is estimated together with them.
   *
   * @param receivers how many nodes a broadcast goes to
   */
  static Map<Stage, Long> of(
      List<Stage> stages, List<FragmentStatistics> statistics, int receivers) {
    Map<Stage, Long> counts = new HashMap<>();
    for (Stage stage : stages) {
      List<FragmentStatistics> sent =
          statistics.stream().filter(each -> each.step().equals(stage.table())).toList();
      if (!sent.isEmpty()
          && !stage.query().hasGaps()
          && !(stage.movement() instanceof Stage.Movement.Keep)) {
        counts.put(stage, rows(stage, sent, receivers));
      }
    }
    return counts;
  }

  private static long rows(Stage stage, List<FragmentStatistics> sent, int receivers) {
    long rows = sent.stream().mapToLong(FragmentStatistics::rows).sum();
    long bytes = sent.stream().mapToLong(FragmentStatistics::rawBytes).sum();
    boolean copied =
        switch (stage.movement()) {
          case Stage.Movement.Broadcast all -> true;
          case Stage.Movement.BroadcastToOthers others -> true;
          case Stage.Movement.Parameters parameters -> false;
          case Stage.Movement.Repartition repartition -> false;
          case Stage.Movement.Gather gather -> false;
          case Stage.Movement.Keep keep -> false;
        };
    double asLongAsExpected = bytes / (copied ? receivers : 1.0) / Math.max(stage.width(), 1);
    return asLongAsExpected > WIDE_FACTOR * rows ? Math.round(asLongAsExpected) : rows;
  }
}
