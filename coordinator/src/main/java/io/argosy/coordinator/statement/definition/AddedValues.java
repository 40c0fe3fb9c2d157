package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.statement.definition.AddedColumns.AddedColumn;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values of added columns in the rows of the nodes besides the home node. For a distributed
 * table the home node computes as many as a node has rows, after those of its own; the copies of a
 * replicated table get what the home node's rows have. The node rewrites the table with them, so
 * that nothing is set off but what a rewrite does: NOT NULL and CHECK are looked at, triggers do
 * not fire.
 */
final class AddedValues {
  private final StatementRun run;
  private final TableFact table;
  private final List<AddedColumn> columns;
  private final List<String> names;

  /** SQL for the value of each column. */
  private final List<String> values;

  AddedValues(StatementRun run, TableFact table, List<AddedColumn> columns) {
    this.run = run;
    this.table = table;
    this.columns = columns;
    this.names = IntStream.range(0, columns.size()).mapToObj(i -> "value_" + i).toList();
    this.values =
        columns.stream().map(column -> column.perRow() ? column.value() : only(column)).toList();
  }

  /** The one value of all rows, as a constant: that which the home node has given to its own. */
  private String only(AddedColumn column) {
    String value =
        TextResult.run(
                run.backends().home(),
                "SELECT coalesce((SELECT %s FROM ONLY %s LIMIT 1), %s)::pg_catalog.text"
                    .formatted(
                        Identifiers.quote(column.name()), table.qualifiedName(), column.value()))
            .single();
    return value == null ? "NULL" : Identifiers.literal(value);
  }

  void fill() {
    NodeBackends backends = run.backends();
    for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
      NodeSession session = backends.on(node);
      long rows =
          Long.parseLong(
              TextResult.run(
                      session, "SELECT pg_catalog.count(*) FROM ONLY " + table.qualifiedName())
                  .single());
      if (rows > 0) {
        fill(session, rows);
      }
    }
  }

  private void fill(NodeSession session, long rows) {
    String moved = StageNames.unused();
    TextResult.run(
        session,
        "CREATE UNLOGGED TABLE "
            + moved
            + " (number pg_catalog.int8, "
            + list(i -> names.get(i) + " " + columns.get(i).definition())
            + ")");
    List<String> columnNames = new ArrayList<>(List.of("number"));
    columnNames.addAll(names);
    long copied =
        TableMove.copy(
            run.backends().home(),
            Request.Extended.of(values(rows), 1),
            session,
            moved,
            columnNames);
    String placed = place(session, moved);
    if (copied != rows || count(session, placed) != rows) {
      throw new PostgresException(
          "55000",
          "the copies of table " + table.qualifiedName() + " have not the same rows",
          "Compare the nodes with `argosy check`.");
    }
    rewrite(session, placed);
    TextResult.run(session, "DROP TABLE " + moved + ", " + placed);
  }

  private static long count(NodeSession session, String stage) {
    return Long.parseLong(
        TextResult.run(session, "SELECT pg_catalog.count(*) FROM " + stage).single());
  }

  /** The query for the values, each with the number of its row. */
  private String values(long rows) {
    return table.replicated()
        ? "SELECT %s, %s FROM ONLY %s AS argosy_row"
            .formatted(
                numbered(),
                list(i -> "argosy_row." + Identifiers.quote(columns.get(i).name())),
                table.qualifiedName())
        : "SELECT number, %s FROM pg_catalog.generate_series(1::pg_catalog.int8, %d) AS number"
            .formatted(list(i -> "CAST(" + values.get(i) + " AS " + type(i) + ")"), rows);
  }

  private String type(int index) {
    return table.column(columns.get(index).name()).declaredType();
  }

  /** Rows that are equal but for the new values are each other's equals; which is which is open. */
  private String numbered() {
    String others =
        table.columns().stream()
            .filter(column -> !column.generated())
            .map(TableFact.Column::name)
            .filter(name -> columns.stream().noneMatch(added -> added.name().equals(name)))
            .map(name -> "argosy_row." + Identifiers.quote(name))
            .collect(Collectors.joining(", "));
    return "pg_catalog.row_number() OVER ("
        + (table.replicated() ? "ORDER BY pg_catalog.record_send(ROW(" + others + "))" : "")
        + ")";
  }

  /** Finds the row of each value; gives the name of a table of both. */
  private String place(NodeSession session, String moved) {
    String placed = StageNames.unused();
    TextResult.run(
        session,
        ("CREATE UNLOGGED TABLE %s AS SELECT numbered.at, %s FROM (SELECT argosy_row.ctid AS at, %s"
             + " AS number FROM ONLY %s AS argosy_row) AS numbered JOIN %s AS moved ON moved.number"
             + " OPERATOR(pg_catalog.=) numbered.number")
            .formatted(
                placed,
                list(i -> "moved." + names.get(i)),
                numbered(),
                table.qualifiedName(),
                moved));
    TextResult.run(session, "CREATE UNIQUE INDEX ON " + placed + " (at)");
    TextResult.run(session, "ANALYZE " + placed);
    return placed;
  }

  private void rewrite(NodeSession session, String placed) {
    List<String> functions = names.stream().map(name -> StageNames.unused()).toList();
    for (int i = 0; i < functions.size(); i++) {
      TextResult.run(
          session,
          ("CREATE FUNCTION %s(pg_catalog.tid) RETURNS %s LANGUAGE sql STABLE"
                  + " AS 'SELECT %s FROM %s WHERE at OPERATOR(pg_catalog.=) $1'")
              .formatted(functions.get(i), type(i), names.get(i), placed));
    }
    TextResult.run(
        session,
        "ALTER TABLE "
            + table.qualifiedName()
            + " "
            + list(
                i ->
                    "ALTER COLUMN %s TYPE %s USING %s(ctid)"
                        .formatted(
                            Identifiers.quote(columns.get(i).name()),
                            columns.get(i).definition(),
                            functions.get(i))));
    functions.forEach(
        function -> TextResult.run(session, "DROP FUNCTION " + function + "(pg_catalog.tid)"));
  }

  private String list(IntFunction<String> element) {
    return IntStream.range(0, columns.size()).mapToObj(element).collect(Collectors.joining(", "));
  }
}
