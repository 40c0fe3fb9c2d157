package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.gather.ReadCopies;
import io.argosy.coordinator.execute.move.QueryRows;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * An INSERT whose rows are computed once, on the home node or by a query over many nodes, staged
 * there with their defaults, and then inserted where they belong. ON CONFLICT and RETURNING are the
 * work of the node that gets the row: every unique index of a distributed table has its
 * distribution column, so that rows in conflict are on one node.
 */
final class StagedInsert {
  private final InsertStatement insert;
  private final TailRule rule;
  private final TableFact target;
  private final StatementRun run;
  private final StatementPlanner planner;
  private final PlanExecutor executor;

  /** The tables from which the nodes besides the home node insert. */
  private final Map<Integer, String> onNodes = new TreeMap<>();

  StagedInsert(
      InsertStatement insert,
      TailRule rule,
      TableFact target,
      StatementRun run,
      StatementPlanner planner,
      PlanExecutor executor) {
    this.insert = insert;
    this.rule = rule;
    this.target = target;
    this.run = run;
    this.planner = planner;
    this.executor = executor;
  }

  /**
   * @param planned the INSERT
   */
  Execution start(PlannedStatement planned) {
    requireRightsOfCarried();
    StagedRows staged = new StagedRows(run.backends(), target, insert.listed(target));
    List<String> ignored = ignored();
    if (!ignored.isEmpty()) {
      staged.ignoreValues(ignored);
    }
    boolean distributedSource =
        planned.relations().stream()
            .filter(relation -> relation.partitioned() || relation.placement().equals("view"))
            .anyMatch(insert::sourceReads);
    if (distributedSource && insert.needsInsert()) {
      ReadCopies copies = ReadCopies.of(run, planned, insert.with() + insert.source(), 1);
      execute(planned, staged, part -> copies.over(Cluster.HOME, part));
      copies.drop();
    } else if (distributedSource) {
      stageQuery(staged, planned);
    } else {
      execute(planned, staged, part -> part);
    }
    return insertStaged(ignored.isEmpty() ? staged : staged.numbered(ignored), planned);
  }

  private Execution insertStaged(StagedRows staged, PlannedStatement planned) {
    if (insert.tail().isEmpty() && !target.triggered() && !target.rowSecurity()) {
      long rows = staged.moveToTarget();
      staged.close();
      return new ImmediateExecution("INSERT 0 " + rows);
    }
    return insertOnNodes(staged, planned);
  }

  /** What the home node has made is read back with all columns, and inserted with them. */
  private void requireRightsOfCarried() {
    if (rule.way() == TailRule.Way.CARRIED && !(target.insertable() && target.readable())) {
      throw new PostgresException(
          "0A000",
          "ON CONFLICT of an INSERT into \""
              + target.name()
              + "\" must be computed once, and the role may not read and insert all columns",
          "Compute the value in a statement of its own first, and give it to the INSERT.");
    }
  }

  /** Evaluates the rows on the home node. */
  private void execute(PlannedStatement planned, StagedRows staged, UnaryOperator<String> over) {
    NodeSession evaluating =
        planned.readsPartitionsOnly() ? run.backends().asked() : run.backends().home();
    String sql =
        over.apply(insert.with())
            + "INSERT INTO "
            + staged.table()
            + " "
            + insert.columnList()
            + " "
            + over.apply(insert.source());
    try (Execution execution =
        new NodeExecution(evaluating, run.binding().request(sql), run.client())) {
      while (execution.next() != null) {
        // An INSERT without RETURNING gives no rows.
      }
    }
  }

  /** Runs the source as a query of its own, and assigns its columns as the INSERT would. */
  private void stageQuery(StagedRows staged, PlannedStatement planned) {
    NodeSession home = run.backends().asked();
    PlannedStatement query =
        RowLocks.kept(
            insert.source(),
            planner.plan(insert.with() + insert.source(), planned.description().parameterTypes()));
    SourceColumns columns =
        SourceColumns.of(insert, target, query.description().fields().orElseThrow());
    String raw = "argosy_source_" + run.backends().nextNumber();
    TextResult.run(
        home,
        "CREATE TEMPORARY TABLE " + raw + " (" + columns.definitions(home) + ") ON COMMIT DROP");
    Execution rows = executor.start(query, run.ofWrittenRows());
    QueryRows.load(rows, home, "pg_temp." + raw, List.of(), true);
    TextResult.run(
        home,
        "INSERT INTO "
            + staged.table()
            + " ("
            + columns.targetList()
            + ") SELECT "
            + columns.values()
            + " FROM pg_temp."
            + raw
            + "; DROP TABLE pg_temp."
            + raw);
  }

