package io.argosy.planner.catalog;

/**
 * What PostgreSQL's planner expects of a query over the tables as they are on one node. Asked while
 * a statement is planned.
 */
public interface Estimator {
  /**
   * Estimates a query.
   *
   * @param sql a query over the statement's tables, which may have the statement's parameters
   */
  Estimate of(String sql);

  /**
   * @param rows how many rows one node is expected to return
   * @param width the expected size of one, in bytes
   * @param cost PostgreSQL's total cost
   */
  record Estimate(double rows, double width, double cost) {}
}
