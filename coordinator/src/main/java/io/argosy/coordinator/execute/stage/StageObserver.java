package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.planner.plan.Stage;
import java.util.Map;

/** Told what the stages of statements turned out to have. Thread-safe. */
@FunctionalInterface
public interface StageObserver {
  /**
   * Stages have run.
   *
   * @param rows how many rows one node had; stages of which that is not known are missing
   */
  void ran(PlannedStatement planned, Map<Stage, Double> rows);
}
