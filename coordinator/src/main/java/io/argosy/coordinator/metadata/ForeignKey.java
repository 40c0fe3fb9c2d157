package io.argosy.coordinator.metadata;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.List;

/**
 * A foreign key from or to a table, which the session's role can drop and make again.
 *
 * @param oid its object id on the node that was asked
 * @param name as SQL
 * @param source the table that has it, as SQL
 * @param target the table that it refers to, as SQL
 * @param sourcePlacement null where there is none
 * @param targetPlacement null where there is none
 * @param itself whether it refers to its own table
 * @param refers whether the table that was asked for is the source
 * @param acts whether something follows from deleting rows of the target
 * @param late whether it is checked later than rows are written, or not for all of them
 * @param notNull the condition under which a row of the source refers to another row
 */
public record ForeignKey(
    String oid,
    String name,
    String source,
    String target,
    String sourcePlacement,
    String targetPlacement,
    boolean itself,
    boolean refers,
    boolean acts,
    boolean late,
    String notNull) {
  private static final String KEYS = "SELECT * FROM argosy.keys_of($1)";

  /**
   * Those from and to a table.
   *
   * @param table its object id on the node of the session
   */
  public static List<ForeignKey> of(NodeSession session, String table) {
    return TextResult.run(session, KEYS, List.of(table)).rows().stream()
        .map(
            row ->
                new ForeignKey(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    row.get(4),
                    row.get(5),
                    row.get(6).equals("t"),
                    row.get(7).equals("t"),
                    row.get(8).equals("t"),
                    row.get(9).equals("t"),
                    row.get(10)))
        .toList();
  }

  /** Whether rows of the source on the node of the session refer to others. */
  public boolean used(NodeSession session) {
    return TextResult.run(
            session, "SELECT EXISTS (SELECT FROM ONLY " + source + " WHERE " + notNull + ")")
        .single()
        .equals("t");
  }

  /** Whether the other table than the one that was asked for has no placement. */
  public boolean otherUnplaced() {
    return !itself && (refers ? targetPlacement : sourcePlacement) == null;
  }
}
