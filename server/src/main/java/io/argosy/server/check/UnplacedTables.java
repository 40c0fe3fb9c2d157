package io.argosy.server.check;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.List;
import java.util.Optional;

/**
 * Tables of a node other than the first that Argosy does not know: it takes their rows to be on the
 * first node, and would never read those that are here.
 */
final class UnplacedTables {
  private static final int SHOWN = 5;

  private UnplacedTables() {}

  /** What to say of them; empty where there are none with rows. */
  static Optional<Finding> look(NodeSession session, String node) {
    boolean metadata =
        TextResult.run(session, "SELECT to_regclass('argosy.tables')").single() != null;
    String placed =
        metadata ? "SELECT relation FROM argosy.tables" : "SELECT NULL::oid WHERE false";
    // What takes up room has rows, or had some until it is vacuumed; nobody need be allowed to
    // read.
    List<String> tables =
        TextResult.run(
                session,
                "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid ="
                    + " c.relnamespace WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND"
                    + " n.nspname NOT IN ('pg_catalog', 'information_schema', 'argosy',"
                    + " 'argosy_stage') AND pg_relation_size(c.oid) > 0 AND c.oid NOT IN ("
                    + placed
                    + ") ORDER BY 1::text")
            .rows()
            .stream()
            .map(List::getFirst)
            .toList();
    if (tables.isEmpty()) {
      return Optional.empty();
    }
    int hidden = tables.size() - SHOWN;
    return Optional.of(
        Finding.advice(
            node,
            "has rows of tables that have no placement: "
                + String.join(", ", tables.subList(0, Math.min(SHOWN, tables.size())))
                + (hidden > 0 ? " and " + hidden + " more" : ""),
            "Through the coordinator they are not seen. Take the tables over with SELECT"
                + " attach_distributed_table('table', 'column') or"
                + " attach_reference_table('table')."));
  }
}
