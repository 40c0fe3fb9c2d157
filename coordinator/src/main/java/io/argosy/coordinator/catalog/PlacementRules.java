package io.argosy.coordinator.catalog;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import java.util.List;

/**
 * What must hold of constraints, triggers and rules, so that every node can keep them by itself.
 */
public final class PlacementRules {
  private static final String RULES = Resources.read("placement_rules.sql");

  private static final String HALF_PLACED = Resources.read("half_placed_foreign_keys.sql");

  private PlacementRules() {}

  /**
   * Looks for something that the placement of its tables does not allow.
   *
   * @param session a backend, in the transaction that has changed something
   * @throws PostgresException 0A000, saying which and what to do
   */
  public static void check(NodeSession session) {
    TextResult broken = TextResult.run(session, RULES);
    if (!broken.rows().isEmpty()) {
      List<String> row = broken.rows().getFirst();
      throw new PostgresException("0A000", row.get(0), row.get(1));
    }
  }

  /** What to say of foreign keys of which only one side is distributed so far. */
  public static List<String> halfPlacedForeignKeys(NodeSession session) {
    return TextResult.run(session, HALF_PLACED).rows().stream().map(List::getFirst).toList();
  }
}