  /** The identity columns whose values of the statement are ignored. */
  private List<String> ignored() {
    return insert.overridesUserValues()
        ? target.columns().stream()
            .filter(column -> !column.identity().isEmpty())
            .map(TableFact.Column::name)
            .filter(insert.columns()::contains)
            .toList()
        : List.of();
  }

  private Execution insertOnNodes(StagedRows staged, PlannedStatement planned) {
    boolean everywhere = target.partitioned() || target.replicated();
    int most = everywhere ? run.backends().cluster().nodes().size() : 1;
    ReadCopies copies = ReadCopies.of(run, planned, copied(), target.partitioned() ? most : 1);
    Binding binding = PlanExecutor.withOnce(rule.once(), run);
    int returned = planned.description().fields().map(List::size).orElse(0);
    if (rule.way() == TailRule.Way.CARRIED) {
      return carried(staged, copies, binding, returned);
    }
    List<Integer> nodes = staged.nodes();
    if (returned > 0 && target.partitioned() && nodes.size() > 1) {
      return inOrder(nodes, staged, copies, binding);
    }
    List<ChainedExecution.Step> steps = new ArrayList<>();
    for (int node : nodes) {
      boolean first = target.partitioned() || node == Cluster.HOME;
      steps.add(
          new ChainedExecution.Step(
              () -> insertOn(node, staged, copies, binding, rule.text(first)), first));
    }
    Execution chained =
        new ChainedExecution(
            steps,
            () -> {
              drop(staged);
              copies.drop();
            });
    // All nodes must have their rows before the client is answered, however much it reads.
    return returned > 0 ? new SpooledExecution(chained) : chained;
  }

  private Execution inOrder(
      List<Integer> nodes, StagedRows staged, ReadCopies copies, Binding binding) {
    SortedMap<Integer, Supplier<Execution>> inserts = new TreeMap<>();
    for (int node : nodes) {
      inserts.put(node, () -> insertOn(node, staged, copies, binding, rule.text(true)));
    }
    Execution rows = new RowsInOrder(staged.owners(), inserts);
    try {
      drop(staged);
      copies.drop();
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
    return rows;
  }

  /** What has to be at hand where it is evaluated; of a local proof, nothing more than it is. */
  private String copied() {
    return rule.way() == TailRule.Way.ON_EACH_NODE && target.partitioned()
        ? ""
        : rule.with() + rule.tail().text();
  }

  private Execution carried(StagedRows staged, ReadCopies copies, Binding binding, int returned) {
    InsertTail tail = InsertTail.parse(copies.over(Cluster.HOME, rule.tail().text()));
    Execution answer =
        new CarriedInsert(insert, target, run, tail, rule.identity())
            .start(
                staged.rowsOf(Cluster.HOME),
                copies.over(Cluster.HOME, rule.with()),
                binding,
                returned);
    staged.close();
    copies.drop();
    return answer;
  }

  private void drop(StagedRows staged) {
    staged.close();
    onNodes.forEach(
        (node, table) -> TextResult.run(run.backends().on(node), "DROP TABLE " + table));
  }

  private Execution insertOn(
      int node, StagedRows staged, ReadCopies copies, Binding binding, String tail) {
    String rows = staged.rowsOf(node);
    NodeSession session = run.backends().on(node);
    if (node != Cluster.HOME) {
      String table = StageNames.unused();
      TextResult.run(session, "CREATE UNLOGGED TABLE " + table + " " + target.columnDefinitions());
      onNodes.put(node, table);
      staged.moveTo(node, table);
      rows = "SELECT " + staged.columnList() + " FROM " + table;
    }
    boolean copied = target.partitioned() || node == Cluster.HOME;
    return new NodeExecution(
        session,
        binding.request(
            (copied ? copies.over(node, rule.with()) : rule.with())
                + "INSERT INTO "
                + insert.target()
                + staged.targetList()
                + " OVERRIDING SYSTEM VALUE "
                + rows
                + (rows.contains(" WHERE ") ? " " : " WHERE true ")
                + (copied ? copies.over(node, tail) : tail)),
        target.replicated() && node != Cluster.HOME ? run.clientWithoutNotices() : run.client());
  }
}
