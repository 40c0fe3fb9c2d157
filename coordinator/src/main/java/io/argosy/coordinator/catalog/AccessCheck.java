package io.argosy.coordinator.catalog;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a session's role may run a statement, said by PostgreSQL for the statement as it was
 * written. What is shipped to the nodes is checked by them, but need not name the same: where rows
 * are moved, views are taken apart, and their privileges with them.
 */
final class AccessCheck {
  /**
   * What PostgreSQL finds out when it rewrites a statement, and would not over other tables:
   * missing rights, values for columns that are always generated, and views that cannot be changed.
   */
  private static final Set<String> TOLD = Set.of("42501", "428C9", "55000");

  private static final String SAVEPOINT = "SAVEPOINT argosy_access; ";
  private static final String RELEASE =
      "; ROLLBACK TO SAVEPOINT argosy_access; RELEASE SAVEPOINT argosy_access";

  /**
   * The views among relations that PostgreSQL would read with their owner's rights, to other rows
   * than the role itself can read of the tables that they are made of.
   */
  private static final String OWNERS_VIEWS =
      """
      WITH RECURSIVE reach(view, oid) AS (
          SELECT oid, oid FROM pg_catalog.pg_class WHERE oid = ANY ('{%1$s}') AND relkind = 'v'
        UNION
          SELECT r.view, d.refobjid
          FROM reach r
          JOIN pg_catalog.pg_rewrite w ON w.ev_class = r.oid
          JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
          WHERE d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      )
      SELECT v.relname
      FROM pg_catalog.pg_class v JOIN pg_catalog.pg_roles o ON o.oid = v.relowner
      WHERE v.oid = ANY ('{%1$s}') AND v.relkind = 'v' AND o.rolname <> current_user
        AND NOT pg_catalog.concat(v.reloptions) ~* 'security_invoker=(?!f|n|of|0)'
        AND EXISTS (
            SELECT FROM pg_catalog.pg_class t
            WHERE t.oid = ANY ('{%1$s}') AND t.relkind <> 'v'
              AND t.oid IN (SELECT r.oid FROM reach r WHERE r.view = v.oid)
              AND (EXISTS (SELECT FROM (VALUES %2$s) AS used(oid, name)
                           JOIN pg_catalog.pg_attribute a ON a.attrelid = used.oid AND a.attname = used.name
                           WHERE a.attrelid = t.oid
                             AND NOT pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
                OR t.relrowsecurity AND (pg_catalog.row_security_active(t.oid) OR NOT (
                     o.rolsuper OR o.rolbypassrls OR NOT t.relforcerowsecurity
                       AND pg_catalog.pg_has_role(o.oid, t.relowner, 'USAGE')))))
      ORDER BY v.oid\
      """;

  private AccessCheck() {}

  /**
   * Explains a statement, since PostgreSQL then checks the rights as before it runs it.
   *
   * @param session a backend in a transaction, which fails if this throws
   * @throws PostgresException 42501, 428C9 or 55000 as PostgreSQL says it; or when the question
   *     came to an end
   */
  static void require(NodeSession session, String sql, List<String> parameterTypes) {
    boolean prepares = !parameterTypes.isEmpty();
    PreparedText prepared = new PreparedText(sql, parameterTypes);
    try {
      if (prepares) {
        TextResult.run(session, SAVEPOINT + PreparedText.GENERIC_PLAN + "; " + prepared.prepare());
      }
      TextResult.run(
          session,
          prepares
              ? "EXPLAIN (COSTS off) " + prepared.execute() + RELEASE + "; DEALLOCATE ALL"
              : SAVEPOINT + "EXPLAIN (COSTS off) " + sql + "\n" + RELEASE);
    } catch (PostgresException e) {
      if (e.error().sqlStateClass().equals("08")) {
        throw e;
      }
      TextResult.run(session, RELEASE.substring(2) + (prepares ? "; DEALLOCATE ALL" : ""));
      // What cannot be explained for another reason is refused, if at all, where it is run.
      if (TOLD.contains(e.error().sqlState()) || StatementAnalyzer.ended(e.error())) {
        throw e;
      }
    }
  }

  /** The columns of tables that are read, as rows; and one that no table has. */
  private static String usedColumns(List<RelationFact> relations) {
    StringBuilder rows = new StringBuilder("(0, '')");
    for (RelationFact relation : relations) {
      for (RelationFact.ColumnFact column : relation.columns()) {
        if (column.used()) {
          rows.append(", (").append(relation.oid()).append(", ");
          rows.append(Identifiers.literal(column.name())).append(')');
        }
      }
    }
    return rows.toString();
  }

  /**
   * Refuses a plan that would read a view of another role's with the rights of the session's.
   *
   * @throws PostgresException 0A000 where rows would be missing, or rights
   */
  static void requireSameRights(NodeSession session, PlannedStatement planned) {
    if (!(planned.plan() instanceof Plan.Staged) && !(planned.plan() instanceof Plan.Gather)) {
      return;
    }
    if (planned.insertsRows()) {
      // It is not run as planned: its query is a statement of its own, and looked at as one.
      return;
    }
    List<RelationFact> own =
        planned.relations().stream()
            .filter(relation -> !relation.placement().equals("catalog"))
            .toList();
    if (own.stream().noneMatch(relation -> relation.kind().equals("v"))) {
      return;
    }
    requireRightsOfTargets(session, planned);
    String oids = own.stream().map(RelationFact::oid).collect(Collectors.joining(","));
    List<List<String>> views =
        TextResult.run(session, OWNERS_VIEWS.formatted(oids, usedColumns(own))).rows();
    if (!views.isEmpty()) {
      throw new PostgresException(
          "0A000",
          "view \""
              + views.getFirst().getFirst()
              + "\" is read with its owner's rights, which cannot be done where rows are moved"
              + " between nodes",
          "Let the role read the tables, and make the view WITH (security_invoker); or join and"
              + " group by the distribution columns, so that no rows are moved.");
    }
  }

  /** Below a view that is changed, PostgreSQL changes tables with the rights of its owner. */
  private static void requireRightsOfTargets(NodeSession session, PlannedStatement planned) {
    ModifiedRelations modified = planned.modified();
    if (!modified.modifiesView(planned.relations())) {
      return;
    }
    String oids =
        modified.placed(planned.relations()).stream()
            .map(RelationFact::oid)
            .collect(Collectors.joining(","));
    String rights =
        Stream.concat(
                Stream.of("select"),
                modified.entries().stream()
                    .map(ModifiedRelations.Entry::verb)
                    .flatMap(
                        verb ->
                            verb.equals("merge")
                                ? Stream.of("insert", "update", "delete")
                                : Stream.of(verb)))
            .distinct()
            .map(right -> "pg_catalog.has_table_privilege(oid, '" + right + "')")
            .collect(Collectors.joining(" AND "));
    List<List<String>> tables =
        TextResult.run(
                session,
                "SELECT relname FROM pg_catalog.pg_class WHERE oid = ANY ('{%s}') AND NOT (%s)"
                    .formatted(oids, rights))
            .rows();
    if (!tables.isEmpty()) {
      throw new PostgresException(
          "0A000",
          "table \""
              + tables.getFirst().getFirst()
              + "\" would be changed with the rights of the owner of a view, which cannot be done"
              + " on several nodes",
          "Grant the role the rights on the table that it has on the view.");
    }
  }
}
