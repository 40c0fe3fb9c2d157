package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.coordinator.snapshot.SnapshotShares;
import java.util.List;
import java.util.Optional;

/**
 * How the fragments of one read come to see one state of all nodes. Beside a transaction each of
 * them is one, and all take their snapshots together, at no cost of a round trip. Otherwise the
 * transactions that they are parts of have settled what they see.
 */
final class ReadSnapshots {
  private static final Runnable NOTHING = () -> {};

  /** Takes the snapshots together; empty where that need not be done. */
  private final Optional<NodeBackends> together;

  private ReadSnapshots(Optional<NodeBackends> together) {
    this.together = together;
  }

  /** For fragments that are parts of transactions which have begun. */
  static ReadSnapshots settled() {
    return new ReadSnapshots(Optional.empty());
  }

  /** For a read of a session on some nodes. */
  static ReadSnapshots of(NodeBackends backends, int nodes) {
    return nodes > 1 && backends.readsBeside()
        ? new ReadSnapshots(Optional.of(backends))
        : settled();
  }

  /** The backend of a node's fragment. */
  NodeSession session(NodeBackends backends, int node) {
    return together.isEmpty() ? backends.on(node) : backends.beside(node);
  }

  /** What a fragment's backend is to be asked. */
  Request request(Request.Extended request) {
    return together.isEmpty() ? request : request.inOwnTransaction();
  }

  /**
   * Before the fragments start: waits until no commit is under way, and holds the next ones up
   * until all fragments have their snapshots.
   *
   * @param fragments they must be started now
   */
  List<Fragment> begin(List<Fragment> fragments) {
    if (together.isEmpty() || fragments.isEmpty()) {
      return fragments;
    }
    SnapshotShares shares = shares(fragments, 0);
    return told(fragments, shares);
  }

  /** The same when a backend more takes part. */
  WithHome beginWithHome(List<Fragment> fragments) {
    if (together.isEmpty()) {
      return new WithHome(fragments, NOTHING);
    }
    SnapshotShares shares = shares(fragments, 1);
    return new WithHome(told(fragments, shares), shares.share());
  }

  /**
   * Fragments beside a workplace.
   *
   * @param homeHasSnapshot to be run when the workplace has its snapshot, or has failed
   */
  record WithHome(List<Fragment> fragments, Runnable homeHasSnapshot) {}

  private SnapshotShares shares(List<Fragment> fragments, int more) {
    List<Integer> nodes = fragments.stream().map(Fragment::node).toList();
    return new SnapshotShares(together.orElseThrow().takeSnapshots(nodes), nodes.size() + more);
  }

  private static List<Fragment> told(List<Fragment> fragments, SnapshotShares shares) {
    return fragments.stream()
        .map(
            fragment ->
                new Fragment(
                    fragment.node(), fragment.session(), fragment.request(), shares.share()))
        .toList();
  }
}
