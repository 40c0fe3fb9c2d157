package io.argosy.coordinator.execute;

import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement that a plan sends to nodes, for EXPLAIN.
 *
 * @param purpose what it is for
 * @param place which nodes run it
 */
public record ShippedStatement(String purpose, Place place, String sql) {
  /** Which nodes run a statement. */
  public enum Place {
    /** The nodes that the plan is about. */
    TARGETS,
    HOME
  }

  /** What a plan ships, in order. */
  public static List<ShippedStatement> of(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Route ignored ->
          List.of(new ShippedStatement("Statement", Place.TARGETS, planned.sql()));
      case Plan.Pushdown pushdown -> pushdown(planned, pushdown);
      case Plan.Modify modify ->
          List.of(new ShippedStatement("Statement", Place.TARGETS, modify.fragment()));
      case Plan.Staged ignored -> List.of();
      case Plan.Gather ignored -> gather(planned);
      case Plan.Refused ignored -> List.of();
    };
  }

  private static List<ShippedStatement> pushdown(PlannedStatement planned, Plan.Pushdown pushdown) {
    List<ShippedStatement> shipped = new ArrayList<>();
    shipped.add(new ShippedStatement("Fragment", Place.TARGETS, pushdown.fragment()));
    planned
        .finish()
        .ifPresent(step -> shipped.add(new ShippedStatement("Last step", Place.HOME, step.sql())));
    return shipped;
  }

  private static List<ShippedStatement> gather(PlannedStatement planned) {
    GatherScript script = GatherScript.of(planned, "argosy_gather");
    List<ShippedStatement> shipped = new ArrayList<>();
    script
        .tables()
        .forEach(
            copy ->
                shipped.add(
                    new ShippedStatement("Rows for " + copy.name(), Place.TARGETS, copy.source())));
    script.views().forEach(view -> shipped.add(new ShippedStatement("View", Place.HOME, view)));
    shipped.add(new ShippedStatement("Last step", Place.HOME, script.statement()));
    return shipped;
  }
}
