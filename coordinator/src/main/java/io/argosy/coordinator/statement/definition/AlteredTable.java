package io.argosy.coordinator.statement.definition;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.statement.placement.EqualCopies;
import io.argosy.coordinator.statement.placement.RowPlacement;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A table that ALTER TABLE is about, noted before the statement and completed when all nodes have
 * run it, in its transaction: values that the nodes have computed by themselves become those that
 * one PostgreSQL would have computed, and rows move to the owners of their changed keys.
 */
public final class AlteredTable {
  private static final String STATE =
      "SELECT c.oid, c.relnatts, coalesce(pg_catalog.pg_relation_filenode(c.oid)::pg_catalog.text,"
          + " (SELECT pg_catalog.string_agg(pg_catalog.pg_relation_filenode(p.relid)"
          + "::pg_catalog.text, ' ' ORDER BY p.relid) FROM pg_catalog.pg_partition_tree(c.oid) p)),"
          + " (SELECT"
          + " pg_catalog.format_type(a.atttypid, a.atttypmod) FROM argosy.tables t JOIN"
          + " pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) t.relation AND"
          + " a.attnum OPERATOR(pg_catalog.=) t.distribution_column WHERE t.relation"
          + " OPERATOR(pg_catalog.=) c.oid AND NOT a.attisdropped) FROM pg_catalog.pg_class c WHERE"
          + " c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p}'::pg_catalog.\"char\"[]) AND c.oid"
          + " OPERATOR(pg_catalog.=) ";

  private final StatementRun run;
  private final boolean seesAllRows;
  private final List<String> before;
  private final Optional<String> differsByNode;
  private final boolean computes;

  private AlteredTable(
      StatementRun run, boolean seesAllRows, List<String> before, List<String> expressions) {
    this.run = run;
    this.seesAllRows = seesAllRows;
    this.before = before;
    this.computes = !expressions.isEmpty();
    this.differsByNode =
        new ChangingExpressions(run.backends().home(), before.getFirst())
            .dependingOnNode(expressions);
  }

  /**
   * Before the statement runs.
   *
   * @param run in the statement's transaction
   * @param seesAllRows whether each of the transaction's statements sees what is committed by then
   * @param name the table's name as SQL
   * @param expressions those from which the statement computes new values of columns
   * @return empty where there is no such table
   */
  public static Optional<AlteredTable> before(
      StatementRun run, boolean seesAllRows, String name, List<String> expressions) {
    NodeBackends backends = run.backends();
    return TextResult.run(
            backends.home(), STATE + "pg_catalog.to_regclass(" + Identifiers.literal(name) + ")")
        .rows()
        .stream()
        .findFirst()
        .map(state -> new AlteredTable(run, seesAllRows, state, expressions));
  }

  /**
   * When all nodes have run the statement.
   *
   * @throws PostgresException 0A000 when values would depend on the node that has computed them, or
   *     rows cannot move
   */
  public void complete() {
    NodeBackends backends = run.backends();
    String oid = before.get(0);
    List<String> after = TextResult.run(backends.home(), STATE + oid).rows().getFirst();
    boolean grown = !after.get(1).equals(before.get(1));
    boolean rewritten = !Objects.equals(after.get(2), before.get(2));
    // A key that is gone is refused by the rules of placements.
    boolean retyped = after.get(3) != null && !after.get(3).equals(before.get(3));
    if (!grown && !rewritten && !retyped) {
      return;
    }
    TableFact table = TableFact.read(backends.home(), oid);
    boolean otherHash = retyped && table.partitioned() && keepGroup(table);
    if (backends.cluster().nodes().size() == 1 || !mayHaveRows(table)) {
      return;
    }
    if (rewritten) {
      differsByNode.ifPresent(AlteredTable::refuse);
    }
    AddedColumns added = AddedColumns.of(backends.home(), table, before.get(1));
    added.unknownFunction().ifPresent(AlteredTable::refuse);
    if (table.placement() == null) {
      return;
    }
    if (added.vary()) {
      if (table.hasPartitions()) {
        refuse("a new column has values of its own in each row, and the rows are in partitions");
      }
      requireAllRows(table);
      new AddedValues(run, table, added.varying()).fill();
    }
    if (rewritten && computes && table.replicated() && !EqualCopies.areEqual(backends, table)) {
      refuse("the expression gives other values on other nodes");
    }
    if (table.partitioned() && (otherHash || rewritten && (computes || retyped))) {
      requireAllRows(table);
      new RowPlacement(run, table, table.column(table.distributionColumn())).ensure(true);
    }
  }

  private static void refuse(String why) {
    throw new PostgresException(
        "0A000",
        "the rows cannot be rewritten on every node: " + why,
        "Add a column without a default, fill it by UPDATE, and set the default then. A function"
            + " that gives the same on every node can be declared safe: declare_function_safe.");
  }

  /** Where row security hides rows, too. */
  private boolean mayHaveRows(TableFact table) {
    NodeBackends backends = run.backends();
    String sql =
        "SELECT pg_catalog.row_security_active(%s) OR EXISTS (SELECT FROM %s)"
            .formatted(Identifiers.literal(table.qualifiedName()), table.qualifiedName());
    return backends.cluster().positions().stream()
        .anyMatch(node -> TextResult.run(backends.on(node), sql).single().equals("t"));
  }

  private void requireAllRows(TableFact table) {
    if (!seesAllRows) {
      throw new PostgresException(
          "0A000",
          "table " + table.qualifiedName() + " cannot be rewritten so in this transaction",
          "What was written between the transaction's snapshot and its lock would not be seen. Use"
              + " READ COMMITTED.");
    }
    String active =
        "SELECT pg_catalog.row_security_active(" + Identifiers.literal(table.qualifiedName()) + ")";
    if (TextResult.run(run.backends().home(), active).single().equals("t")) {
      throw new PostgresException(
          "0A000",
          "row security hides rows of table " + table.qualifiedName() + " from this role",
          "Alter it as a role with BYPASSRLS that is a member of its owner.");
    }
  }

  /**
   * The distribution column may have got another type: the table joins those with such keys.
   *
   * @return whether it has
   */
  private boolean keepGroup(TableFact table) {
    TableFact.Column column = table.column(table.distributionColumn());
    column.requireKeyType();
    if (column.keyType().equals(table.keyType())) {
      return false;
    }
    NodeBackends backends = run.backends();
    int group = table.groupsByType().getOrDefault(column.keyType(), table.nextGroup());
    for (TableFact each : table.withPartitions(backends.home())) {
      String name = Identifiers.literal(each.qualifiedName());
      backends.runOnEach(
          ("SELECT argosy.forget_placement(%s);"
                  + " SELECT argosy.record_placement(%s, 'hash', %s, %d, %s)")
              .formatted(
                  name,
                  name,
                  Identifiers.literal(column.name()),
                  group,
                  Identifiers.literal(column.keyType())));
    }
    return true;
  }
}
