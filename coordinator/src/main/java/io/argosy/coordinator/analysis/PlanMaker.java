package io.argosy.coordinator.analysis;

import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.parse.ParsedStatement;
import java.util.Optional;

/** Decides how a statement is answered, as {@link io.argosy.planner.Planner} does. Thread-safe. */
@FunctionalInterface
public interface PlanMaker {
  /**
   * Plans a statement.
   *
   * @param parsed the statement as a tree, empty if it could not be read
   * @param facts what PostgreSQL says about it
   * @param estimator what PostgreSQL expects of its parts
   */
  Plan plan(Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator);
}
