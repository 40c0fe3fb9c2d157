package io.argosy.coordinator.write;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.SmallResult;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.DataRowReader;
import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.RepeatedRuns;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
  private static final String EVALUATED = "argosy_evaluated";

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
            insert, rule, target, run, () -> evaluated(run.binding(), evaluating))
        .orElseThrow();
  }

  /**
   * Evaluates the values of several runs, and starts these.
   *
   * @param bindings the values of the statement's own parameters for each run
   * @param evaluating a backend of the home node, in the transaction
   * @return empty where each run is to be started by itself
   */
  Optional<RepeatedRuns> startRepeated(
      TailRule rule,
      TableFact target,
      StatementRun run,
      Iterator<Binding> bindings,
      NodeSession evaluating) {
    if (!RepeatedInsert.isPossible(rule, target)) {
      return Optional.empty();
    }
    List<Binding> own = new ArrayList<>();
    bindings.forEachRemaining(own::add);
    return own.size() < 2
        ? Optional.empty()
        : evaluated(own, evaluating)
            .flatMap(all -> new RepeatedInsert(insert, rule, target, run).start(all.iterator()));
  }

  /** Empty where the values of some run cannot be evaluated: it is to fail when its turn comes. */
  private Optional<List<Binding>> evaluated(List<Binding> own, NodeSession evaluating) {
    TextResult.run(evaluating, "SAVEPOINT " + EVALUATED);
    SmallResult<List<byte[]>> result;
    try {
      Request.Extended first = evaluation(own.getFirst());
      List<List<byte[]>> more = own.stream().skip(1).map(Binding::values).toList();
      result = SmallResult.run(evaluating, new Request.Repeated(first, more), EvaluatedInsert::row);
    } catch (PostgresException e) {
      if (evaluating.transactionStatus() != 'E') {
        throw e;
      }
      TextResult.run(
          evaluating, "ROLLBACK TO SAVEPOINT " + EVALUATED + "; RELEASE SAVEPOINT " + EVALUATED);
      return Optional.empty();
    }
    TextResult.run(evaluating, "RELEASE SAVEPOINT " + EVALUATED);
    int[] types = result.columns().stream().mapToInt(Field::typeOid).toArray();
    return Optional.of(
        IntStream.range(0, own.size())
            .mapToObj(i -> own.get(i).and(types, result.rows().get(i), formats()))
            .toList());
  }

  /** All in one statement: functions that have one value for a statement have the same in each. */
  private Binding evaluated(Binding own, NodeSession evaluating) {
    SmallResult<List<byte[]>> result =
        SmallResult.run(evaluating, evaluation(own), EvaluatedInsert::row);
    return own.and(
        result.columns().stream().mapToInt(Field::typeOid).toArray(),
        result.rows().getFirst(),
        formats());
  }

  private Request.Extended evaluation(Binding own) {
    String query =
        values.stream()
            .map(value -> value.once().sql())
            .collect(Collectors.joining(", ", "SELECT ", ""));
    return own.withResultFormats(formats()).request(query).described();
  }

  private short[] formats() {
    short[] formats = new short[values.size()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = values.get(i).binary() ? (short) 1 : 0;
    }
    return formats;
  }

  private static List<byte[]> row(DataRowReader row) {
    return IntStream.range(0, row.columnCount()).mapToObj(row::bytes).toList();
  }
}
