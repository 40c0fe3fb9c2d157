package io.argosy.coordinator.write.change;

import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table whose rows a statement changes, as the nodes have it: how its rows are told from each
 * other, which node is to have a row, and the statements that make differences there.
 */
final class Target {
  /** The node that a row comes from, or is to go to. */
  static final String NODE = "argosy_node";

  /** Where it is there. */
  static final String PLACE = "argosy_place";

  /** What is to be done with it. */
  static final String KIND = "argosy_kind";

  private final RelationFact relation;
  private final TableFact table;
  private final List<String> columns;
  private final Set<String> assigned;

  /**
   * @param assigned the columns that the statement can change in a row
   */
  Target(RelationFact relation, TableFact table, Set<String> assigned) {
    this.relation = relation;
    this.table = table;
    this.columns = table.writableColumns();
    this.assigned = assigned;
  }

  RelationFact relation() {
    return relation;
  }

  TableFact table() {
    return table;
  }

  boolean replicated() {
    return table.replicated();
  }

  /** Its name as SQL. */
  String name() {
    return table.qualifiedName();
  }

  /** The columns that can be written. */
  List<String> columns() {
    return columns;
  }

  /** What tells a row of a replicated table from the others on every node. */
  String identity() {
    if (relation.uniqueKeys().isEmpty()) {
      // Equal rows stand for each other.
      return "pg_catalog.concat(argosy_row::pg_catalog.text, ' ', pg_catalog.row_number() OVER"
          + " (PARTITION BY argosy_row::pg_catalog.text))";
    }
    return relation.uniqueKeys().getFirst().stream()
        .map(column -> "argosy_row." + Identifiers.quote(column))
        .collect(Collectors.joining(", ", "ROW(", ")::pg_catalog.text"));
  }

  /** What tells a row of the alias argosy_row from the others of the node, as SQL for a text. */
  String place() {
    // Each partition counts by itself.
    return table.hasPartitions()
        ? "pg_catalog.concat(argosy_row.tableoid, ' ', argosy_row.ctid)"
        : "argosy_row.ctid::pg_catalog.text";
  }

  /** The columns that can be written, as SQL. */
  String list(String qualifier) {
    return list(qualifier, columns);
  }

  private static String list(String qualifier, List<String> columns) {
    return columns.stream()
        .map(column -> qualifier + Identifiers.quote(column))
        .collect(Collectors.joining(", "));
  }

  /** SQL for the node that is to have a row. */
  String owner(String qualifier, SlotMap slots) {
    return table.partitioned()
        ? KeyType.of(table.keyType())
            .nodeExpression(qualifier + Identifiers.quote(table.distributionColumn()), slots)
        : "0";
  }

  /** The columns of differences in parentheses, as CREATE TABLE takes them. */
  String differenceDefinitions() {
    return "(%s pg_catalog.int4, %s pg_catalog.text, %s pg_catalog.text, "
            .formatted(NODE, KIND, PLACE)
        + table.definitions(column -> !column.generated())
        + ")";
  }

  /** The columns of differences. */
  List<String> differenceColumns() {
    List<String> all = new ArrayList<>(List.of(NODE, KIND, PLACE));
    all.addAll(columns);
    return all;
  }

  /**
   * The statement that makes a part of the differences on a node.
   *
   * @param differences the table there that has the node's differences
   * @throws PostgresException 0A000 as {@link TableFact#computedColumns}
   */
  String applying(Change change, String differences) {
    String found =
        replicated()
            ? "(SELECT argosy_row.ctid AS place, argosy_row.tableoid AS part, "
                + identity()
                + " AS id FROM "
                + name()
                + " AS argosy_row) AS argosy_found, "
            : "";
    String place =
        replicated()
            ? "argosy_row.ctid OPERATOR(pg_catalog.=) argosy_found.place"
                + " AND argosy_row.tableoid OPERATOR(pg_catalog.=) argosy_found.part"
                + " AND argosy_found.id OPERATOR(pg_catalog.=) argosy_new."
                + PLACE
            : table.hasPartitions()
                ? place() + " OPERATOR(pg_catalog.=) argosy_new." + PLACE
                : "argosy_row.ctid OPERATOR(pg_catalog.=) argosy_new." + PLACE + "::pg_catalog.tid";
    String source =
        differences
            + " AS argosy_new WHERE argosy_new."
            + KIND
            + " OPERATOR(pg_catalog.=) '"
            + change
            + "'";
    return switch (change) {
      case DELETE ->
          "DELETE FROM " + name() + " AS argosy_row USING " + found + source + " AND " + place;
      case UPDATE ->
          "UPDATE "
              + name()
              + " AS argosy_row SET "
              + assignments()
              + " FROM "
              + found
              + source
              + " AND "
              + place;
      case INSERT -> inserting(source);
    };
  }

  private String inserting(String source) {
    List<String> inserted = table.computedColumns();
    return "INSERT INTO "
        + name()
        + " ("
        + list("", inserted)
        + ") OVERRIDING SYSTEM VALUE SELECT "
        + list("argosy_new.", inserted)
        + " FROM "
        + source;
  }

  /** The columns that PostgreSQL numbers in an UPDATE by itself, or not at all. */
  List<String> alwaysNumbered() {
    return table.columns().stream()
        .filter(TableFact.Column::alwaysNumbered)
        .map(TableFact.Column::name)
        .toList();
  }

  /** Whether an UPDATE assigns anything. */
  boolean assigns() {
    return assignedColumns().findAny().isPresent();
  }

  /** What the role may not update is a column of the same name of another table. */
  private Stream<TableFact.Column> assignedColumns() {
    return table.columns().stream()
        .filter(column -> assigned.contains(column.name()))
        .filter(column -> column.updatable() && !column.alwaysNumbered());
  }

  /** A generated column can be assigned its default only. */
  private String assignments() {
    return assignedColumns()
        .map(
            column ->
                Identifiers.quote(column.name())
                    + " = "
                    + (column.generated()
                        ? "DEFAULT"
                        : "argosy_new." + Identifiers.quote(column.name())))
        .collect(Collectors.joining(", "));
  }
}
