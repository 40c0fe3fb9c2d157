package io.argosy.coordinator.session;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.catalog.Description;
import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.ImmediateExecution;
import io.argosy.coordinator.execute.NodeExecution;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.coordinator.explain.ExplainOptions;
import io.argosy.coordinator.explain.Explainer;
import io.argosy.coordinator.explain.Explanation;
import io.argosy.coordinator.explain.ExplanationWriter;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.coordinator.write.WriteCommand;
import java.util.List;
import java.util.function.BiFunction;

/** EXPLAIN of what Argosy plans; of anything else the home node's own. */
final class ExplainStatements {
  private final Coordinator coordinator;
  private final Backends backends;
  private final StatementDescriber describer;
  private final WriteCommand writes;
  private final ClientOutput client;

  ExplainStatements(
      Coordinator coordinator,
      Backends backends,
      StatementDescriber describer,
      WriteCommand writes,
      ClientOutput client) {
    this.coordinator = coordinator;
    this.backends = backends;
    this.describer = describer;
    this.writes = writes;
    this.client = client;
  }

  Execution explain(PreparedStatement prepared, Binding binding) {
    SqlStatement statement = prepared.statement();
    ExplainOptions options = ExplainOptions.parse(statement.tokens());
    SqlStatement explained = SqlStatement.of(statement.sql().substring(options.statementStart()));
    return switch (explained.kind()) {
      case QUERY ->
          answer(
              plan(explained, prepared, options), binding, options, coordinator.executor()::start);
      case MODIFICATION, MODIFYING_WITH -> {
        if (options.analyze()) {
          backends.ensureTransaction();
        }
        yield answer(plan(explained, prepared, options), binding, options, writes::start);
      }
      case TABLE_FROM_QUERY, EXECUTE, HOME ->
          options.analyze()
              ? refuse()
              : new NodeExecution(backends.home(), binding.request(statement.sql()), client);
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
          new NodeExecution(backends.home(), binding.request(statement.sql()), client);
    };
  }

  private static Execution refuse() {
    throw new PostgresException(
        "0A000", "EXPLAIN ANALYZE of this statement is not supported", "Explain the query in it.");
  }

  private PlannedStatement plan(
      SqlStatement explained, PreparedStatement prepared, ExplainOptions options) {
    Description description = describer.describe(explained, prepared.givenTypes());
    return options.analyze()
        ? describer.plan(explained.sql(), prepared.givenTypes(), description)
        : describer.planSettings(explained.sql(), prepared.givenTypes(), description);
  }

  private Execution answer(
      PlannedStatement planned,
      Binding binding,
      ExplainOptions options,
      BiFunction<PlannedStatement, StatementRun, Execution> start) {
    Explanation explanation =
        new Explainer(coordinator.executor(), coordinator.cluster(), start)
            .explain(planned, new StatementRun(backends, binding, client), options);
    ExplanationWriter writer = new ExplanationWriter(coordinator.cluster());
    return new ImmediateExecution(
        "EXPLAIN",
        switch (options.format()) {
          case TEXT -> writer.text(explanation).stream().map(List::of).toList();
          case JSON -> List.of(List.of(writer.json(explanation)));
        });
  }
}
