package io.argosy.planner.plan;

import java.util.List;

/**
 * What a search for a plan has tried, for EXPLAIN (PLANNER), and how much work that was.
 *
 * @param considered ways to answer the statement, the cheapest first
 * @param refused forms of the statement that it does not have, or for which no plan is proven
 * @param attempts how many assignments of moves were tried
 * @param bindings how often the names of a tree were looked up
 * @param characters how much SQL was written
 */
public record SearchSummary(
    List<Alternative> considered,
    List<Refusal> refused,
    int attempts,
    int bindings,
    long characters) {
  /**
   * A way to answer a statement.
   *
   * @param description in words
   * @param cost in the planner's unit, about a microsecond
   */
  public record Alternative(String description, double cost) {}

  /**
   * A form of the statement that is not used.
   *
   * @param form what it is called
   * @param reason in words
   */
  public record Refusal(String form, String reason) {}
}
