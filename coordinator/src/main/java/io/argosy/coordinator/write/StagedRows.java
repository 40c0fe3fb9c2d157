package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A temporary table on the home node with the columns of a target and their defaults, so that
 * whatever differs from one evaluation to the next (sequences, now(), random()) is evaluated once.
 * Constraints are the target's to check. Needs the session's transaction to be open.
 */
public final class StagedRows implements AutoCloseable {
  private static final int MOST_IN_ORDER = 100_000;

  private final NodeBackends backends;
  private final TableFact target;
  private final String name;
  private final List<String> columns;

  /**
   * Makes the table.
   *
   * @param listed the columns that the statement gives values
   * @throws PostgresException 0A000 as {@link TableFact#computedColumns}
   */
  public StagedRows(NodeBackends backends, TableFact target, Collection<String> listed) {
    this.backends = backends;
    this.target = target;
    this.name = "argosy_staged_" + backends.nextNumber();
    this.columns = target.computedColumns(listed);
    NodeSession home = backends.asked();
    TextResult.run(
        home,
        "CREATE TEMPORARY TABLE " + name + " " + target.columnDefinitions() + " ON COMMIT DROP");
    String defaults =
        target.columns().stream()
            .filter(column -> column.defaultExpression() != null && columns.contains(column.name()))
            .map(
                column ->
                    "ALTER COLUMN "
                        + Identifiers.quote(column.name())
                        + " SET DEFAULT "
                        + column.defaultExpression())
            .collect(Collectors.joining(", "));
    if (!defaults.isEmpty()) {
      TextResult.run(home, "ALTER TABLE " + table() + " " + defaults);
    }
  }

  /**
   * Takes no numbers for columns whose values are ignored, before there are rows.
   *
   * @param ignored identity columns
   */
  void ignoreValues(List<String> ignored) {
    TextResult.run(
        backends.asked(),
        ignored.stream()
            .map(column -> "ALTER COLUMN " + Identifiers.quote(column) + " DROP DEFAULT")
            .collect(Collectors.joining(", ", "ALTER TABLE " + table() + " ", "")));
  }

  /**
   * The same rows in the same order, but with numbers in the columns whose values are ignored. An
   * UPDATE would put some rows before others.
   */
  StagedRows numbered(List<String> ignored) {
    StagedRows numbered = new StagedRows(backends, target, columns);
    List<String> kept = columns.stream().filter(column -> !ignored.contains(column)).toList();
    TextResult.run(
        backends.asked(),
        "INSERT INTO "
            + numbered.table()
            + (kept.isEmpty() ? "" : " (" + Identifiers.list(kept) + ")")
            + " SELECT "
            + Identifiers.list(kept)
            + " FROM "
            + table());
    close();
    return numbered;
  }

  /** Its name as SQL. */
  public String table() {
    return "pg_temp." + name;
  }

  /** Its name alone, as it appears in PostgreSQL's messages. */
  public String name() {
    return name;
  }

  /** The columns that are moved, as SQL. */
  public String columnList() {
    return Identifiers.list(columns);
  }

  /** The same behind the target's name in an INSERT: a list in SQL cannot be empty. */
  public String targetList() {
    return columns.isEmpty() ? "" : " (" + columnList() + ")";
  }

  public List<String> columns() {
    return columns;
  }

  /** SQL for the rows that belong to a node; those without a key are the home node's to refuse. */
  public String rowsOf(int node) {
    String all = "SELECT " + columnList() + " FROM " + table();
    if (!target.partitioned()) {
      return all;
    }
    return all + " WHERE " + isOf(node);
  }

  /**
   * The nodes that the rows belong to, in the order in which the rows were computed; none if there
   * are more rows than anybody would match with what was sent.
   */
  List<Integer> owners() {
    String owner =
        backends.cluster().positions().stream()
            .map(node -> " WHEN " + isOf(node) + " THEN " + node)
            .collect(Collectors.joining("", "CASE", " END"));
    String sql = "SELECT " + owner + " FROM " + table() + " LIMIT " + (MOST_IN_ORDER + 1);
    List<Integer> owners =
        TextResult.run(backends.asked(), sql).rows().stream()
            .map(row -> Integer.valueOf(row.getFirst()))
            .toList();
    return owners.size() > MOST_IN_ORDER ? List.of() : owners;
  }

  private String isOf(int node) {
    String key = Identifiers.quote(target.distributionColumn());
    return KeyType.of(target.keyType()).ownerIs(node, key, backends.slots());
  }

  /**
   * Moves the rows into the target, on the home node first.
   *
   * @return how many rows the target has got
   */
  public long moveToTarget() {
    long rows = 0;
    List<Integer> nodes = nodes();
    if (backends.cluster().nodes().size() > 1) {
      LockedTarget.on(nodes, backends, target, columns);
    }
    for (int node : nodes) {
      long moved = node == Cluster.HOME ? insertAtHome() : moveTo(node, target.qualifiedName());
      rows += target.partitioned() || node == Cluster.HOME ? moved : 0;
    }
    return rows;
  }

  /** The positions of the nodes that get rows, in order; one of no rows, to check the rights. */
  List<Integer> nodes() {
    List<Integer> all = backends.cluster().positions();
    if (!target.partitioned()) {
      return target.replicated() ? all : List.of(Cluster.HOME);
    }
    String sql =
        all.stream()
            .map(node -> "EXISTS (" + rowsOf(node) + ")")
            .collect(Collectors.joining(", ", "SELECT ", ""));
    List<String> has = TextResult.run(backends.asked(), sql).rows().getFirst();
    List<Integer> nodes = all.stream().filter(node -> has.get(node).equals("t")).toList();
    return nodes.isEmpty() ? List.of(backends.onlyNode().orElse(Cluster.HOME)) : nodes;
  }

  private long insertAtHome() {
    String sql =
        "INSERT INTO "
            + target.qualifiedName()
            + targetList()
            + " OVERRIDING SYSTEM VALUE "
            + rowsOf(Cluster.HOME);
    return CommandTag.rows(TextResult.run(backends.home(), sql).tags().getLast());
  }

  /** Copies a node's rows into a table there. */
  public long moveTo(int node, String table) {
    return TableMove.copy(
        backends.asked(), Request.Extended.of(rowsOf(node), 1), backends.on(node), table, columns);
  }

  /** Drops it, unless the transaction has failed and drops it by itself. */
  @Override
  public void close() {
    NodeSession home = backends.asked();
    if (home.transactionStatus() == 'T') {
      TextResult.run(home, "DROP TABLE " + table());
    }
  }
}
