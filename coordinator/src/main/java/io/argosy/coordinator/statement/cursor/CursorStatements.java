package io.argosy.coordinator.statement.cursor;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.move.QueryRows;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.SessionViews;
import io.argosy.coordinator.statement.prepared.StatementDescriber;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cursors of SQL. They are PostgreSQL's own, on the home node, so that FETCH and MOVE mean there
 * what they always do. A query over several nodes is answered first, into a temporary table that
 * the cursor then reads.
 */
public final class CursorStatements {
  private final Backends backends;
  private final StatementDescriber describer;
  private final PlanExecutor executor;
  private final ClientOutput client;
  private final SessionViews views;

  public CursorStatements(
      Backends backends,
      StatementDescriber describer,
      PlanExecutor executor,
      ClientOutput client,
      SessionViews views) {
    this.backends = backends;
    this.describer = describer;
    this.executor = executor;
    this.client = client;
    this.views = views;
  }

  /**
   * @param binding the values of the query's parameters
   */
  public Execution declare(SqlStatement statement, Binding binding) {
    int queryStart =
        statement
            .declaredQueryStart()
            .orElseThrow(() -> new PostgresException("42601", "syntax error at end of input"));
    String query = statement.sql().substring(queryStart);
    if (SqlStatement.of(query).kind() == StatementKind.TABLE_FROM_QUERY) {
      // PostgreSQL says what is wrong with it.
      return new NodeExecution(backends.home(), binding.request(statement.sql()), client);
    }
    if (head(statement, queryStart).contains(" binary ") && !client.encoding().isUtf8()) {
      throw new PostgresException(
          "0A000",
          "BINARY cursors are not supported with client_encoding " + client.encoding().name(),
          "SET client_encoding = 'UTF8', or leave BINARY out.");
    }
    boolean hold = head(statement, queryStart).contains(" with hold ");
    if (hold) {
      backends.beginImplicitly();
      backends.pinnedHome().pin();
    }
    PlannedStatement planned;
    try {
      planned = describer.plan(query, binding.types());
    } catch (PostgresException e) {
      throw ErrorPositions.shifted(e, queryStart);
    }
    if (backends.block() == null) {
      // What is wrong with the query is told first.
      throw new PostgresException("25P01", "DECLARE CURSOR can only be used in transaction blocks");
    }
    if (PlanExecutor.movesRows(planned.plan())) {
      backends.movesRows();
    }
    if (planned.sideEffects().takesNumbers()) {
      backends.takeNumbers();
    }
    boolean atHome =
        planned.plan() instanceof Plan.Route route
            && !(route.target() instanceof Plan.Target.KeyOwner);
    if (!atHome && SqlStatement.of(query).locksRows()) {
      throw new PostgresException(
          "0A000",
          "a cursor that locks rows of a distributed table is not supported",
          "Its rows would stay as they are now. Lock them with a SELECT of its own, and leave FOR"
              + " UPDATE out of the cursor.");
    }
    if (planned.changesNothing()) {
      backends.readsOnly();
    }
    String sql =
        atHome
            ? statement.sql()
            : statement.sql().substring(0, queryStart) + materialize(planned, binding);
    views.declared(statement.tokens().get(1).value(), statement.sql());
    return new NodeExecution(
        backends.home(), (atHome ? binding : Binding.none()).request(sql), client);
  }

  /** Answers the query into a temporary table; gives the query that reads it. */
  private String materialize(PlannedStatement planned, Binding binding) {
    String name = "argosy_cursor_" + backends.nextNumber();
    NodeSession home = backends.home();
    List<Field> fields = planned.description().fields().orElse(List.of());
    // Columns of a query may have the same name, columns of a table may not.
    List<String> columns =
        IntStream.rangeClosed(1, fields.size()).mapToObj(number -> "c" + number).toList();
    String empty =
        "CREATE TEMPORARY TABLE "
            + name
            + (columns.isEmpty() ? "" : " (" + String.join(", ", columns) + ")")
            + " ON COMMIT DROP AS "
            + planned.sql()
            + "\n WITH NO DATA";
    TextResult.run(home, binding.request(empty));
    StatementRun rows = new StatementRun(backends, binding.withResultFormat(1), client);
    QueryRows.load(executor.start(planned, rows), home, "pg_temp." + name, List.of(), true);
    return IntStream.range(0, columns.size())
        .mapToObj(i -> columns.get(i) + " AS " + Identifiers.quote(fields.get(i).name()))
        .collect(Collectors.joining(", ", "SELECT ", " FROM pg_temp." + name));
  }

  private static String head(SqlStatement statement, int queryStart) {
    StringBuilder words = new StringBuilder(" ");
    for (Token token : statement.tokens()) {
      if (token.start() < queryStart && token.kind() == Token.Kind.WORD) {
        words.append(token.value()).append(' ');
      }
    }
    return words.toString();
  }
}
