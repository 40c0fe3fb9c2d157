package io.argosy.coordinator.write.change;

import static io.argosy.coordinator.write.change.Target.KIND;
import static io.argosy.coordinator.write.change.Target.NODE;
import static io.argosy.coordinator.write.change.Target.PLACE;

import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.analysis.ScanFilters;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.gather.Gathering;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A target's rows on the home node, each with the node and the place that it comes from, for a
 * statement to change in the target's place. The copy is a parent without rows and a child with
 * them: the statement names the parent, whose columns are the target's, and what it inserts stays
 * in the parent. A row that it has changed has another xmin than those that were loaded.
 */
final class TargetCopy {
  private final Workplace workplace;
  private final NodeBackends backends;
  private final Target target;
  private final String name;
  private final String filter;
  private String loadedBy = "0";

  /**
   * Makes the empty copy.
   *
   * @param assigned the columns that the statement can change in a row
   * @param filter a condition over the alias argosy_row that the rows meet which the statement can
   *     use, or null
   * @throws PostgresException 0A000 when the role may not read whole rows
   */
  TargetCopy(
      Workplace workplace,
      NodeBackends backends,
      RelationFact relation,
      Set<String> assigned,
      String filter) {
    this.workplace = workplace;
    this.backends = backends;
    this.target =
        new Target(relation, TableFact.read(workplace.session(), relation.oid()), assigned);
    this.filter = filter;
    this.name = "argosy_target_" + backends.nextNumber();
    String parent = "CREATE TEMPORARY TABLE " + name + " " + definitions() + " ON COMMIT DROP";
    workplace.create(name(), parent + alterations());
    run(
        "CREATE TEMPORARY TABLE %s (%s pg_catalog.int4, %s pg_catalog.text) INHERITS (%s)"
            + " ON COMMIT DROP",
        name + "_rows", NODE, PLACE, name());
  }

  /** Who only inserts need not read the target, unless for what it generates from its columns. */
  private String definitions() {
    boolean generates = target.table().columns().stream().anyMatch(TableFact.Column::generated);
    if (onlyInserts() && !generates) {
      return target.table().columnDefinitions();
    }
    requireRight(target.table().readable());
    return "(LIKE " + target.name() + " INCLUDING GENERATED)";
  }

  private boolean onlyInserts() {
    return ScanFilters.NOTHING.equals(filter);
  }

  /** The constraints are the target's to check; defaults are evaluated once, here. */
  private String alterations() {
    List<String> actions = new ArrayList<>();
    target.relation().columns().stream()
        .filter(RelationFact.ColumnFact::notNull)
        .forEach(
            column ->
                actions.add("ALTER COLUMN " + Identifiers.quote(column.name()) + " DROP NOT NULL"));
    target.table().columns().stream()
        .filter(column -> !column.generated() && column.defaultExpression() != null)
        .forEach(
            column ->
                actions.add(
                    "ALTER COLUMN "
                        + Identifiers.quote(column.name())
                        + " SET DEFAULT "
                        + column.defaultExpression()));
    return actions.isEmpty() ? "" : "; ALTER TABLE " + name() + " " + String.join(", ", actions);
  }

  /** The copy's name as SQL, which the statement is to name. */
  String name() {
    return "pg_temp." + name;
  }

  private String rows() {
    return "pg_temp." + name + "_rows";
  }

  private String loaded() {
    return "pg_temp." + name + "_loaded";
  }

  /** The table of differences on the home node. */
  String differences() {
    return "pg_temp." + name + "_differences";
  }

  /** What it is a copy of. */
  Target target() {
    return target;
  }

  private TextResult run(String format, Object... values) {
    return TextResult.run(workplace.session(), format.formatted(values));
  }

