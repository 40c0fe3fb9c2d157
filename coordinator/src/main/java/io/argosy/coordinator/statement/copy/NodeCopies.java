package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The COPYs that run on the nodes for one COPY of a client's. If several of them fail, the failure
 * at the client's first line is told, as it is the one that a single PostgreSQL would have met.
 * Used by one thread.
 */
final class NodeCopies implements AutoCloseable {
  private final List<NodeCopy> copies = new ArrayList<>();

  /**
   * Starts the COPY on the first so many nodes.
   *
   * @throws PostgresException when a node refuses it
   */
  NodeCopies(NodeBackends backends, int nodes, String sql) {
    try {
      for (int node = Cluster.HOME; node < nodes; node++) {
        copies.add(new NodeCopy(backends.on(node), sql));
      }
    } catch (PostgresException e) {
      close();
      throw e;
    }
  }

  NodeCopy on(int node) {
    return copies.get(node);
  }

  List<NodeCopy> all() {
    return copies;
  }

  /**
   * Ends all of them if one has failed.
   *
   * @throws PostgresException the failure
   */
  void stopIfFailed() {
    if (copies.stream().anyMatch(NodeCopy::failed)) {
      // Another node may not have come yet to a line before the one that has failed.
      copies.forEach(NodeCopy::giveUp);
      throwFirstFailure();
    }
  }

  /**
   * All data has been sent: waits for the nodes' answers; gives how many rows each took.
   *
   * @param same whether all have the same data, so that the client is told of one what it gives
   *     notice of
   * @throws PostgresException what a node did not accept
   */
  List<Long> finish(ClientOutput client, boolean same) {
    copies.forEach(NodeCopy::endData);
    copies.forEach(NodeCopy::awaitEnd);
    copies.stream().limit(same ? 1 : copies.size()).forEach(copy -> copy.sendNotices(client));
    throwFirstFailure();
    return copies.stream().map(NodeCopy::rows).toList();
  }

  private void throwFirstFailure() {
    List<PostgresException> failures =
        copies.stream().flatMap(copy -> copy.failure().stream()).toList();
    if (!failures.isEmpty()) {
      throw failures.stream()
          .min(Comparator.comparingLong(failure -> LineNumbers.lineOf(failure.error())))
          .orElseThrow();
    }
  }

  @Override
  public void close() {
    copies.forEach(NodeCopy::close);
  }
}
