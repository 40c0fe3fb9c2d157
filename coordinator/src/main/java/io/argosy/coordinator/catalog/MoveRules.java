package io.argosy.coordinator.catalog;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import java.util.List;

/**
 * What must hold of a table whose rows are to move to other nodes, and nothing else is to happen.
 */
public final class MoveRules {
  private static final String RULES = Resources.read("move_rules.sql");

  private MoveRules() {}

  /**
   * Looks for foreign keys with actions, triggers and rules that deleting and inserting would set
   * off.
   *
   * @param oid the table's object id on the node of the session
   * @throws PostgresException 0A000, saying which and what to do
   */
  public static void check(NodeSession session, String oid) {
    List<List<String>> broken = TextResult.run(session, RULES, List.of(oid)).rows();
    if (!broken.isEmpty()) {
      List<String> row = broken.getFirst();
      throw new PostgresException(
          "0A000", "rows of the table cannot be moved: " + row.get(0), row.get(1));
    }
  }
}
