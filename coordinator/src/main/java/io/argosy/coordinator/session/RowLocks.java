package io.argosy.coordinator.session;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.LockedParts;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.catalog.RelationFact;
import io.argosy.planner.plan.Plan;

/** Where the locks of SELECT .. FOR UPDATE can hold. */
final class RowLocks {
  private RowLocks() {}

  /**
   * The plan on which the locks hold: writers of replicated tables come to the home node first, so
   * that is where their rows are locked.
   *
   * @throws PostgresException 0A000 when the rows would be locked in copies
   */
  static PlannedStatement kept(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Route route ->
          route.target() instanceof Plan.Target.AnyNode
              ? planned.withPlan(new Plan.Route(new Plan.Target.HomeNode(), route.reason()))
              : planned;
      case Plan.Refused ignored -> planned;
      case Plan.Modify ignored -> planned;
      case Plan.Pushdown ignored -> {
        if (!LockedParts.areLocked(planned.plan(), planned.relations())) {
          throw refused();
        }
        yield planned;
      }
      case Plan.Staged staged -> {
        // Shares of replicated tables can be read together on the node that writers lock first.
        if (planned.relations().stream().anyMatch(RelationFact::partitioned)) {
          throw refused();
        }
        yield planned.withPlan(new Plan.Route(new Plan.Target.HomeNode(), staged.reason()));
      }
      case Plan.Gather ignored -> throw refused();
    };
  }

  private static PostgresException refused() {
    return new PostgresException(
        "0A000",
        "FOR UPDATE and FOR SHARE over rows that are moved, or of replicated and distributed tables"
            + " together, are not supported",
        "Lock the rows of one distributed table with a SELECT of its own, or the table with LOCK"
            + " TABLE.");
  }
}
