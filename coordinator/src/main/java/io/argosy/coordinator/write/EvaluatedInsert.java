package io.argosy.coordinator.write;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.execute.repeat.OnceEvaluation;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An INSERT of a few rows with values that must be evaluated once: numbers of sequences, the time,
 * random values, be they written or the defaults of columns. The home node computes all of them in
 * one query. With parameters in their places the rows are constant, and their owners insert them.
 *
 * @param insert the INSERT of constant rows
 * @param values what the parameters stand for that follow the statement's own: first those of its
 *     tail, then those of the rows, in the order in which PostgreSQL evaluates them
 */
record EvaluatedInsert(InsertStatement insert, List<OnceValue> values) {
  /**
   * A value that is evaluated once.
   *
   * @param once with the type that it is assigned to, without a modifier
   * @param binary whether its text depends on settings
   */
  record OnceValue(Plan.Once once, boolean binary) {
    private boolean takesNumber() {
      return once.expression().contains("nextval(") || once.expression().contains("next_identity(");
    }
  }

  /**
   * How an INSERT can be run so.
   *
   * @param parameters how many parameters the statement has itself
   * @return empty where it must be staged, or need not be evaluated
   */
  static Optional<EvaluatedInsert> of(
      InsertStatement insert, TailRule rule, TableFact target, int parameters) {
    if (!insert.with().isEmpty()
        || insert.assignsParts()
        || insert.overridesUserValues()
        || !rule.needsNoCopies(target.replicated())) {
      return Optional.empty();
    }
    return new EvaluatedRows(insert, target, parameters + rule.once().size())
        .insert()
        .map(evaluated -> evaluated.behind(rule.once()));
  }

  private EvaluatedInsert behind(List<Plan.Once> tail) {
    return new EvaluatedInsert(
        insert,
        Stream.concat(tail.stream().map(once -> new OnceValue(once, false)), values.stream())
            .toList());
  }

  /**
   * Evaluates the values, and starts the INSERT of the rows that have them.
   *
   * @param written the INSERT as the client has it
   * @param evaluating a backend of the home node
   */
  Execution start(
      InsertStatement written,
      TailRule rule,
      TableFact target,
      StatementRun run,
      NodeSession evaluating) {
    if (values.stream().anyMatch(OnceValue::takesNumber)) {
      // PostgreSQL assigns constants when it plans. What it refuses then has taken no number.
      TextResult.run(evaluating, new Request.Rehearsal(run.binding().request(written.text())));
    }
    return ConstantInsert.start(
            insert, rule, target, run, () -> evaluation().of(run.binding(), evaluating))
        .orElseThrow();
  }

  /**
   * Evaluates the values of several runs, and starts these.
   *
   * @param planned the INSERT as it is planned
   * @param bindings the values of the statement's own parameters for each run
   * @param evaluating a backend of the home node, in the transaction
   * @return empty where each run is to be started by itself
   */
  Optional<RepeatedRuns> startRepeated(
      PlannedStatement planned,
      TailRule rule,
      TableFact target,
      StatementRun run,
      Iterator<Binding> bindings,
      NodeSession evaluating) {
    if (!RepeatedInsert.isPossible(rule, target) || !planned.standsAlone()) {
      return Optional.empty();
    }
    return evaluation()
        .of(bindings, evaluating, run.backends())
        .flatMap(
            all -> new RepeatedInsert(planned, insert, rule, target, run).start(all.iterator()));
  }

  private OnceEvaluation evaluation() {
    short[] formats = new short[values.size()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = values.get(i).binary() ? (short) 1 : 0;
    }
    return new OnceEvaluation(values.stream().map(OnceValue::once).toList(), formats, true);
  }
}
