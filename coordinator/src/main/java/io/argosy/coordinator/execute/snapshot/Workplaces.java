package io.argosy.coordinator.execute.snapshot;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A workplace on every node, for a statement of several steps. All of them open at the same time,
 * so that the steps see one state of all nodes where they are not part of a transaction.
 */
public final class Workplaces implements AutoCloseable {
  private final StatementRun run;
  private final List<Workplace> places = new ArrayList<>();
  private final List<Integer> early = new ArrayList<>();
  private ParallelFragments ending = new ParallelFragments(List.of());
  private boolean finished;

  /**
   * A temporary table to be made at the start.
   *
   * @param name as SQL
   * @param everywhere whether on all nodes, or on the home node only
   */
  public record Table(String name, String definition, boolean everywhere) {}

  /**
   * Opens them and makes the tables.
   *
   * @throws io.argosy.protocol.message.PostgresException when a node fails; nothing is open then
   */
  public Workplaces(StatementRun run, List<Table> tables) {
    this.run = run;
    try {
      int nodes = run.backends().cluster().nodes().size();
      for (int node = 0; node < nodes; node++) {
        places.add(new Workplace(run.backends(), node));
      }
      // Before anything is held that somebody who has a backend may wait for.
      places.forEach(place -> place.session().awaitOpened());
      open(tables);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open(List<Table> tables) {
    NodeBackends backends = run.backends();
    if (!backends.readsBeside()) {
      // The transaction has its snapshots, or has written and takes new ones with every step.
      onAll(node -> opening(node, tables));
    } else {
      Map<Integer, VersionedSnapshot> taken = new ConcurrentHashMap<>();
      FractureCheck check;
      try (Section snapshots = backends.snapshots().section(backends.cluster().positions())) {
        check = backends.snapshots().fractureCheck(false);
        Parallel.onAll(
            nodes(),
            node -> {
              TextResult opened = TextResult.run(session(node), opening(node, tables));
              places.get(node).snapshot(opened).ifPresent(snapshot -> taken.put(node, snapshot));
            });
      }
      backends.snapshots().check(check, taken);
    }
  }

  private String opening(int node, List<Table> tables) {
    Workplace place = places.get(node);
    StringBuilder script = new StringBuilder(place.opening());
    for (Table table : tables) {
      if (table.everywhere() || node == Cluster.HOME) {
        script.append("; ").append(table.definition());
        place.created(table.name());
      }
    }
    return script.toString();
  }

  /** The backend that runs a node's steps. */
  public NodeSession session(int node) {
    return places.get(node).session();
  }

  /** Notes a table that a step makes on a node. */
  public void created(int node, String name) {
    places.get(node).created(name);
  }

  /** The positions of all nodes. */
  public List<Integer> nodes() {
    return IntStream.range(0, places.size()).boxed().toList();
  }

  public Workplace home() {
    return places.getFirst();
  }

  /** Runs statements without rows on all nodes at the same time; none where the text is empty. */
  void onAll(IntFunction<String> script) {
    try (ParallelFragments running = new ParallelFragments(fragments(nodes(), script))) {
      running.awaitAll(run.client()::notice);
    }
  }

  private List<Fragment> fragments(List<Integer> nodes, IntFunction<String> script) {
    List<Fragment> fragments = new ArrayList<>();
    for (int node : nodes) {
      String sql = script.apply(node);
      if (!sql.isEmpty()) {
        fragments.add(new Fragment(node, session(node), new Request.Simple(sql)));
      }
    }
    return fragments;
  }

  /**
   * The other nodes have done their part: while the last step runs on this one, what they made is
   * dropped, unless that is for the client's transaction to decide.
   */
  public void endAllBut(int node) {
    nodes().stream()
        .filter(other -> other != node && places.get(other).endsByItself())
        .forEach(early::add);
    ending = new ParallelFragments(fragments(early, other -> places.get(other).finishing()));
  }

  /** The statement has succeeded: what it made is dropped. */
  public void finish() {
    if (finished) {
      return;
    }
    finished = true;
    onAll(node -> early.contains(node) ? "" : places.get(node).finishing());
    ending.awaitAll(run.client()::notice);
    places.forEach(Workplace::finished);
  }

  /**
   * A step has failed, or is to run once more from new snapshots: then the transaction goes on, and
   * what was made so far is dropped as after success.
   */
  public void end(RuntimeException failure) {
    if (failure instanceof StepSnapshots.DisturbedException) {
      finish();
    } else {
      close();
    }
  }

  /** The statement has ended in whatever way. Never throws. */
  @Override
  public void close() {
    try {
      ending.close();
    } finally {
      places.forEach(Workplace::close);
    }
  }
}
