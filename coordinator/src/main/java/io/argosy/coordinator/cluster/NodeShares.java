package io.argosy.coordinator.cluster;

import io.argosy.planner.plan.Share;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.Map;

/**
 * The conditions by which the nodes divide the rows of replicated tables among themselves: every
 * row is read by exactly one node, whatever its value is, NULL by the home node. Immutable.
 *
 * @param shares those of the plan, in its order
 */
public record NodeShares(List<Share> shares, SlotMap slots) {
  public NodeShares {
    shares = List.copyOf(shares);
  }

  /** Of statements that read no table by shares. */
  public static NodeShares none() {
    return new NodeShares(List.of(), SlotMap.even(1));
  }

  /** A plan's statement as a node runs it, over temporary tables. */
  public String sql(SqlTemplate statement, int node) {
    return sql(statement, node, Map.of());
  }

  /**
   * A plan's statement as a node runs it.
   *
   * @param tables SQL for the rows of those tables of the plan that are no temporary tables
   */
  public String sql(SqlTemplate statement, int node, Map<String, String> tables) {
    return statement.sql(new NodeValues(this, node, tables));
  }

  /** The condition of the n-th share, from 1. */
  String condition(int number, int node) {
    return condition(shares.get(number - 1), node);
  }

  /**
   * A query with one more column: the position of the node that is to have the row.
   *
   * @param column the query's column that says which
   */
  public SqlTemplate addressed(SqlTemplate query, Share.Division division, String column) {
    return query.within(
        "SELECT argosy_row.*, "
            + node(division, "argosy_row." + Identifiers.quote(column))
            + " FROM (",
        "\n) AS argosy_row");
  }

  /** An expression for the position of the node to whose share a value belongs, an int4. */
  String node(Share.Division division, String column) {
    return switch (division) {
      case Share.Division.Slots byKey -> KeyType.of(byKey.keyType()).nodeExpression(column, slots);
      case Share.Division.Ranges ranges -> rangeOf(column, ranges.bounds());
    };
  }

  private String rangeOf(String column, List<String> bounds) {
    List<String> used = used(bounds);
    StringBuilder expression = new StringBuilder("CASE");
    for (int node = used.size(); node > 0; node--) {
      String bound = used.get(node - 1);
      expression.append(" WHEN ").append(column).append(" OPERATOR(pg_catalog.>=) ").append(bound);
      expression.append(" THEN ").append(node);
    }
    // NULL, too, belongs to the home node.
    return used.isEmpty() ? "" + Cluster.HOME : expression + " ELSE " + Cluster.HOME + " END";
  }

  /**
   * A transaction that keeps its snapshot goes on with the nodes that it has, though it is planned
   * for those that have joined since: the last one has what would be theirs.
   */
  private List<String> used(List<String> bounds) {
    return bounds.subList(0, Math.min(bounds.size(), slots.nodes() - 1));
  }

  private String condition(Share share, int node) {
    return switch (share.division()) {
      case Share.Division.Slots division -> owner(share.column(), division.keyType(), node);
      case Share.Division.Ranges division -> valueRange(share, division.bounds(), node);
    };
  }

  private String owner(String column, String keyType, int node) {
    return slots.nodes() == 1 ? "true" : KeyType.of(keyType).ownerIs(node, column, slots);
  }

  private String valueRange(Share share, List<String> bounds, int node) {
    List<String> used = used(bounds);
    if (used.isEmpty() || node > used.size()) {
      return Boolean.toString(node == Cluster.HOME);
    }
    String column = share.column();
    if (node == Cluster.HOME) {
      // Only where it must be: for an OR PostgreSQL reads more than an index.
      String orNull = share.nullable() ? " OR " + column + " IS NULL" : "";
      return "(" + column + " OPERATOR(pg_catalog.<) " + used.getFirst() + orNull + ")";
    }
    String above = column + " OPERATOR(pg_catalog.>=) " + used.get(node - 1);
    return node == used.size()
        ? "(" + above + ")"
        : "(" + above + " AND " + column + " OPERATOR(pg_catalog.<) " + used.get(node) + ")";
  }
}
