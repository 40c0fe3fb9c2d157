package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table that tells other nodes which rows of a replicated table have got which values. */
public final class CarriedTable {
  private final Plan.Carried plan;

  public CarriedTable(Plan.Carried plan) {
    this.plan = plan;
  }

  /** Its columns: those of the key, and those that are assigned. */
  public List<String> columns() {
    return Stream.concat(plan.key().stream(), plan.assigned().stream()).toList();
  }

  /** Their definitions in parentheses, as CREATE TABLE takes them. */
  public String definition() {
    Relation target = plan.target();
    return columns().stream()
        .map(
            column ->
                Identifiers.quote(column) + " " + target.columns().get(target.index(column)).type())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The name of the replicated table as SQL. */
  String target() {
    return Identifiers.qualified(plan.target().schema(), plan.target().name());
  }

  /** The words of the command's tag before the number of rows. */
  public String command() {
    return plan.assigned().isEmpty() ? "DELETE" : "UPDATE";
  }

  /**
   * The statement that changes the rows that a table has.
   *
   * @param table its name as SQL
   */
  public String changing(String table) {
    String same =
        plan.key().stream()
            .map(Identifiers::quote)
            .map(column -> "argosy_row." + column + " OPERATOR(pg_catalog.=) argosy_new." + column)
            .collect(Collectors.joining(" AND "));
    if (plan.assigned().isEmpty()) {
      return "DELETE FROM %s AS argosy_row USING %s AS argosy_new WHERE %s"
          .formatted(target(), table, same);
    }
    String values =
        plan.assigned().stream()
            .map(Identifiers::quote)
            .map(column -> column + " = argosy_new." + column)
            .collect(Collectors.joining(", "));
    return "UPDATE %s AS argosy_row SET %s FROM %s AS argosy_new WHERE %s"
        .formatted(target(), values, table, same);
  }
}
