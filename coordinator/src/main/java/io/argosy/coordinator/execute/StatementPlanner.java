package io.argosy.coordinator.execute;

import io.argosy.coordinator.catalog.PlannedStatement;

/** Plans statements that are a part of another one, as the session plans a client's own. */
@FunctionalInterface
public interface StatementPlanner {
  /**
   * Describes and plans a statement.
   *
   * @param parameterTypes type object ids
   * @throws io.argosy.agent.postgres.PostgresException PostgreSQL's own error, with its position in
   *     this text
   */
  PlannedStatement plan(String sql, int[] parameterTypes);
}
