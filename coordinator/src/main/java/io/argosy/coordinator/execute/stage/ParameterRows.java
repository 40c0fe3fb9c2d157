package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.analysis.PlannedStatement.StageTable;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.TypeOids;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows that later steps read as parameters, in the place of a temporary table: there are so few of
 * them that to make, fill and drop tables would take longer than all else. Each column is an array.
 *
 * <p>Filled by the nodes' threads, each of which has one node; the rest by the statement's,
 * afterwards.
 */
final class ParameterRows {
  /** Above this the rows are moved into tables, after all. */
  private static final long MOST_BYTES = 1 << 20;

  /** What a value takes in memory beside its bytes. */
  private static final int VALUE_OVERHEAD = 24;

  private static final int LENGTH_OF_NULL = -1;

  /**
   * A type and that of arrays of it, by number.
   *
   * @param element the type of one value
   */
  private record Type(int element, int array) {}

  /** Of the planner's {@link io.argosy.planner.facts.ParameterTypes}. */
  private static final Map<String, Type> TYPES =
      Map.of(
          "boolean", new Type(TypeOids.BOOL, TypeOids.BOOL_ARRAY),
          "smallint", new Type(TypeOids.INT2, TypeOids.INT2_ARRAY),
          "integer", new Type(TypeOids.INT4, TypeOids.INT4_ARRAY),
          "bigint", new Type(TypeOids.INT8, TypeOids.INT8_ARRAY),
          "numeric", new Type(TypeOids.NUMERIC, TypeOids.NUMERIC_ARRAY),
          "real", new Type(TypeOids.FLOAT4, TypeOids.FLOAT4_ARRAY),
          "double precision", new Type(TypeOids.FLOAT8, TypeOids.FLOAT8_ARRAY),
          "date", new Type(TypeOids.DATE, TypeOids.DATE_ARRAY),
          "timestamp without time zone", new Type(TypeOids.TIMESTAMP, TypeOids.TIMESTAMP_ARRAY),
          "timestamp with time zone", new Type(TypeOids.TIMESTAMPTZ, TypeOids.TIMESTAMPTZ_ARRAY));

  private final StageTable table;
  private final boolean oneEach;
  private final Map<Integer, List<byte[][]>> rows = new ConcurrentSkipListMap<>();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param table of which {@link #arePossible} is true
   * @param oneEach whether no node has more than one row
   */
  ParameterRows(StageTable table, boolean oneEach) {
    this.table = table;
    this.oneEach = oneEach;
  }

  /** Whether the rows of a table can be parameters. */
  static boolean arePossible(StageTable table) {
    return TYPES.keySet().containsAll(table.types());
  }

  /** Takes a row of a node, with its values in binary format, unless there are too many. */
  void add(int node, DataRowReader row) {
    int width = table.columns().size();
    byte[][] values = new byte[width][];
    long size = 0;
    for (int i = 0; i < width; i++) {
      values[i] = row.bytes(i);
      size += VALUE_OVERHEAD + (values[i] == null ? 0 : values[i].length);
    }
    if (bytes.addAndGet(size) > MOST_BYTES) {
      rows.clear();
      return;
    }
    List<byte[][]> ofNode = rows.computeIfAbsent(node, first -> new ArrayList<>());
    if (oneEach && !ofNode.isEmpty()) {
      throw new IllegalStateException("more than one row of a node");
    }
    ofNode.add(values);
  }

  /** Whether there were too many rows, of which some are forgotten then. */
  boolean tooMany() {
    return bytes.get() > MOST_BYTES;
  }

  /**
   * What stands in the place of the table.
   *
   * @param before the parameters that there are already
   */
  String relation(Binding before) {
    int first = before.values().size() + 1;
    String arrays =
        IntStream.range(first, first + table.columns().size())
            .mapToObj(number -> "pg_catalog.unnest($" + number + ")")
            .collect(Collectors.joining(", "));
    return "(SELECT * FROM ROWS FROM ("
        + arrays
        + ") AS argosy_values ("
        + Identifiers.list(table.columns())
        + "))";
  }

  /** The parameters with these behind them. */
  Binding addTo(Binding before) {
    List<byte[][]> all = rows.values().stream().flatMap(List::stream).toList();
    List<Type> types = table.types().stream().map(TYPES::get).toList();
    List<byte[]> arrays =
        IntStream.range(0, types.size())
            .mapToObj(
                column -> array(types.get(column), all.stream().map(row -> row[column]).toList()))
            .toList();
    return before.and(types.stream().mapToInt(Type::array).toArray(), arrays, 1);
  }

  /** As {@code array_recv} in PostgreSQL's arrayfuncs.c reads it. */
  private static byte[] array(Type type, List<byte[]> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(values.isEmpty() ? 0 : 1);
      out.writeInt(values.contains(null) ? 1 : 0);
      out.writeInt(type.element());
      if (!values.isEmpty()) {
        out.writeInt(values.size());
        out.writeInt(1);
      }
      for (byte[] value : values) {
        out.writeInt(value == null ? LENGTH_OF_NULL : value.length);
        out.write(value == null ? new byte[0] : value);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
