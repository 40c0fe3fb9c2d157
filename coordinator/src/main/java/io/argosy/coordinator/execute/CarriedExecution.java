package io.argosy.coordinator.execute;

import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Strategy CARRIED: the home node changes rows, and the other nodes do the same to the same. */
final class CarriedExecution {
  private CarriedExecution() {}

  /** Starts the statement, in the transaction that is open. */
  static Execution start(PlannedStatement planned, Plan.Carried plan, StatementRun run) {
    List<String> columns = new ArrayList<>(plan.key());
    columns.addAll(plan.assigned());
    String target = Identifiers.qualified(plan.target().schema(), plan.target().name());
    return new CarriedRows(run, definition(plan.target(), columns), columns)
        .start(
            plan.sql(),
            run.binding(),
            planned.description().fields().map(List::size).orElse(0),
            plan.assigned().isEmpty() ? "DELETE" : "UPDATE",
            sent -> change(plan, target, sent));
  }

  private static String definition(Relation target, List<String> columns) {
    return columns.stream()
        .map(
            column ->
                Identifiers.quote(column) + " " + target.columns().get(target.index(column)).type())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String change(Plan.Carried plan, String target, String sent) {
    String same =
        plan.key().stream()
            .map(Identifiers::quote)
            .map(column -> "argosy_row." + column + " OPERATOR(pg_catalog.=) argosy_new." + column)
            .collect(Collectors.joining(" AND "));
    if (plan.assigned().isEmpty()) {
      return "DELETE FROM %s AS argosy_row USING %s AS argosy_new WHERE %s"
          .formatted(target, sent, same);
    }
    String values =
        plan.assigned().stream()
            .map(Identifiers::quote)
            .map(column -> column + " = argosy_new." + column)
            .collect(Collectors.joining(", "));
    return "UPDATE %s AS argosy_row SET %s FROM %s AS argosy_new WHERE %s"
        .formatted(target, values, sent, same);
  }
}
