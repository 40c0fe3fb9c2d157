package io.argosy.coordinator.explain;

import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.analysis.Description;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RowLocks;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.definition.TableFromQueryStatements;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.SqlPreparedStatements;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.coordinator.write.WriteCommand;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/** EXPLAIN of what Argosy plans; of anything else the home node's own. */
public final class ExplainStatements {
  private final PlanExecutor executor;
  private final Cluster cluster;
  private final Backends backends;
  private final StatementDescriber describer;
  private final WriteCommand writes;
  private final SqlPreparedStatements sqlPrepared;
  private final TableFromQueryStatements tables;
  private final ClientOutput client;

  public ExplainStatements(
      PlanExecutor executor,
      Cluster cluster,
      Backends backends,
      StatementDescriber describer,
      WriteCommand writes,
      SqlPreparedStatements sqlPrepared,
      TableFromQueryStatements tables,
      ClientOutput client) {
    this.executor = executor;
    this.cluster = cluster;
    this.backends = backends;
    this.describer = describer;
    this.writes = writes;
    this.sqlPrepared = sqlPrepared;
    this.tables = tables;
    this.client = client;
  }

  public Execution explain(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    ExplainOptions options = ExplainOptions.parse(statement.tokens());
    SqlStatement explained = SqlStatement.of(statement.sql().substring(options.statementStart()));
    return switch (explained.kind()) {
      case QUERY, MODIFICATION, MODIFYING_WITH ->
          planned(explained, plan(explained, prepared, binding, options), binding, options);
      case EXECUTE -> {
        SqlPreparedStatements.Call call = sqlPrepared.call(explained, binding);
        yield planned(
            call.statement().statement(),
            describer.plan(call.statement()),
            call.binding(),
            options);
      }
      case TABLE_FROM_QUERY -> {
        TableFromQueryStatements.Source source = tables.source(explained, binding);
        yield answer(
            source.planned(),
            source.binding(),
            options,
            (planned, run) -> tables.create(explained, binding));
      }
      case HOME ->
          explained.word(0).equals("declare")
              ? cursor(explained, prepared, binding, options)
              : onHome(statement, binding, options);
      case EMPTY,
          PLACEMENT,
          BEGIN,
          COMMIT,
          ROLLBACK,
          SAVEPOINT,
          RELEASE,
          ROLLBACK_TO,
          TWO_PHASE,
          SET,
          RESET,
          SHOW,
          SET_TRANSACTION,
          SET_CONSTRAINTS,
          DISCARD,
          EXPLAIN,
          COPY,
          PREPARE,
          DEALLOCATE,
          DEFINITION,
          MAINTENANCE,
          TEMPORARY ->
          onHome(statement, binding, options);
    };
  }

  private Execution planned(
      SqlStatement explained, PlannedStatement planned, Binding binding, ExplainOptions options) {
    if (options.analyze() && planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    }
    if (explained.kind() == StatementKind.QUERY) {
      if (options.analyze() && explained.locksRows()) {
        backends.ensureWriting();
        return answer(RowLocks.kept(planned), binding, options, executor::start);
      }
      return answer(planned, binding, options, executor::start);
    }
    if (options.analyze()) {
      backends.ensureTransaction();
    }
    return answer(planned, binding, options, writes::start);
  }

  /** The query of a cursor, which is not opened. */
  private Execution cursor(
      SqlStatement declare, PreparedStatement prepared, Binding binding, ExplainOptions options) {
    OptionalInt queryStart = declare.declaredQueryStart();
    if (queryStart.isEmpty()) {
      return onHome(prepared.statement(), binding, options);
    }
    SqlStatement explained = SqlStatement.of(declare.sql().substring(queryStart.getAsInt()));
    return planned(explained, plan(explained, prepared, binding, options), binding, options);
  }

  private Execution onHome(SqlStatement statement, Binding binding, ExplainOptions options) {
    if (options.resources()) {
      throw new PostgresException(
          "0A000", "EXPLAIN option RESOURCES is not supported for statements of this kind");
    }
    return new NodeExecution(backends.home(), binding.request(statement.sql()), client);
  }

  private PlannedStatement plan(
      SqlStatement explained, PreparedStatement prepared, Binding binding, ExplainOptions options) {
    Description description = describer.describe(explained, prepared.givenTypes());
    requireValues(description, binding, options);
    return options.analyze()
        ? describer.plan(explained.sql(), prepared.givenTypes(), description)
        : describer.planSettings(explained.sql(), prepared.givenTypes(), description);
  }

  /** What the EXPLAIN asks of nodes. */
  private RequestLedger ledger() {
    return backends
        .activity()
        .current()
        .map(StatementActivity::ledger)
        .orElseGet(RequestLedger::new);
  }

  private static void requireValues(
      Description description, Binding binding, ExplainOptions options) {
    int given = binding.values().size();
    if (given >= description.parameterTypes().length) {
      return;
    }
    throw options.genericPlan()
        ? new PostgresException(
            "0A000",
            "EXPLAIN option GENERIC_PLAN is not supported for statements with parameters",
            "Prepare the statement, and explain its EXECUTE with values.")
        : new PostgresException("42P02", "there is no parameter $" + (given + 1));
  }

  private Execution answer(
      PlannedStatement planned,
      Binding binding,
      ExplainOptions options,
      BiFunction<PlannedStatement, StatementRun, Execution> start) {
    Explanation explanation =
        new Explainer(executor, cluster, start, ledger())
            .explain(planned, new StatementRun(backends, binding, client), options);
    ExplanationWriter writer = new ExplanationWriter(cluster);
    return new ImmediateExecution(
        "EXPLAIN",
        switch (options.format()) {
          case TEXT -> writer.text(explanation).stream().map(List::of).toList();
          case XML -> List.of(List.of(writer.xml(explanation)));
          case JSON -> List.of(List.of(writer.json(explanation)));
          case YAML -> List.of(List.of(writer.yaml(explanation)));
        });
  }
}
