package io.argosy.coordinator.analysis;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
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
   * missing rights, values for columns that are always generated, views that cannot be changed, and
   * conflicts that no index finds.
   */
  private static final Set<String> TOLD = Set.of("42501", "428C9", "55000", "42P10");

  private static final String SAVEPOINT =
      "SAVEPOINT argosy_access; " + PreparedText.HASTY_PLAN + "; ";

  private static final String RELEASE =
      "; ROLLBACK TO SAVEPOINT argosy_access; RELEASE SAVEPOINT argosy_access";

  /**
   * The views among relations that PostgreSQL would read with their owner's rights, to other rows
   * than the role itself can read of the tables that they are made of.
   */
  private static final String OWNERS_VIEWS =
      "SELECT argosy.views_read_by_owners('{%s}'::pg_catalog.oid[], %s)";

  private AccessCheck() {}

  /**
   * Explains a statement, since PostgreSQL then checks the rights as before it runs it.
   *
   * @param session a backend in a transaction, which fails if this throws
   * @throws PostgresException 42501, 428C9, 55000 or 42P10 as PostgreSQL says it; or when the
   *     question came to an end
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
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      TextResult.run(session, RELEASE.substring(2) + (prepares ? "; DEALLOCATE ALL" : ""));
      // What cannot be explained for another reason is refused, if at all, where it is run.
      if (TOLD.contains(e.error().sqlState())) {
        throw e;
      }
    }
  }

  /** The columns of tables that are read: the relations, and beside them the names. */
  private static String usedColumns(List<RelationFact> relations) {
    List<String> oids = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (RelationFact relation : relations) {
      for (RelationFact.ColumnFact column : relation.columns()) {
        if (column.used()) {
          oids.add(relation.oid());
          names.add(Identifiers.literal(column.name()));
        }
      }
    }
    return "'{%s}'::pg_catalog.oid[], ARRAY[%s]::pg_catalog.name[]"
        .formatted(String.join(",", oids), String.join(", ", names));
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
                "SELECT relname FROM pg_catalog.pg_class"
                    + " WHERE oid OPERATOR(pg_catalog.=) ANY ('{%s}'::pg_catalog.oid[]) AND NOT (%s)"
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
