package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;

/**
 * Deletes rows of a table that move to another node. Where they are published and nobody would know
 * which they are, PostgreSQL deletes nothing; so the table has another identity of rows meanwhile.
 */
final class PublishedDelete {
  /** Whether who is told of rows that are deleted would not know which they are. */
  private static final String UNKNOWN_ROWS =
      "SELECT c.relreplident OPERATOR(pg_catalog.=) 'd' AND c.relpersistence"
          + " OPERATOR(pg_catalog.=) 'p' AND NOT EXISTS (SELECT FROM pg_catalog.pg_index i"
          + " WHERE i.indrelid OPERATOR(pg_catalog.=) c.oid AND i.indisprimary)"
          + " AND EXISTS (SELECT FROM pg_catalog.pg_publication p WHERE p.pubdelete)"
          + " FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) %s";

  private final NodeSession home;
  private final TableFact table;

  /**
   * @param home where the table is asked about
   */
  PublishedDelete(NodeSession home, TableFact table) {
    this.home = home;
    this.table = table;
  }

  /**
   * SQL, perhaps of several statements, of which one is the DELETE.
   *
   * @param condition with WHERE in front
   */
  String sql(String condition) {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    for (TableFact each : table.withPartitions(home)) {
      String unknown = UNKNOWN_ROWS.formatted(each.oid());
      if (TextResult.run(home, unknown).single().equals("t")) {
        String identity = "ALTER TABLE ONLY " + each.qualifiedName() + " REPLICA IDENTITY ";
        before.append(identity).append("FULL; ");
        after.append("; ").append(identity).append("DEFAULT");
      }
    }
    return before + "DELETE FROM " + table.qualifiedName() + condition + after;
  }
}
