package io.argosy.coordinator.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import java.util.List;
import java.util.Optional;

/**
 * A relation as {@code facts.sql} describes it. The planner sees the part that {@link #relation}
 * gives; the rest serves the moving of rows.
 *
 * @param oid its object id on the home node
 * @param kind PostgreSQL's relkind
 * @param partitions schemas and names of its partitions and theirs
 * @param systemColumns the numbers of the system columns that the statement reads
 * @param viewOptions check_option and security_barrier of a view as WITH takes them; null for none
 * @param indexes the columns of its B-tree indexes
 * @param placement hash, replicated, single, view or catalog
 * @param keyType how the values of its distribution column are hashed
 * @param histograms of columns that lead an index of a replicated table, as SQL constants
 */
public record RelationFact(
    String oid,
    String schema,
    String name,
    String kind,
    String placement,
    String distributionColumn,
    Integer colocationGroup,
    String keyType,
    double rows,
    List<List<String>> partitions,
    List<Integer> systemColumns,
    String definition,
    String viewOptions,
    List<ColumnFact> columns,
    List<List<String>> uniqueKeys,
    List<List<String>> indexes,
    List<Relation.Histogram> histograms) {

  /**
   * @param used whether the statement reads the column
   * @param viewDefault SQL for the default of a view's column; null where it has none
   * @param generated whether it is a stored or virtual generated column
   */
  public record ColumnFact(
      String name,
      String type,
      @JsonProperty("notNull") boolean notNull,
      boolean used,
      String viewDefault,
      boolean generated) {}

  /** Whether it is a system catalog, or one of Argosy's. */
  public boolean catalog() {
    return placement.equals("catalog");
  }

  /** Whether its rows are in partitions. */
  public boolean hasPartitions() {
    return kind.equals("p");
  }

  /** Whether its rows are spread over the nodes. */
  public boolean partitioned() {
    return placement.equals("hash");
  }

  /** Whether every node has all of its rows. */
  public boolean replicated() {
    return placement.equals("replicated");
  }

  /** Whether its rows are on more nodes than the home node. */
  public boolean placed() {
    return partitioned() || replicated();
  }

  /** The name as SQL, with its schema. */
  public String qualifiedName() {
    return Identifiers.quote(schema) + "." + Identifiers.quote(name);
  }

  /** The same without its definition, which the planner then does not look into. */
  RelationFact withoutDefinition() {
    return withDefinition(null);
  }

  /** The same with another text of its definition. */
  RelationFact withDefinition(String text) {
    return new RelationFact(
        oid,
        schema,
        name,
        kind,
        placement,
        distributionColumn,
        colocationGroup,
        keyType,
        rows,
        partitions,
        systemColumns,
        text,
        viewOptions,
        columns,
        uniqueKeys,
        indexes,
        histograms);
  }

  /** The same for the planner. */
  public Relation relation(boolean visible, int nodes) {
    return new Relation(
        schema,
        name,
        visible,
        columns.stream()
            .map(column -> new Relation.Column(column.name(), column.type(), column.notNull()))
            .toList(),
        uniqueKeys,
        plannerPlacement(),
        Optional.ofNullable(definition),
        partitioned() ? rows * nodes : rows,
        histograms);
  }

  private Placement plannerPlacement() {
    return switch (placement) {
      case "hash" ->
          new Placement.Hash(
              new Colocation.Group(colocationGroup), distributionColumn, Optional.of(keyType));
      case "replicated" -> new Placement.Replicated();
      case "view" -> new Placement.OfDefinition();
      case "catalog" -> new Placement.SystemCatalog();
      case "single" -> new Placement.SingleNode();
      default -> throw new IllegalStateException("unknown placement " + placement);
    };
  }
}
