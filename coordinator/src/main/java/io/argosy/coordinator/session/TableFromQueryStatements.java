package io.argosy.coordinator.session;

import io.argosy.agent.node.CommandTag;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.QueryRows;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.planner.plan.Plan;
import java.util.List;

/**
 * CREATE TABLE .. AS, SELECT .. INTO and CREATE MATERIALIZED VIEW. The table is made on every node;
 * having no placement yet, its rows live on the home node.
 */
final class TableFromQueryStatements {
  private final Backends backends;
  private final ClientOutput client;
  private final StatementDescriber describer;
  private final PlanExecutor executor;
  private final DefinitionStatements definitions;

  TableFromQueryStatements(
      Backends backends,
      ClientOutput client,
      StatementDescriber describer,
      PlanExecutor executor,
      DefinitionStatements definitions) {
    this.backends = backends;
    this.client = client;
    this.describer = describer;
    this.executor = executor;
    this.definitions = definitions;
  }

  Execution create(SqlStatement statement) {
    TableDefinition definition = TableDefinition.of(statement);
    PlannedStatement planned;
    try {
      planned = describer.plan(definition.query(), new int[0]);
    } catch (PostgresException e) {
      throw definition.queryStart() == 0
          ? new PostgresException(e.error().without('P'), e)
          : ErrorPositions.shifted(e, definition.queryStart());
    }
    if (definition.materializedView()) {
      requireEqualOnAllNodes(planned);
      return definitions.define(statement);
    }
    backends.ensureTransaction();
    if (definition.temporary()) {
      backends.pinHome();
    } else {
      backends.block().markCatalogChanged();
    }
    boolean exists = exists(definition);
    String empty = definition.head() + " " + definition.query() + " WITH NO DATA";
    String tag = run(backends.home(), empty);
    if (exists) {
      // IF NOT EXISTS was said, or there would have been an error.
      return new ImmediateExecution(tag);
    }
    if (!definition.temporary()) {
      for (int node = Cluster.HOME + 1; node < backends.cluster().nodes().size(); node++) {
        TextResult.run(backends.on(node), empty);
      }
    }
    return new ImmediateExecution(
        definition.withData() ? "SELECT " + fill(definition.name(), planned) : tag);
  }

  private static void requireEqualOnAllNodes(PlannedStatement planned) {
    boolean equal =
        planned.relations().stream()
            .allMatch(relation -> relation.replicated() || relation.definition() != null);
    if (!equal) {
      throw new PostgresException(
          "0A000",
          "a materialized view can only read replicated tables",
          "Use CREATE TABLE .. AS, or replicate the tables with create_reference_table.");
    }
  }

  /** Whether CREATE would find a relation of that name in its way. */
  private boolean exists(TableDefinition definition) {
    String name =
        definition.temporary() && !definition.name().contains(".")
            ? "pg_temp." + definition.name()
            : definition.name();
    String found =
        TextResult.run(
                backends.home(),
                "SELECT n.nspname = pg_catalog.current_schema() OR "
                    + name.contains(".")
                    + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid ="
                    + " c.relnamespace WHERE c.oid = pg_catalog.to_regclass("
                    + Identifiers.literal(name)
                    + ")")
            .rows()
            .stream()
            .map(List::getFirst)
            .findFirst()
            .orElse("f");
    return found.equals("t");
  }

  private String run(NodeSession session, String sql) {
    try (Execution execution = new NodeExecution(session, new Request.Simple(sql), client)) {
      while (execution.next() != null) {
        // No rows come from WITH NO DATA.
      }
      return execution.tag(0);
    }
  }

  private long fill(String table, PlannedStatement planned) {
    NodeSession home = backends.home();
    if (planned.plan() instanceof Plan.Route route
        && !(route.target() instanceof Plan.Target.KeyOwner)) {
      String tag = run(home, "INSERT INTO " + table + " " + planned.sql());
      return CommandTag.rows(tag);
    }
    StatementRun rows = new StatementRun(backends, Binding.none(), client).ofWrittenRows();
    return QueryRows.load(executor.start(planned, rows), home, table, List.of(), true);
  }
}
