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
    if (bounds.size() != slots.nodes() - 1) {
      throw new IllegalArgumentException(
          bounds.size() + " bounds do not divide values among " + slots.nodes() + " nodes");
    }
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
