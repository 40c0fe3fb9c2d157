package io.argosy.coordinator.metadata;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table as {@code table.sql} describes it.
 *
 * @param oid its object id on the node that was asked
 * @param placement hash, replicated, or null when none is declared
 * @param keyType how the values of its distribution column are hashed, if it has one
 * @param inherits whether it has children or parents that are ordinary tables
 * @param partitionOf the partitioned table of which it is a partition, as SQL; null where it is
 *     none
 * @param partitions the object ids of its partitions and theirs, each behind what it is a part of
 * @param triggered whether triggers of users run when its rows change
 * @param rowSecurity whether policies are in force, under which PostgreSQL copies no rows into it
 * @param readable whether the session's role may read all of its columns
 * @param lockable whether the role may lock its rows, or all of it where it is replicated
 * @param deletable whether the role may delete its rows
 * @param nextGroup a number that no colocation group has
 * @param groupsByType the first colocation group of each key type
 */
public record TableFact(
    String oid,
    String schema,
    String name,
    String kind,
    String placement,
    Integer colocationGroup,
    String keyType,
    String distributionColumn,
    boolean inherits,
    String partitionOf,
    List<String> partitions,
    boolean triggered,
    boolean rowSecurity,
    boolean readable,
    boolean lockable,
    boolean deletable,
    int nextGroup,
    Map<String, Integer> groupsByType,
    List<Column> columns) {
  private static final String TABLE = "SELECT argosy.table_facts($1)";
  private static final String PARTITIONS =
      "SELECT argosy.table_facts(p.oid) FROM pg_catalog.unnest($1::pg_catalog.oid[])"
          + " WITH ORDINALITY AS p (oid, number) ORDER BY p.number";

  /**
   * @param type without its modifier
   * @param declaredType with its modifier
   * @param storedType the same of what a domain is made of
   * @param keyType how its values are hashed where they are keys; null where they cannot be
   * @param generated whether it is computed from the other columns
   * @param identity {@code a} for GENERATED ALWAYS AS IDENTITY, {@code d} for BY DEFAULT, else
   *     empty
   * @param defaultExpression SQL for the value that a row gets which gives none; null for NULL
   * @param varies whether that value may differ from row to row or node to node
   * @param insertable whether the session's role may give it a value in a new row
   * @param updatable whether the role may give it a value in a row that is there
   * @param collation as SQL, null where it is the type's own
   * @param deterministic whether equal values of its collation are equal bytes
   */
  public record Column(
      String name,
      String type,
      String declaredType,
      String storedType,
      String keyType,
      boolean notNull,
      boolean generated,
      String identity,
      String defaultExpression,
      boolean varies,
      boolean insertable,
      boolean updatable,
      String collation,
      boolean deterministic) {
    /** Whether an UPDATE can give it its next number only, and no value. */
    public boolean alwaysNumbered() {
      return identity.equals("a");
    }

    /**
     * Sees that its values can be keys.
     *
     * @throws PostgresException 0A000 where they cannot
     */
    public void requireKeyType() {
      if (keyType == null) {
        throw KeyType.refusal(type);
      }
    }
  }

  /** Its columns in parentheses, as CREATE TABLE takes them: whoever inserts need not read it. */
  public String columnDefinitions() {
    return "(" + definitions(column -> true) + ")";
  }

  /** Some of its columns, as CREATE TABLE takes them. */
  public String definitions(Predicate<Column> which) {
    return columns.stream()
        .filter(which)
        .map(
            column ->
                Identifiers.quote(column.name())
                    + " "
                    + column.declaredType()
                    + (column.collation() == null ? "" : " COLLATE " + column.collation()))
        .collect(Collectors.joining(", "));
  }

  /** Whether its rows are spread over the nodes. */
  public boolean partitioned() {
    return "hash".equals(placement);
  }

  /** Whether its rows are those of a foreign server. */
  public boolean isForeign() {
    return kind.equals("f");
  }

  /** Whether it is a table that has rows, be they in partitions. */
  public boolean isTable() {
    return kind.equals("r") || hasPartitions();
  }

  /** Whether its rows are in partitions. */
  public boolean hasPartitions() {
    return kind.equals("p");
  }

  /**
   * It and its partitions, each behind what it is a part of.
   *
   * @param session a backend of the node whose object ids these are
   */
  public List<TableFact> withPartitions(NodeSession session) {
    if (partitions.isEmpty()) {
      return List.of(this);
    }
    String oids = partitions.stream().collect(Collectors.joining(",", "{", "}"));
    return Stream.concat(
            Stream.of(this),
            TextResult.run(session, PARTITIONS, List.of(oids)).rows().stream()
                .map(row -> parsed(row.getFirst())))
        .toList();
  }

  /** Whether every node has all of its rows. */
  public boolean replicated() {
    return "replicated".equals(placement);
  }

  /** The columns that rows are written with: all but the generated ones. */
  public List<String> writableColumns() {
    return writable().map(Column::name).toList();
  }

  /**
   * The columns that rows are written with which are computed before: PostgreSQL wants no right for
   * the default of a column, but for a value. So those whose defaults are the same everywhere are
   * left to them where the role may not insert into all.
   *
   * @param listed the columns that the statement gives values
   * @throws PostgresException 0A000 where the role may not insert into one whose default must be
   *     computed before
   */
  public List<String> computedColumns(Collection<String> listed) {
    if (insertable()) {
      return writableColumns();
    }
    boolean placed = partitioned() || replicated();
    List<Column> computed =
        writable().filter(c -> listed.contains(c.name()) || placed && c.varies()).toList();
    computed.stream()
        .filter(column -> !column.insertable() && !listed.contains(column.name()))
        .findFirst()
        .ifPresent(
            column -> {
              throw new PostgresException(
                  "0A000",
                  "the default of column \""
                      + column.name()
                      + "\" of \""
                      + name
                      + "\" must be computed once, and the role may not insert into the column",
                  "GRANT INSERT (" + Identifiers.quote(column.name()) + ") on the table.");
            });
    // Rows without columns cannot be moved: PostgreSQL wants the right for one of them at least.
    return (computed.isEmpty() ? writable().filter(Column::insertable).limit(1) : computed.stream())
        .map(Column::name)
        .toList();
  }

  /**
   * The same where the statement has been allowed, so that it gives values only to columns that the
   * role may insert into.
   *
   * @throws PostgresException as {@link #computedColumns(Collection)}
   */
  public List<String> computedColumns() {
    return computedColumns(writable().filter(Column::insertable).map(Column::name).toList());
  }

  /** Whether the session's role may give all columns values in a new row. */
  public boolean insertable() {
    return writable().allMatch(Column::insertable);
  }

  private Stream<Column> writable() {
    return columns.stream().filter(column -> !column.generated());
  }

  /** A column by its name. */
  public Column column(String columnName) {
    return columns.stream()
        .filter(column -> column.name().equals(columnName))
        .findFirst()
        .orElseThrow(
            () ->
                new PostgresException(
                    "42703",
                    "column \"" + columnName + "\" of relation \"" + name + "\" does not exist"));
  }

  /** The type of its distribution column, with the modifier by which values are stored. */
  public String declaredKeyType() {
    return column(distributionColumn).storedType();
  }

  /** Whether some column is not listed whose default may differ from node to node. */
  public boolean variesWithout(List<String> listed) {
    return columns.stream().anyMatch(column -> column.varies() && !listed.contains(column.name()));
  }

  /** Reads it on a node, whose object id it is. */
  public static TableFact read(NodeSession session, String oid) {
    return parsed(TextResult.run(session, TABLE, List.of(oid)).single());
  }

  private static TableFact parsed(String document) {
    try {
      return NodeJson.MAPPER.readValue(document, TableFact.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the table query gave an unexpected document", e);
    }
  }

  /** The name as SQL, with its schema. */
  public String qualifiedName() {
    return Identifiers.quote(schema) + "." + Identifiers.quote(name);
  }
}
