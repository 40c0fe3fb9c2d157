package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.execute.modify.ModifyExecution;
import io.argosy.coordinator.execute.move.Preparations;
import io.argosy.coordinator.execute.move.RowMover;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.execute.snapshot.StepSnapshots;
import io.argosy.coordinator.execute.snapshot.WorkplaceExecution;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Rows that nodes read and insert, the same nodes or others. */
public final class MovedRows {
  private final StatementRun run;
  private final Binding binding;
  private final List<Part> parts;
  private final boolean repeatable;

  /**
   * @param binding the values of the parameters of the parts and of what inserts the rows
   * @param parts what the nodes read
   * @param repeatable whether they may read it twice, which writes nothing
   */
  public MovedRows(StatementRun run, Binding binding, List<Part> parts, boolean repeatable) {
    this.run = run;
    this.binding = binding;
    this.parts = parts;
    this.repeatable = repeatable;
  }

  /**
   * Starts the insertion of the rows on the nodes that have them.
   *
   * @param statement the INSERT of a part
   */
  public Execution keep(Function<Part, String> statement) {
    return new ModifyExecution(
        parts.stream()
            .map(
                part ->
                    new Fragment(
                        part.node(),
                        run.backends().on(part.node()),
                        binding.request(statement.apply(part))))
            .toList(),
        false,
        run);
  }

  /**
   * Moves the rows to the nodes that are to have them, and starts their insertion there.
   *
   * @param names the names of the columns, as SQL
   * @param definitions their definitions, as CREATE TABLE takes them
   * @param owner SQL over the names for the position of the node that is to have a row; empty if
   *     all are to have it
   * @param statement the INSERT of the rows of a table
   * @throws io.argosy.protocol.message.PostgresException the first failure of a node
   */
  public Execution move(
      String names,
      String definitions,
      Optional<String> owner,
      Function<String, String> statement) {
    Function<ReadSnapshots, Execution> steps =
        snapshots -> move(names, definitions, owner, statement, snapshots);
    return repeatable
        ? StepSnapshots.start(run, true, steps)
        : steps.apply(ReadSnapshots.settled());
  }

  private Execution move(
      String names,
      String definitions,
      Optional<String> owner,
      Function<String, String> statement,
      ReadSnapshots snapshots) {
    String table = StageNames.unused();
    Workplaces places =
        new Workplaces(
            run,
            List.of(
                new Workplaces.Table(
                    table, "CREATE UNLOGGED TABLE " + table + " (" + definitions + ")", true)));
    try {
      Map<Integer, Request.Extended> senders = new LinkedHashMap<>();
      for (Part part : parts) {
        senders.put(
            part.node(),
            binding
                .withResultFormat(1)
                .request(
                    "SELECT argosy_row.*"
                        + owner.map(node -> ", " + node).orElse("")
                        + " FROM ("
                        + part.sql()
                        + "\n) AS argosy_row ("
                        + names
                        + ")"));
      }
      List<Integer> nodes =
          IntStream.range(0, run.backends().cluster().nodes().size()).boxed().toList();
      RowMover mover = new RowMover(places, new Preparations(run, places), "rows to insert", false);
      mover.move(
          senders,
          owner.isPresent() ? Routing.BY_LAST_COLUMN : Routing.TO_ALL,
          nodes,
          "COPY " + table + " FROM STDIN (FORMAT binary)",
          Long.MAX_VALUE);
      run.add(mover.statistics());
      snapshots.settle();
      return new WorkplaceExecution(
          places,
          new ModifyExecution(
              nodes.stream()
                  .map(
                      node ->
                          new Fragment(
                              node, places.session(node), binding.request(statement.apply(table))))
                  .toList(),
              owner.isEmpty(),
              run));
    } catch (RuntimeException e) {
      places.end(e);
      throw e;
    }
  }
}
