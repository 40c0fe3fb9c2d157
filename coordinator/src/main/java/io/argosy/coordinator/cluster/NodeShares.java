package io.argosy.coordinator.cluster;

import io.argosy.planner.plan.Share;
import java.util.List;

/**
 * The conditions by which the nodes divide the rows of replicated tables among themselves: every
 * row is read by exactly one node, whatever its value is, NULL by the home node. Immutable.
 *
 * @param shares what {@code @share(n)@} stands for, n from 1
 */
public record NodeShares(List<Share> shares, SlotMap slots) {
  public NodeShares {
    shares = List.copyOf(shares);
  }

  /**
   * A text with the conditions of one node in the place of {@code @share(n)@}.
   *
   * @throws IllegalArgumentException when ranges were made for another number of nodes
   */
  public String sql(String text, int node) {
    String sql = text;
    for (int i = 0; i < shares.size(); i++) {
      sql = sql.replace("@share(" + (i + 1) + ")@", condition(shares.get(i), node));
    }
    return sql;
  }

  /**
   * An expression for the position of the node to whose share a value belongs, an int4.
   *
   * @param column the value as SQL
   * @throws IllegalArgumentException when ranges were made for another number of nodes
   */
  public String node(Share.Division division, String column) {
    return switch (division) {
      case Share.Division.Slots byKey -> KeyType.of(byKey.keyType()).nodeExpression(column, slots);
      case Share.Division.Ranges ranges -> rangeOf(column, ranges.bounds());
    };
  }

  private String rangeOf(String column, List<String> bounds) {
    requireOneForEachNode(bounds);
    StringBuilder expression = new StringBuilder("CASE");
    for (int node = bounds.size(); node > 0; node--) {
      String bound = bounds.get(node - 1);
      expression.append(" WHEN ").append(column).append(" >= ").append(bound);
      expression.append(" THEN ").append(node);
    }
    // NULL, too, belongs to the home node.
    return bounds.isEmpty() ? "" + Cluster.HOME : expression + " ELSE " + Cluster.HOME + " END";
  }

  private void requireOneForEachNode(List<String> bounds) {
    if (bounds.size() != slots.nodes() - 1) {
      throw new IllegalArgumentException(
          bounds.size() + " bounds do not divide values among " + slots.nodes() + " nodes");
    }
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
    requireOneForEachNode(bounds);
    if (slots.nodes() == 1) {
      return "true";
    }
    String column = share.column();
    if (node == Cluster.HOME) {
      // Only where it must be: for an OR PostgreSQL reads more than an index.
      String orNull = share.nullable() ? " OR " + column + " IS NULL" : "";
      return "(" + column + " < " + bounds.getFirst() + orNull + ")";
    }
    String above = column + " >= " + bounds.get(node - 1);
    return node == slots.nodes() - 1
        ? "(" + above + ")"
        : "(" + above + " AND " + column + " < " + bounds.get(node) + ")";
  }
}
