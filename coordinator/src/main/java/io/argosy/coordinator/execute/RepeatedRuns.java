package io.argosy.coordinator.execute;

import io.argosy.agent.node.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Runs of one statement, each on one node, which the nodes have all been sent before the first is
 * answered. A node has them in the order of the statement's runs; nodes do not wait for each other.
 * So what a run finds and locks must not depend on those of other nodes. Used by one thread.
 */
public final class RepeatedRuns implements AutoCloseable {
  private final Map<Integer, RepeatedStatement> statements = new HashMap<>();
  private final Iterator<Integer> order;

  /**
   * One run.
   *
   * @param node the position of the node
   * @param binding the values; all runs have the same formats
   */
  public record Run(int node, Binding binding) {}

  private RepeatedRuns(List<Run> runs) {
    this.order = runs.stream().map(Run::node).iterator();
  }

  /**
   * Starts the runs.
   *
   * @param sql what a node is sent
   */
  public static RepeatedRuns start(List<Run> runs, IntFunction<String> sql, StatementRun run) {
    Map<Integer, List<Binding>> byNode = new TreeMap<>();
    runs.forEach(r -> byNode.computeIfAbsent(r.node(), n -> new ArrayList<>()).add(r.binding()));
    RepeatedRuns started = new RepeatedRuns(runs);
    try {
      byNode.forEach(
          (node, bindings) ->
              started.statements.put(
                  node,
                  new RepeatedStatement(
                      run.backends().on(node),
                      new Request.Repeated(
                          bindings.getFirst().request(sql.apply(node)),
                          bindings.stream().skip(1).map(Binding::values).toList()),
                      run.client())));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** Whether there are runs whose answers nobody has asked for. */
  public boolean hasNext() {
    return order.hasNext();
  }

  /** The answer to the next run. The one before has been read to its end. */
  public Execution next() {
    return statements.get(order.next()).next();
  }

  /** Stops those that still run. They have changed rows until the transaction is rolled back. */
  @Override
  public void close() {
    statements.values().forEach(RepeatedStatement::close);
  }
}
