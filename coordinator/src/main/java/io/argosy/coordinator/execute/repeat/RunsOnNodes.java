package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

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
    Map<String, String> all = new HashMap<>(run.backends().startRuns(runs.size()));
    all.putAll(settings);
    RunsOnNodes started = new RunsOnNodes(runs, run.backends());
    try {
      byNode(runs)
          .forEach(
              (node, bindings) ->
                  started.statements.put(
                      node,
                      new RepeatedStatement(
                          run.backends().on(node),
                          repeated(bindings.getFirst().request(sql).withSettings(all), bindings),
                          client)));
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /**
   * Starts runs of a query outside of the session's transaction: all of them see one state of the
   * nodes.
   *
   * @param runs those with the same types of parameters behind one another
   * @param own settings that they run with
   * @param lock runs on each node before its snapshot is taken
   * @param client where notices go
   * @throws io.argosy.coordinator.transaction.barrier.FracturedReadException where they would not
   */
  static RunsOnNodes startReads(
      List<Run> runs,
      String sql,
      Map<String, String> own,
      String lock,
      StatementRun run,
      ClientOutput client) {
    ReadSnapshots snapshots = ReadSnapshots.beside(run.backends(), true);
    Map<String, String> settings = new HashMap<>(run.backends().startRuns(1));
    settings.putAll(own);
    Map<Integer, Request.Repeated> requests = new TreeMap<>();
    byNode(runs)
        .forEach(
            (node, bindings) -> {
              Request.Extended first = bindings.getFirst().request(sql).withSettings(settings);
              requests.put(node, withVariants(snapshots.request(first), bindings, lock));
            });
    List<Fragment> fragments =
        requests.entrySet().stream()
            .map(
                each ->
                    new Fragment(
                        each.getKey(),
                        snapshots.session(run.backends(), each.getKey()),
                        each.getValue()))
            .toList();
    // One node's snapshot has nothing to fit to.
    List<Fragment> reads = fragments.size() == 1 ? fragments : snapshots.begin(fragments);
    run.backends().startRuns(runs.size());
    RunsOnNodes started = new RunsOnNodes(runs, run.backends());
    try {
      reads.forEach(
          read ->
              started.statements.put(
                  read.node(),
                  new RepeatedStatement(read.session(), requests.get(read.node()), client)));
      reads.forEach(
          read -> read.share().taken(started.statements.get(read.node()).awaitSnapshot()));
      reads.getFirst().share().awaitVerdict(() -> false);
      return started;
    } catch (RuntimeException e) {
      try {
        // Who waits for the snapshots goes on.
        reads.forEach(read -> read.share().taken(Optional.empty()));
      } finally {
        started.close();
      }
      throw e;
    }
  }

  private static Map<Integer, List<Binding>> byNode(List<Run> runs) {
    Map<Integer, List<Binding>> byNode = new TreeMap<>();
    runs.forEach(r -> byNode.computeIfAbsent(r.node(), n -> new ArrayList<>()).add(r.binding()));
    return byNode;
  }

  /** The runs of one node. */
  private static Request.Repeated repeated(Request.Extended first, List<Binding> bindings) {
    return new Request.Repeated(first, bindings.stream().skip(1).map(Binding::values).toList());
  }

  /** The runs of one node, those with the same types of parameters behind one another. */
  private static Request.Repeated withVariants(
      Request.Extended first, List<Binding> bindings, String lock) {
    List<List<List<byte[]>>> values = new ArrayList<>();
    List<Binding> forms = new ArrayList<>();
    for (Binding binding : bindings) {
      if (forms.isEmpty() || !binding.hasParametersOf(forms.getLast())) {
        forms.add(binding);
        values.add(new ArrayList<>());
      }
      values.getLast().add(binding.values());
    }
    List<Request.Repeated.Variant> variants =
        IntStream.range(1, forms.size())
            .mapToObj(
                i ->
                    new Request.Repeated.Variant(
                        forms.get(i).types(), forms.get(i).formats(), values.get(i)))
            .toList();
    List<List<byte[]>> own = values.getFirst();
    return new Request.Repeated(first, own.subList(1, own.size()), variants, lock);
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
