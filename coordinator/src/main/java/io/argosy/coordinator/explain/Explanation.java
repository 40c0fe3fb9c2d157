package io.argosy.coordinator.explain;

import io.argosy.coordinator.execute.FragmentStatistics;
import java.util.List;
import java.util.Optional;

/**
 * What EXPLAIN says about a statement.
 *
 * @param strategy ROUTE, PUSHDOWN, GATHER ..
 * @param reason why it is not a better one; empty when there is none
 * @param nodes the names of the nodes that run something
 * @param steps what is shipped, in order
 * @param merge how the answer is made of what comes back
 * @param execution what running it cost; only with ANALYZE
 * @param nodePlans the nodes' own plans; only with VERBOSE
 */
public record Explanation(
    String strategy,
    String reason,
    List<String> nodes,
    List<Step> steps,
    String merge,
    Optional<Execution> execution,
    List<NodePlan> nodePlans) {

  /**
   * @param what what the statement is for
   * @param where which nodes run it
   */
  public record Step(String what, String where, String sql) {}

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
   * @param lines PostgreSQL's EXPLAIN in text
   */
  public record NodePlan(String node, List<String> lines) {}
}
