package io.argosy.coordinator.write;

import io.argosy.agent.node.CommandTag;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.SpooledExecution;
import io.argosy.coordinator.execute.StageNames;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.coordinator.execute.TableMove;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    NodeSession home = run.backends().home();
    String made = "argosy_carried_" + run.backends().nextNumber();
    TextResult.run(
        home,
        "CREATE TEMPORARY TABLE " + made + " " + target.columnDefinitions() + " ON COMMIT DROP");
    Execution answer =
        new SpooledExecution(
            new NodeExecution(
                home,
                binding.request(statement(rows, with, "pg_temp." + made, returned)),
                run.client()));
    for (int node = Cluster.HOME + 1; node < run.backends().cluster().nodes().size(); node++) {
      carry("pg_temp." + made, node);
    }
    TextResult.run(home, "DROP TABLE pg_temp." + made);
    return new Answer(answer, returned > 0);
  }

  /** The INSERT, which keeps what it has made in a table. */
  private String statement(String rows, String with, String made, int returned) {
    String list = Identifiers.list(columns());
    List<String> own = names("argosy_made_", columns().size());
    List<String> clients = names("argosy_returned_", returned);
    List<String> all = new ArrayList<>(own);
    all.addAll(clients);
    String changed =
        with
            + "INSERT INTO "
            + insert.target()
            + " ("
            + list
            + ") OVERRIDING SYSTEM VALUE "
            + rows
            + " WHERE true "
            + tail.onConflict()
            + " "
            + returning();
    return "WITH argosy_changed ("
        + String.join(", ", all)
        + ") AS ("
        + changed
        + "), argosy_kept AS (INSERT INTO "
        + made
        + " ("
        + list
        + ") SELECT "
        + String.join(", ", own)
        + " FROM argosy_changed) SELECT "
        + String.join(", ", clients)
        + " FROM argosy_changed";
  }

  private List<String> columns() {
    return target.writableColumns();
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  /** All columns before those that the client wants. */
  private String returning() {
    String own =
        columns().stream()
            .map(column -> insert.alias() + "." + Identifiers.quote(column))
            .collect(Collectors.joining(", "));
    return tail.returning().isEmpty()
        ? "RETURNING " + own
        : "RETURNING " + tail.returningOptions() + own + ", " + tail.returnedList();
  }

  private void carry(String made, int node) {
    String list = Identifiers.list(columns());
    NodeSession session = run.backends().on(node);
    String sent = StageNames.unused();
    TextResult.run(session, "CREATE UNLOGGED TABLE " + sent + " " + target.columnDefinitions());
    TableMove.copy(
        run.backends().home(),
        Request.Extended.of("SELECT " + list + " FROM " + made, 1),
        session,
        sent,
        columns());
    TextResult.run(
        session,
        "INSERT INTO "
            + target.qualifiedName()
            + " ("
            + list
            + ") OVERRIDING SYSTEM VALUE SELECT "
            + list
            + " FROM "
            + sent
            + replacing()
            + "; DROP TABLE "
            + sent);
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

  /** What the client gets of the SELECT. */
  private record Answer(Execution rows, boolean returns) implements Execution {
    @Override
    public Batch next() {
      return returns ? rows.next() : null;
    }

    @Override
    public String tag(long count) {
      return "INSERT 0 " + CommandTag.rows(rows.tag(count));
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
