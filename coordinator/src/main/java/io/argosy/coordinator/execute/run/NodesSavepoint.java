package io.argosy.coordinator.execute.run;

import io.argosy.node.Request;
import java.util.Collection;
import java.util.List;

/** A savepoint on several nodes, of the transaction that is open. */
public final class NodesSavepoint {
  private final NodeBackends backends;
  private final List<Integer> nodes;
  private final String name;

  private NodesSavepoint(Collection<Integer> nodes, NodeBackends backends) {
    this.backends = backends;
    this.nodes = List.copyOf(nodes);
    this.name = "argosy_runs_" + backends.nextNumber();
  }

  /** Sets one, under a name of its own. */
  public static NodesSavepoint set(Collection<Integer> nodes, NodeBackends backends) {
    NodesSavepoint savepoint = new NodesSavepoint(nodes, backends);
    savepoint.run("SAVEPOINT " + savepoint.name);
    return savepoint;
  }

  /** Undoes what has been done since; the savepoint is gone. */
  public void undo() {
    run("ROLLBACK TO SAVEPOINT " + name);
    release();
    backends.undone();
  }

  /** Keeps what has been done since; the savepoint is gone. */
  public void release() {
    run("RELEASE SAVEPOINT " + name);
  }

  private void run(String sql) {
    List<Fragment> fragments =
        nodes.stream()
            .map(node -> new Fragment(node, backends.asked(node), new Request.Simple(sql)))
            .toList();
    try (ParallelFragments running = new ParallelFragments(fragments)) {
      running.awaitAll(ignored -> {});
    }
  }
}
