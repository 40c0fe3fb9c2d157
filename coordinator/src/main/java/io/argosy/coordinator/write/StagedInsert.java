package io.argosy.coordinator.write;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.catalog.RelationFact;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.QueryRows;
import io.argosy.coordinator.execute.SpooledExecution;
import io.argosy.coordinator.execute.StageNames;
import io.argosy.coordinator.execute.StatementPlanner;
import io.argosy.coordinator.execute.StatementRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An INSERT whose rows are computed once, on the home node or by a query over many nodes, staged
 * there with their defaults, and then inserted where they belong. ON CONFLICT and RETURNING are the
 * work of the node that gets the row: every unique index of a distributed table has its
 * distribution column, so that rows in conflict are on one node.
 */
final class StagedInsert {
  private final InsertStatement insert;
  private final TableFact target;
  private final StatementRun run;
  private final StatementPlanner planner;
  private final PlanExecutor executor;

  /** The tables from which the nodes besides the home node insert. */
  private final Map<Integer, String> onNodes = new TreeMap<>();

  StagedInsert(
      InsertStatement insert,
      TableFact target,
      StatementRun run,
      StatementPlanner planner,
      PlanExecutor executor) {
    this.insert = insert;
    this.target = target;
    this.run = run;
    this.planner = planner;
    this.executor = executor;
  }

  /**
   * @param planned the INSERT
   */
  Execution start(PlannedStatement planned) {
    StagedRows staged = new StagedRows(run.backends(), target);
    // The target itself is among the relations, but only a source or a view in it reads it.
    boolean readsViews =
        planned.relations().stream().anyMatch(relation -> relation.definition() != null);
    boolean distributedSource =
        planned.relations().stream()
            .filter(RelationFact::partitioned)
            .anyMatch(relation -> readsViews || isRead(relation));
    if (distributedSource) {
      stageQuery(staged, planned);
    } else {
      execute(
          insert.with()
              + "INSERT INTO "
              + staged.table()
              + " "
              + insert.columnList()
              + " "
              + insert.source());
    }
    if (insert.overridesUserValues()) {
      overrideUserValues(staged);
    }
    if (insert.tail().isEmpty()) {
      long rows = staged.moveToTarget();
      staged.close();
      return new ImmediateExecution("INSERT 0 " + rows);
    }
    return insertOnNodes(staged, planned);
  }

  private boolean isRead(RelationFact relation) {
    boolean isTarget =
        relation.schema().equals(target.schema()) && relation.name().equals(target.name());
    return !isTarget || sourceMentions(relation);
  }

  private boolean sourceMentions(RelationFact relation) {
    String quoted = Identifiers.quote(relation.name());
    return IntStream.range(0, insert.sourceEnd())
        .filter(i -> i >= insert.sourceStart() || !insert.with().isEmpty())
        .filter(i -> i + 2 < insert.tokens().size() && insert.tokens().get(i + 1).isSymbol("."))
        .anyMatch(
            i ->
                insert.tokens().get(i).value().equals(relation.schema())
                    && (insert.tokens().get(i + 2).value().equals(relation.name())
                        || insert.tokens().get(i + 2).text().equals(quoted))
                    && !insert.tokens().get(Math.max(0, i - 1)).isWord("into"));
  }

  private void execute(String sql) {
    try (Execution execution =
        new NodeExecution(run.backends().home(), run.binding().request(sql), run.client())) {
      while (execution.next() != null) {
        // An INSERT without RETURNING gives no rows.
      }
    }
  }

  /** Runs the source as a query of its own, and assigns its columns as the INSERT would. */
  private void stageQuery(StagedRows staged, PlannedStatement planned) {
    NodeSession home = run.backends().home();
    PlannedStatement query =
        planner.plan(insert.with() + insert.source(), planned.description().parameterTypes());
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

  private void overrideUserValues(StagedRows staged) {
    target.columns().stream()
        .filter(column -> !column.identity().isEmpty())
        .filter(column -> insert.columns().contains(column.name()))
        .forEach(
            column ->
                TextResult.run(
                    run.backends().home(),
                    "UPDATE "
                        + staged.table()
                        + " SET "
                        + Identifiers.quote(column.name())
                        + " = DEFAULT"));
  }

  private Execution insertOnNodes(StagedRows staged, PlannedStatement planned) {
    List<ChainedExecution.Step> steps = new ArrayList<>();
    boolean everywhere = target.partitioned() || target.replicated();
    int nodes = everywhere ? run.backends().cluster().nodes().size() : 1;
    for (int node = Cluster.HOME; node < nodes; node++) {
      int current = node;
      steps.add(
          new ChainedExecution.Step(
              () -> insertOn(current, staged), target.partitioned() || node == Cluster.HOME));
    }
    Execution chained = new ChainedExecution(steps, () -> drop(staged));
    // All nodes must have their rows before the client is answered, however much it reads.
    return planned.description().fields().isPresent() ? new SpooledExecution(chained) : chained;
  }

  private void drop(StagedRows staged) {
    staged.close();
    onNodes.forEach(
        (node, table) -> TextResult.run(run.backends().on(node), "DROP TABLE " + table));
  }

  private Execution insertOn(int node, StagedRows staged) {
    String rows = staged.rowsOf(node);
    NodeSession session = run.backends().on(node);
    if (node != Cluster.HOME) {
      String table = StageNames.unused();
      TextResult.run(
          session,
          "CREATE UNLOGGED TABLE "
              + table
              + " AS TABLE "
              + target.qualifiedName()
              + " WITH NO DATA");
      onNodes.put(node, table);
      staged.moveTo(node, table);
      rows = "SELECT " + staged.columnList() + " FROM " + table;
    }
    return new NodeExecution(
        session,
        run.binding()
            .request(
                "INSERT INTO "
                    + insert.target()
                    + staged.targetList()
                    + " OVERRIDING SYSTEM VALUE "
                    + rows
                    + (rows.contains(" WHERE ") ? " " : " WHERE true ")
                    + insert.tail()),
        run.client());
  }
}
