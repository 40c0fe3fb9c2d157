package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.StatementPlanner;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.Request;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Optional;

/** Answers COPY statements of one session. */
public final class CopyCommands {
  private final NodeBackends backends;
  private final ClientOutput client;
  private final StatementPlanner planner;
  private final PlanExecutor executor;

  /**
   * @param planner plans the queries of COPY (query) TO
   */
  public CopyCommands(
      NodeBackends backends, ClientOutput client, StatementPlanner planner, PlanExecutor executor) {
    this.backends = backends;
    this.client = client;
    this.planner = planner;
    this.executor = executor;
  }

  /**
   * Runs a COPY to its end.
   *
   * @param tokens those of the text
   */
  public Execution run(String sql, List<Token> tokens) {
    Optional<CopyStatement> parsed = CopyParser.parse(sql, tokens);
    if (parsed.isEmpty()) {
      // PostgreSQL says what is wrong with it.
      return new NodeExecution(backends.home(), new Request.Simple(sql), client);
    }
    CopyStatement statement = parsed.get();
    if (!statement.standardStream()) {
      throw new PostgresException(
          "0A000",
          "COPY with a file or a program of the server is not supported",
          "Use COPY .. FROM STDIN or TO STDOUT, or \\copy in psql.");
    }
    backends.movesRows();
    return statement.from()
        ? new CopyFrom(backends, client, statement).run()
        : new CopyTo(backends, client, planner, executor, statement).run();
  }
}
