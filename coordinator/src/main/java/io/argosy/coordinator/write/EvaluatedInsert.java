package io.argosy.coordinator.write;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.DataRowReader;
import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An INSERT of a few rows with values that must be evaluated once: numbers of sequences, the time,
 * random values, be they written or the defaults of columns. The home node computes all of them in
 * one query. With parameters in their places the rows are constant, and their owners insert them.
 *
 * @param insert the INSERT of constant rows
 * @param values what the parameters stand for, which follow the statement's own and those of its
 *     tail, in the order in which PostgreSQL evaluates them
 */
record EvaluatedInsert(InsertStatement insert, List<OnceValue> values) {
  /** More than that are staged; a SELECT list has 1,664 columns at most. */
  private static final int MOST_VALUES = 400;

  /**
   * How an INSERT can be run so.
   *
   * @param parameters how many parameters come before those of the values
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
    return new EvaluatedRows(insert, target, parameters).insert();
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
            insert, rule, target, run, () -> binding(rule.once(), run, evaluating))
        .orElseThrow();
  }

  /** All in one statement: functions that have one value for a statement have the same in each. */
  private Binding binding(List<Plan.Once> once, StatementRun run, NodeSession evaluating) {
    List<OnceValue> all =
        Stream.concat(
                once.stream().map(o -> new OnceValue(o.expression(), o.type(), false)),
                values.stream())
            .toList();
    short[] formats = new short[all.size()];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = all.get(i).binary() ? (short) 1 : 0;
    }
    Binding own = run.binding();
    String sql = all.stream().map(OnceValue::sql).collect(Collectors.joining(", ", "SELECT ", ""));
    Binding query = new Binding(own.types(), own.formats(), own.values(), formats);
    List<Field> fields = new ArrayList<>();
    List<byte[]> row = new ArrayList<>();
    read(evaluating, query, sql, run, fields, row);
    Binding binding = own;
    for (int i = 0; i < formats.length; i++) {
      List<byte[]> value = new ArrayList<>();
      value.add(row.get(i));
      binding = binding.and(new int[] {fields.get(i).typeOid()}, value, formats[i]);
    }
    return binding;
  }

  private static void read(
      NodeSession session,
      Binding query,
      String sql,
      StatementRun run,
      List<Field> fields,
      List<byte[]> row) {
    PostgresError failure = null;
    try (Result result = session.execute(query.describedRequest(sql))) {
      ResultEvent event;
      do {
        event = result.next();
        switch (event) {
          case ResultEvent.Columns columns -> fields.addAll(columns.fields());
          case ResultEvent.Rows rows -> {
            DataRowReader reader = new DataRowReader(rows.messages());
            while (reader.next()) {
              for (int i = 0; i < reader.columnCount(); i++) {
                row.add(reader.bytes(i));
              }
            }
          }
          case ResultEvent.Notice notice -> run.client().notice(notice.notice());
          case ResultEvent.Failed failed -> failure = failed.error();
          default -> {}
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (failure != null) {
      throw new PostgresException(failure);
    }
  }

  /**
   * A value that is evaluated once.
   *
   * @param expression as SQL
   * @param type the type that it is assigned to, as SQL, without a modifier
   * @param binary whether its text depends on settings, or has no hash in Java
   */
  record OnceValue(String expression, String type, boolean binary) {
    private boolean takesNumber() {
      return expression.contains("nextval(") || expression.contains("next_identity(");
    }

    private String sql() {
      return "CAST(" + expression + " AS " + type + ")";
    }
  }

  /** A column list as SQL, and rows below it. */
  static InsertStatement rewritten(
      InsertStatement insert, List<String> columns, List<List<String>> rows) {
    String values =
        rows.stream()
            .map(row -> row.stream().collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining(", "));
    return InsertStatement.parse(
        "INSERT INTO "
            + insert.target()
            + " ("
            + Identifiers.list(columns)
            + ") OVERRIDING SYSTEM VALUE VALUES "
            + values
            + " "
            + insert.tail());
  }

  static boolean isTooMuch(int values) {
    return values > MOST_VALUES;
  }
}
