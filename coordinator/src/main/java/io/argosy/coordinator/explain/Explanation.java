package io.argosy.coordinator.explain;

import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.explain.advice.Advice;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.planner.plan.SearchSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What EXPLAIN says about a statement.
 *
 * @param strategy ROUTE, PUSHDOWN, GATHER .., or INSERT for one whose rows are sent to their nodes
 * @param reason why it is not a better one; empty when there is none
 * @param nodes the names of the nodes that run something
 * @param steps what is shipped, in order
 * @param merge how the answer is made of what comes back
 * @param considered what was compared, cheapest first; only for STAGED, or with PLANNER
 * @param search what the search for the plan has tried; only with PLANNER, where there was one
 * @param execution what running it cost; only with ANALYZE
 * @param nodePlans the nodes' own plans; only with VERBOSE
 * @param resources what was used of the nodes' machines; only with RESOURCES
 * @param advice what would make it faster, the best first; only with RESOURCES
 */
public record Explanation(
    String strategy,
    String reason,
    List<String> nodes,
    List<Step> steps,
    String merge,
    List<SearchSummary.Alternative> considered,
    Optional<SearchSummary> search,
    Optional<Execution> execution,
    List<NodePlan> nodePlans,
    Optional<ResourceReport> resources,
    List<Advice> advice) {

  /**
   * @param what what the statement is for
   * @param where which nodes run it
   * @param sql what is run; where each node has a share of a table, with that of the home node
   * @param movement how its rows move; empty where they become the answer
   * @param rows how many rows are estimated to move
   * @param cost what moving them cost on each node; only with ANALYZE
   */
  public record Step(
      String what,
      String where,
      String sql,
      String movement,
      Optional<Double> rows,
      List<FragmentStatistics> cost) {}

  /**
   * @param rows rows of the answer
   * @param milliseconds from the start to the last row
   */
  public record Execution(long rows, double milliseconds, List<FragmentStatistics> fragments) {
    /** Bytes of rows as the nodes sent them, before compression. */
    public long nodeBytes() {
      return fragments.stream().mapToLong(FragmentStatistics::rawBytes).sum();
    }

    /** Bytes that crossed the network, compressed. */
    public long networkBytes() {
      return fragments.stream().mapToLong(FragmentStatistics::wireBytes).sum();
    }
  }

  /**
   * @param node the node's name
   * @param settings those that its part of the statement runs with, other than the session's
   * @param lines PostgreSQL's EXPLAIN in text
   */
  public record NodePlan(String node, Map<String, String> settings, List<String> lines) {}
}
