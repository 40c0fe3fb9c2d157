package io.argosy.coordinator.metadata;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/**
 * What must hold of a table whose rows are to move to other nodes, and nothing else is to happen.
 */
public final class MoveRules {
  private static final String RULES = "SELECT * FROM argosy.move_rules($1, $2)";

  private static final String PLACEABLE = "SELECT * FROM argosy.placeable($1)";

  private MoveRules() {}

  /**
   * Looks for foreign keys with actions, triggers and rules that deleting and inserting would set
   * off.
   *
   * @param oid the table's object id on the node of the session
   * @param deletes whether the rows are deleted where they were
   * @throws PostgresException 0A000, saying which and what to do
   */
  public static void check(NodeSession session, String oid, boolean deletes) {
    check(
        session,
        RULES,
        List.of(oid, String.valueOf(deletes)),
        "rows of the table cannot be moved: ");
  }

  /**
   * Looks for what PostgreSQL would evaluate for the rows on other nodes, where it may come out
   * otherwise, and for policies that would hide some of them.
   *
   * @param oid the table's object id on the node of the session
   * @throws PostgresException 0A000, saying which and what to do
   */
  public static void requirePlaceable(NodeSession session, String oid) {
    check(session, PLACEABLE, List.of(oid), "the table cannot be placed: ");
  }

  private static void check(
      NodeSession session, String rules, List<String> parameters, String message) {
    List<List<String>> broken = TextResult.run(session, rules, parameters).rows();
    if (!broken.isEmpty()) {
      List<String> row = broken.getFirst();
      throw new PostgresException("0A000", message + row.get(0), row.get(1));
    }
  }
}
