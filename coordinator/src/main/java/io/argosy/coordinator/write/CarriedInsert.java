package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.modify.CarriedRows;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An INSERT into a replicated table whose ON CONFLICT gives values that each node would compute
 * otherwise: the home node runs it, and the rows that it has made go to the other nodes, where they
 * take the place of those with the same key.
 */
final class CarriedInsert {
  private final InsertStatement insert;
  private final TableFact target;
  private final StatementRun run;
  private final InsertTail tail;
  private final List<String> identity;

  /**
   * @param tail as the home node can evaluate it
   * @param identity the columns that tell a row from the others
   */
  CarriedInsert(
      InsertStatement insert,
      TableFact target,
      StatementRun run,
      InsertTail tail,
      List<String> identity) {
    this.insert = insert;
    this.target = target;
    this.run = run;
    this.tail = tail;
    this.identity = identity;
  }

  /**
   * Runs it.
   *
   * @param rows the query of the rows to be inserted, on the home node
   * @param with the WITH that the tail refers to, as SQL, or empty
   * @param binding with the parameters of the tail
   * @param returned how many columns RETURNING gives
   */
  Execution start(String rows, String with, Binding binding, int returned) {
    String changed =
        with
            + "INSERT INTO "
            + insert.target()
            + " ("
            + Identifiers.list(columns())
            + ") OVERRIDING SYSTEM VALUE "
            + rows
            + " WHERE true "
            + tail.onConflict()
            + " "
            + returning();
    return new CarriedRows(run, target.columnDefinitions(), columns())
        .start(changed, binding, returned, "INSERT 0", this::inserting);
  }

  private List<String> columns() {
    return target.writableColumns();
  }

  /** All columns behind those that the client wants. */
  private String returning() {
    String own =
        columns().stream()
            .map(column -> insert.alias() + "." + Identifiers.quote(column))
            .collect(Collectors.joining(", "));
    return tail.returning().isEmpty()
        ? "RETURNING " + own
        : "RETURNING " + tail.returningOptions() + tail.returnedList() + ", " + own;
  }

  private String inserting(String sent) {
    String list = Identifiers.list(columns());
    return "INSERT INTO "
        + target.qualifiedName()
        + " ("
        + list
        + ") OVERRIDING SYSTEM VALUE SELECT "
        + list
        + " FROM "
        + sent
        + replacing();
  }

  /** A row with the same key gets the values that the home node has assigned. */
  private String replacing() {
    String assigned =
        columns().stream()
            .filter(
                column -> tail.assignments().stream().anyMatch(a -> a.columns().contains(column)))
            .map(Identifiers::quote)
            .map(column -> column + " = excluded." + column)
            .collect(Collectors.joining(", "));
    return assigned.isEmpty()
        ? ""
        : " WHERE true ON CONFLICT (" + Identifiers.list(identity) + ") DO UPDATE SET " + assigned;
  }
}
