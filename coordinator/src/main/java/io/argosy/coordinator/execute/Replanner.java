package io.argosy.coordinator.execute;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.planner.movement.Estimator.Estimate;
import java.util.Map;

/** Plans a statement again whose plan was made on a wrong estimate. */
@FunctionalInterface
public interface Replanner {
  /**
   * Plans again; the new plan is used from now on.
   *
   * @param seen what one node returns of a query at least, by its text
   */
  PlannedStatement replan(
      PlannedStatement planned, NodeBackends backends, Map<String, Estimate> seen);
}