  /** Locks the target's rows that the statement can use, and loads them. */
  void load(Gathering gathering) {
    if (onlyInserts()) {
      // What only inserts needs no other privilege, and no lock.
      remember();
      return;
    }
    requireRight(target.table().lockable());
    if (target.replicated()) {
      backends.markTablesLocked();
      // The home node first, as all writers do; then the same rows are found everywhere.
      for (int node = Cluster.HOME; node < nodes(); node++) {
        TextResult.run(
            backends.on(node), "LOCK TABLE " + target.name() + " IN SHARE ROW EXCLUSIVE MODE");
      }
    }
    List<String> loadedColumns = new ArrayList<>(target.columns());
    loadedColumns.add(NODE);
    loadedColumns.add(PLACE);
    gathering.load(
        workplace.session(),
        backends::on,
        rows(),
        loadedColumns,
        target.replicated() ? 1 : nodes(),
        node ->
            "SELECT "
                + target.list("argosy_row.")
                + ", "
                + node
                + "::pg_catalog.int4, "
                + (target.replicated() ? target.identity() : target.place())
                + " FROM "
                + target.name()
                + " AS argosy_row"
                + (filter == null ? "" : " WHERE " + filter)
                + (target.replicated() ? "" : " FOR UPDATE"));
    List<List<String>> first = run("SELECT xmin FROM %s LIMIT 1", rows()).rows();
    loadedBy = first.isEmpty() ? loadedBy : first.getFirst().getFirst();
    remember();
  }

  /**
   * PostgreSQL may ask for less: for the columns that the statement reads, and for no lock.
   *
   * @throws PostgresException 0A000 when the role may not read or lock whole rows
   */
  private void requireRight(boolean right) {
    if (!right) {
      throw new PostgresException(
          "0A000",
          "whole rows of \""
              + target.table().name()
              + "\" must be read and locked to be changed over several nodes, for which the role"
              + " has no right",
          "Grant it SELECT and UPDATE on the table.");
    }
  }

  /** Keeps what has been loaded, to tell what the statement deletes, and which numbers change. */
  private void remember() {
    List<String> kept = new ArrayList<>(List.of(NODE, PLACE));
    kept.addAll(target.alwaysNumbered());
    run(
        "CREATE TEMPORARY TABLE %s_loaded ON COMMIT DROP AS SELECT %s FROM %s",
        name, Identifiers.list(kept), rows());
    workplace.created(loaded());
  }

  private int nodes() {
    return backends.cluster().nodes().size();
  }

  /**
   * Finds what the statement has changed; gives how many differences each node is to apply.
   *
   * @throws PostgresException 0A000 when a row moves that foreign keys with actions refer to, or
   *     that the role may not move, or gets another number that only PostgreSQL gives
   */
  Map<Integer, Map<Change, Long>> compare() {
    String moved = "c.xmin::pg_catalog.text OPERATOR(pg_catalog.<>) '" + loadedBy + "'";
    // No row has no owner, and none that was loaded no node.
    String leaves =
        target.replicated() ? "" : " OR " + owner("c.") + " OPERATOR(pg_catalog.<>) c." + NODE;
    StringBuilder query =
        new StringBuilder()
            .append(
                "SELECT l.%s, CASE WHEN c.%s IS NULL%s THEN '%s' ELSE '%s' END AS %s, l.%s, "
                    .formatted(NODE, PLACE, leaves, Change.DELETE, Change.UPDATE, KIND, PLACE))
            .append(target.list("c."))
            .append(
                " FROM %s l LEFT JOIN %s c ON c.%s OPERATOR(pg_catalog.=) l.%s"
                    .concat(" AND c.%s OPERATOR(pg_catalog.=) l.%s WHERE c.%s IS NULL OR %s")
                    .formatted(loaded(), rows(), NODE, NODE, PLACE, PLACE, PLACE, moved))
            .append(" UNION ALL SELECT %s, '%s', NULL, ".formatted(owner(""), Change.INSERT))
            .append(target.list(""))
            .append(" FROM ONLY ")
            .append(name());
    if (!target.replicated()) {
      query
          .append(" UNION ALL SELECT %s, '%s', c.%s, ".formatted(owner("c."), Change.INSERT, PLACE))
          .append(target.list("c."))
          .append(
              " FROM %s c WHERE %s AND %s OPERATOR(pg_catalog.<>) c.%s"
                  .formatted(rows(), moved, owner("c."), NODE));
    }
    run("CREATE TEMPORARY TABLE %s_differences ON COMMIT DROP AS %s", name, query);
    workplace.created(differences());
    if (run(
            "SELECT EXISTS (SELECT FROM %s WHERE %s OPERATOR(pg_catalog.=) '%s' AND %s IS NOT"
                + " NULL)",
            differences(), KIND, Change.INSERT, PLACE)
        .single()
        .equals("t")) {
      requireRightsToMove();
      refuseWithActions();
    }
    target.alwaysNumbered().forEach(this::refuseNewNumbers);
    Map<Integer, Map<Change, Long>> counts = new TreeMap<>();
    run("SELECT %s, %s, pg_catalog.count(*) FROM %s GROUP BY 1, 2", NODE, KIND, differences())
        .rows()
        .forEach(
            row ->
                IntStream.range(0, nodes())
                    .filter(node -> target.replicated() || node == Integer.parseInt(row.get(0)))
                    .forEach(
                        node ->
                            counts
                                .computeIfAbsent(node, ignored -> new TreeMap<>())
                                .put(Change.valueOf(row.get(1)), Long.parseLong(row.get(2)))));
    return counts;
  }

