package io.argosy.planner.movement;

import io.argosy.planner.plan.SearchSummary;

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
   * Called again and again by what may take long: ends it, by an exception of whoever has the
   * statement planned, if nobody waits for the plan any more.
   */
  default void lookUp() {}

  /**
   * How much of the time is used up that there is to look for a better plan; from 1 on the best one
   * so far is taken.
   */
  default double timeUsed() {
    return 0;
  }

  /** Called when a search for a plan has ended, be it that it has found one or not. */
  default void searched(SearchSummary summary) {}

  /**
   * @param rows how many rows one node is expected to return
   * @param width the expected size of one, in bytes
   * @param cost PostgreSQL's total cost
   * @param unlimitedRows how many there would be without LIMIT
   */
  record Estimate(double rows, double width, double cost, double unlimitedRows) {
    /** Of a query of which nothing is known: it neither recommends nor forbids it. */
    public static final Estimate UNKNOWN = new Estimate(1000, 100, 1000);

    /** Of a query without LIMIT. */
    public Estimate(double rows, double width, double cost) {
      this(rows, width, cost, rows);
    }
  }
}
