package io.argosy.coordinator.execute;

import io.argosy.agent.postgres.DataRowReader;
import io.argosy.agent.postgres.TypeOids;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.PlannedStatement.StageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A row of each node that later steps read as parameters, in the place of a temporary table: there
 * are so few of them that to make, fill and drop tables would take longer than all else.
 *
 * <p>Filled by the nodes' threads; the rest by the statement's, afterwards.
 */
final class ParameterRows {
  /** Types without modifiers or collations of their own, which have the same number everywhere. */
  private static final Map<String, Integer> TYPES =
      Map.of(
          "boolean", TypeOids.BOOL,
          "smallint", TypeOids.INT2,
          "integer", TypeOids.INT4,
          "bigint", TypeOids.INT8,
          "numeric", TypeOids.NUMERIC,
          "real", TypeOids.FLOAT4,
          "double precision", TypeOids.FLOAT8,
          "date", TypeOids.DATE,
          "timestamp without time zone", TypeOids.TIMESTAMP,
          "timestamp with time zone", TypeOids.TIMESTAMPTZ);

  private final StageTable table;
  private final Map<Integer, List<byte[]>> rows = new ConcurrentSkipListMap<>();

  /**
   * @param table of which {@link #arePossible} is true
   */
  ParameterRows(StageTable table) {
    this.table = table;
  }

  /** Whether the rows of a table can be parameters. */
  static boolean arePossible(StageTable table) {
    return TYPES.keySet().containsAll(table.types());
  }

  /** Takes the row of a node, with its values in binary format. */
  void add(int node, DataRowReader row) {
    List<byte[]> values =
        IntStream.range(0, table.columns().size())
            .mapToObj(row::bytes)
            .collect(Collectors.toCollection(ArrayList::new));
    if (rows.put(node, values) != null) {
      throw new IllegalStateException("more than one row of a node");
    }
  }

  /**
   * What stands in the place of the table.
   *
   * @param before the parameters that there are already
   */
  String relation(Binding before) {
    int width = table.columns().size();
    String values =
        IntStream.range(0, rows.size())
            .mapToObj(row -> row(before.values().size() + row * width, width))
            .collect(Collectors.joining(", "));
    return "(SELECT * FROM (VALUES "
        + values
        + ") AS argosy_values ("
        + Identifiers.list(table.columns())
        + "))";
  }

  private static String row(int before, int width) {
    return IntStream.rangeClosed(before + 1, before + width)
        .mapToObj(number -> "$" + number)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The parameters with these behind them. */
  Binding addTo(Binding before) {
    int[] types = table.types().stream().mapToInt(TYPES::get).toArray();
    int[] all = rows.values().stream().flatMapToInt(row -> Arrays.stream(types)).toArray();
    return before.and(all, rows.values().stream().flatMap(List::stream).toList(), 1);
  }
}
