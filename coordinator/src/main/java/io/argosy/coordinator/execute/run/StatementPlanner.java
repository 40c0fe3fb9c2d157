package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.analysis.PlannedStatement;

/** Plans statements that are a part of another one, as the session plans a client's own. */
public interface StatementPlanner {
  /**
   * Describes and plans a statement.
   *
   * @param parameterTypes type object ids
   * @throws io.argosy.protocol.message.PostgresException PostgreSQL's own error, with its position
   *     in this text
   */
  PlannedStatement plan(String sql, int[] parameterTypes);

  /**
   * The same for a text that the client has not written: that there is an error in it is nothing
   * that the transaction should fail by.
   *
   * @throws io.argosy.protocol.message.PostgresException PostgreSQL's own error
   */
  PlannedStatement attempt(String sql, int[] parameterTypes);
}
