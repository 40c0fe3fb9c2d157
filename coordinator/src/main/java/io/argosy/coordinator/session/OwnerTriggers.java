package io.argosy.coordinator.session;

import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.NodeBackends;
import java.util.List;

/**
 * A trigger that fires before a row is stored may give it another distribution key. So a
 * distributed table that has one has a trigger of Argosy's, too, which fires after the row is
 * stored, by whatever statement, and fails where another node owns it.
 */
final class OwnerTriggers {
  private static final String NAME = "argosy_owner";

  /**
   * Tables that have a trigger before INSERT or UPDATE, by its bits, and none of Argosy's: name,
   * distribution column and its type.
   */
  private static final String UNGUARDED =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), pg_catalog.quote_ident(a.attname),
             pg_catalog.format_type(a.atttypid, NULL)
      FROM argosy.tables t
      JOIN pg_catalog.pg_class c ON c.oid = t.relation
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = t.distribution_column
      WHERE t.placement = 'hash' AND pg_catalog.has_table_privilege(c.oid, 'TRIGGER')
          AND EXISTS (SELECT FROM pg_catalog.pg_trigger g
                    WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D'
                      AND g.tgtype::pg_catalog.int4 & 2 <> 0 AND g.tgtype::pg_catalog.int4 & 20 <> 0)
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger g
                        WHERE g.tgrelid = c.oid
                          AND g.tgfoid = 'argosy.refuse_misplaced_row'::pg_catalog.regproc)
      ORDER BY c.oid\
      """;

  private OwnerTriggers() {}

  /** Makes those that are missing, on all nodes, in the transaction that is open. */
  static void make(NodeBackends backends) {
    for (List<String> table : TextResult.run(backends.home(), UNGUARDED).rows()) {
      String owner =
          KeyType.of(table.get(2))
              .nodeExpression("NEW." + table.get(1), backends.cluster().slots());
      onAllNodes(
          backends,
          "CREATE TRIGGER "
              + NAME
              + " AFTER INSERT OR UPDATE ON "
              + table.get(0)
              + " FOR EACH ROW WHEN ("
              + owner
              + " IS DISTINCT FROM argosy.own_position())"
              + " EXECUTE FUNCTION argosy.refuse_misplaced_row()");
    }
  }

  /** Drops that of a table which is distributed no more. */
  static void drop(NodeBackends backends, TableFact table) {
    onAllNodes(backends, "DROP TRIGGER IF EXISTS " + NAME + " ON " + table.qualifiedName());
  }

  private static void onAllNodes(NodeBackends backends, String sql) {
    for (int node = Cluster.HOME; node < backends.cluster().nodes().size(); node++) {
      TextResult.run(backends.on(node), sql);
    }
  }
}
