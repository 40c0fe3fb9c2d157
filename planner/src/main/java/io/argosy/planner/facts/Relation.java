package io.argosy.planner.facts;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table or view that a statement refers to.
 *
 * @param schema its schema
 * @param name its name
 * @param visible whether the bare name finds it with the session's search_path
 * @param columns in attribute order, dropped ones left out
 * @param uniqueKeys column names of the primary key (first, if there is one) and of unique
 *     constraints over NOT NULL columns
 * @param placement where its rows live
 * @param definition a view's query as {@code pg_get_viewdef} prints it under an empty search_path
 * @param rows PostgreSQL's estimate over all nodes, at least 0
 * @param histograms for columns that lead an index of a replicated table: bounds that divide its
 *     values into parts of about the same number of rows; first the column of which a range is best
 *     read
 */
public record Relation(
    String schema,
    String name,
    boolean visible,
    List<Column> columns,
    List<List<String>> uniqueKeys,
    Placement placement,
    Optional<String> definition,
    double rows,
    List<Histogram> histograms) {
  /** The schema of a session's temporary tables. */
  public static final String TEMPORARY = "pg_temp";

  /** A relation of which no distribution of values is known. */
  public Relation(
      String schema,
      String name,
      boolean visible,
      List<Column> columns,
      List<List<String>> uniqueKeys,
      Placement placement,
      Optional<String> definition,
      double rows) {
    this(schema, name, visible, columns, uniqueKeys, placement, definition, rows, List.of());
  }

  /**
   * @param column the column's name
   * @param bounds SQL constants of the column's type, ascending
   */
  public record Histogram(String column, List<String> bounds) {}

  /** What stands in the place of a table or a query while a statement is planned. */
  public static Relation temporary(
      String name, List<Column> columns, Placement placement, double rows) {
    return new Relation(
        TEMPORARY, name, false, columns, List.of(), placement, Optional.empty(), rows);
  }

  /** The same with its rows elsewhere. */
  public Relation at(Placement other) {
    return new Relation(
        schema, name, visible, columns, uniqueKeys, other, definition, rows, histograms);
  }

  /** Whether it is one of the session's own, or stands in the place of a table as a stage does. */
  public boolean isTemporary() {
    return schema.equals(TEMPORARY);
  }

  /** Texts with its names: its own, those of its columns, and those in its definition. */
  Stream<String> names() {
    return Stream.concat(
        Stream.concat(Stream.of(schema, name), columns.stream().map(Column::name)),
        definition.stream());
  }

  /** The position of a column among {@link #columns}, from 0; -1 if there is none of the name. */
  public int index(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a name, with or without its schema, means this relation. */
  public boolean isNamed(List<String> parts) {
    int size = parts.size();
    boolean sameSchema = size == 1 ? visible : schema.equals(parts.get(size - 2));
    return sameSchema && name.equals(parts.get(size - 1));
  }

  /**
   * @param name the column's name
   * @param type the type as {@code format_type} prints it, and {@code COLLATE} with the column's
   *     collation if that is not deterministic
   * @param notNull whether it is declared NOT NULL
   */
  public record Column(String name, String type, boolean notNull) {}
}
