package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** On which nodes the rows of a table lie that is to be distributed, and where they belong. */
public final class RowPlacement {
  private final StatementRun run;
  private final TableFact table;
  private final String key;
  private final String owner;

  /**
   * @param column the distribution column
   */
  public RowPlacement(StatementRun run, TableFact table, TableFact.Column column) {
    this.run = run;
    this.table = table;
    this.key = Identifiers.quote(column.name());
    this.owner = KeyType.of(column.keyType()).nodeExpression(key, run.backends().heldSlots());
  }

  /**
   * Counts the rows that are elsewhere than on the owner of their slot; moves them where that is
   * wanted.
   *
   * @throws PostgresException 55000, with the numbers of rows, where it is not; 23502 where a row
   *     has no key
   */
  public void ensure(boolean move) {
    List<long[]> counts =
        EachNode.run(
                run.backends(),
                node ->
                    // A composite value can have NULLs and not be NULL.
                    ("SELECT CASE WHEN pg_catalog.num_nulls(%s) OPERATOR(pg_catalog.=) 0 THEN %s"
                            + " END, pg_catalog.count(*) FROM %s GROUP BY 1")
                        .formatted(key, owner, table.qualifiedName()))
            .stream()
            .map(this::counts)
            .toList();
    long misplaced =
        IntStream.range(0, counts.size()).mapToLong(node -> elsewhere(counts, node)).sum();
    if (misplaced == 0) {
      return;
    }
    if (!move) {
      throw misplaced(counts, misplaced);
    }
    new MisplacedRows(run, table, owner).move(misplaced);
  }

  private long[] counts(TextResult answer) {
    long[] counts = new long[run.backends().cluster().nodes().size()];
    for (List<String> row : answer.rows()) {
      if (row.get(0) == null) {
        // As PostgreSQL says it when the column becomes NOT NULL, before anything is moved.
        throw new PostgresException(
            "23502",
            "column %s of relation %s contains null values"
                .formatted(key, Identifiers.quote(table.name())),
            "A row without a distribution key has no node to live on.");
      }
      counts[Integer.parseInt(row.get(0))] = Long.parseLong(row.get(1));
    }
    return counts;
  }

  private static long elsewhere(List<long[]> counts, int node) {
    long[] owners = counts.get(node);
    return IntStream.range(0, owners.length)
        .filter(other -> other != node)
        .mapToLong(other -> owners[other])
        .sum();
  }

  private PostgresException misplaced(List<long[]> counts, long misplaced) {
    List<String> found = new ArrayList<>();
    for (int node = 0; node < counts.size(); node++) {
      found.add(
          "%s has %d of its own and %d of others"
              .formatted(name(node), counts.get(node)[node], elsewhere(counts, node)));
    }
    return new PostgresException(
        PostgresError.of(
                "55000",
                "%d rows of table %s are not on the node where the hash of %s puts them"
                    .formatted(misplaced, table.qualifiedName(), key))
            .withDetail("Rows: " + String.join("; ", found) + ".")
            .withHint(
                "Call attach_distributed_table with move => true, which moves them in one"
                    + " transaction."));
  }

  private String name(int node) {
    return run.backends().cluster().nodes().get(node).name();
  }
}
