package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.stage.MovedRows;
import io.argosy.coordinator.metadata.MoveRules;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.CommandTag;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Moves rows to the nodes that own them: from node to node, and deleted where they were, in the
 * session's transaction.
 */
final class MisplacedRows {
  private static final String FOREIGN_KEY_VIOLATION = "23503";

  private final StatementRun run;
  private final TableFact table;
  private final String owner;

  /**
   * @param owner SQL for the position of the node that is to have a row
   */
  MisplacedRows(StatementRun run, TableFact table, String owner) {
    this.run = run;
    this.table = table;
    this.owner = owner;
  }

  /**
   * Moves them.
   *
   * @param expected how many there are
   * @throws PostgresException when a node does not accept a row, or the table is one whose rows
   *     cannot be deleted without consequences
   */
  void move(long expected) {
    MoveRules.check(run.backends().home(), table.oid(), true);
    long inserted;
    long deleted;
    try {
      inserted = insert();
      deleted = delete();
    } catch (PostgresException e) {
      throw e.error().sqlState().equals(FOREIGN_KEY_VIOLATION) ? betweenMoves(e) : e;
    }
    if (inserted != expected || deleted != expected) {
      throw new PostgresException(
          "55000",
          "%d rows of table %s were to be moved, but %d were deleted and %d inserted"
              .formatted(expected, table.qualifiedName(), deleted, inserted));
    }
  }

  private static PostgresException betweenMoves(PostgresException violation) {
    return new PostgresException(
        violation
            .error()
            .withHint(
                "Where the rows of both tables have to move, drop the foreign key, attach them, and"
                    + " add it again, in one transaction."),
        violation);
  }

  private long insert() {
    List<String> columns = table.writableColumns();
    String names = Identifiers.list(columns);
    String definitions =
        columns.stream()
            .map(name -> Identifiers.quote(name) + " " + table.column(name).declaredType())
            .collect(Collectors.joining(", "));
    List<Part> parts =
        run.backends().cluster().positions().stream()
            .map(
                node ->
                    new Part(
                        node,
                        "SELECT %s FROM %s WHERE %s OPERATOR(pg_catalog.<>) %d"
                            .formatted(names, table.qualifiedName(), owner, node)))
            .toList();
    MovedRows rows = new MovedRows(run, run.binding(), parts, false);
    try (Execution insertion =
        rows.move(
            names,
            definitions,
            Optional.of(owner),
            stage ->
                "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s"
                    .formatted(table.qualifiedName(), names, names, stage))) {
      while (insertion.next() != null) {
        // An INSERT without RETURNING gives no rows.
      }
      return CommandTag.rows(insertion.tag(0));
    }
  }

  /** What has arrived belongs where it is, so it stays. */
  private long delete() {
    List<TextResult> answers =
        EachNode.run(
            run.backends(),
            node ->
                "DELETE FROM %s WHERE %s OPERATOR(pg_catalog.<>) %d"
                    .formatted(table.qualifiedName(), owner, node));
    return IntStream.range(0, answers.size())
        .mapToLong(node -> CommandTag.rows(answers.get(node).tags().getLast()))
        .sum();
  }
}
