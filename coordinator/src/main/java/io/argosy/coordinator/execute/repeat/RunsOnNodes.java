package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs of one statement, each on one node, whose answers are passed on as they come. A node has its
 * runs in the order of the statement's; nodes do not wait for each other.
 */
final class RunsOnNodes implements RepeatedRuns {
  private final Map<Integer, RepeatedStatement> statements = new HashMap<>();
  private final Iterator<Integer> order;
  private final NodeBackends backends;
  private final int size;
  private int left;

  /**
   * One run.
   *
   * @param node the position of the node
   * @param binding the values; all runs have the same formats
   */
  record Run(int node, Binding binding) {}

  private RunsOnNodes(List<Run> runs, NodeBackends backends) {
    this.order = runs.stream().map(Run::node).iterator();
    this.backends = backends;
    this.size = runs.size();
    this.left = size;
  }

  /**
   * Starts the runs.
   *
   * @param sql what the nodes are sent
   */
  static RunsOnNodes start(List<Run> runs, String sql, StatementRun run) {
    return start(runs, sql, Map.of(), run, run.client());
  }

  /**
   * The same with settings of their own.
   *
   * @param client where notices go
   */
  static RunsOnNodes start(
      List<Run> runs,
      String sql,
      Map<String, String> settings,
      StatementRun run,
      ClientOutput client) {
    Map<Integer, List<Binding>> byNode = new TreeMap<>();
    runs.forEach(r -> byNode.computeIfAbsent(r.node(), n -> new ArrayList<>()).add(r.binding()));
    Map<String, String> all = new HashMap<>(run.backends().startRuns(runs.size()));
    all.putAll(settings);
    RunsOnNodes started = new RunsOnNodes(runs, run.backends());
    try {
      byNode.forEach(
          (node, bindings) ->
              started.statements.put(
                  node,
                  new RepeatedStatement(
                      run.backends().on(node),
                      new Request.Repeated(
                          bindings.getFirst().request(sql).withSettings(all),
                          bindings.stream().skip(1).map(Binding::values).toList()),
                      client)));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean hasNext() {
    return left > 0;
  }

  @Override
  public Execution next() {
    // PostgreSQL keeps answers back until they are many, or all are there.
    backends.startRuns(left);
    return nextOfAll();
  }

  /** The same for who reads all of them within the time of one. */
  Execution nextOfAll() {
    left--;
    return statements.get(order.next()).next();
  }

  @Override
  public void close() {
    statements.values().forEach(RepeatedStatement::close);
  }
}