  /** PostgreSQL, where the row stays in its place, asks for the right to update it only. */
  private void requireRightsToMove() {
    if (!target.table().deletable() || !target.table().insertable()) {
      throw new PostgresException(
          "0A000",
          "rows of \""
              + target.table().name()
              + "\" move to another node, where they are inserted, and are deleted where they were,"
              + " for which the role has no right",
          "Grant it INSERT and DELETE on the table.");
    }
  }

  /** To delete a row and to insert it again is not what these actions wait for. */
  private void refuseWithActions() {
    String referring =
        run(
                "SELECT pg_catalog.min(conname) FROM pg_catalog.pg_constraint WHERE contype"
                    + " OPERATOR(pg_catalog.=) 'f'::pg_catalog.\"char\" AND confrelid"
                    + " OPERATOR(pg_catalog.=) %s::pg_catalog.oid AND (confdeltype"
                    + " OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog.\"char\"[]) OR"
                    + " confupdtype OPERATOR(pg_catalog.=) ANY ('{c,n,d}'::pg_catalog.\"char\"[]))",
                target.relation().oid())
            .single();
    if (referring != null) {
      throw new PostgresException(
          "0A000",
          "rows of \""
              + target.table().name()
              + "\" cannot be moved to another node: foreign key \""
              + referring
              + "\" has actions for rows that are deleted or updated",
          "Change the referring rows first, then delete the row and insert it with its new key.");
    }
  }

  /** An UPDATE can give such a column the next number of the node alone. */
  private void refuseNewNumbers(String column) {
    String quoted = Identifiers.quote(column);
    if (run(
            "SELECT EXISTS (SELECT FROM %s d JOIN %s l ON d.%s OPERATOR(pg_catalog.=) l.%s"
                + " AND d.%s OPERATOR(pg_catalog.=) l.%s WHERE d.%s OPERATOR(pg_catalog.=) '%s'"
                + " AND (%s OR d.%s OPERATOR(pg_catalog.<>) l.%s))",
            differences(),
            loaded(),
            NODE,
            NODE,
            PLACE,
            PLACE,
            KIND,
            Change.UPDATE,
            // Its next number may be the one that it has.
            !target.assigns(),
            quoted,
            quoted)
        .single()
        .equals("t")) {
      throw new PostgresException(
          "0A000",
          "identity column \""
              + column
              + "\" of \""
              + target.table().name()
              + "\", which is GENERATED ALWAYS, cannot be updated to DEFAULT: the numbers are"
              + " those of the home node",
          "ALTER COLUMN "
              + quoted
              + " SET GENERATED BY DEFAULT, or delete the row and insert it again.");
    }
  }

  private String owner(String qualifier) {
    return target.owner(qualifier, backends.slots());
  }

  /** The query that gives a node's differences, on the home node. */
  String differencesOf(int node) {
    return "SELECT "
        + Identifiers.list(target.differenceColumns())
        + " FROM "
        + differences()
        + (target.replicated() ? "" : " WHERE " + NODE + " OPERATOR(pg_catalog.=) " + node);
  }
}
