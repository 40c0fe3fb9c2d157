package io.argosy.coordinator.transaction;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that can prepare no transactions, so that none can write on several nodes. Thread-safe.
 */
final class PreparedCapacity {
  private static final Logger LOG = LoggerFactory.getLogger(PreparedCapacity.class);

  private final Cluster cluster;
  private final Set<Integer> without = new ConcurrentSkipListSet<>();
  private volatile int asked = Cluster.HOME + 1;

  PreparedCapacity(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Asks all nodes but the home node, which never prepares, and logs those that cannot. */
  void ask() {
    ask(Cluster.HOME + 1);
  }

  /** The same of those that have joined; one that cannot be asked now is asked again. */
  void askJoined() {
    try {
      ask(asked);
    } catch (PostgresException e) {
      LOG.warn("a node cannot be asked whether it can prepare transactions", e);
      IntStream.range(asked, cluster.nodes().size()).forEach(without::add);
    }
  }

  private void ask(int first) {
    int nodes = cluster.nodes().size();
    for (int node = first; node < nodes; node++) {
      if (isMissing(node)) {
        without.add(node);
        LOG.warn("{}. {}", message(node), DistributedTransactions.PREPARING_ADVICE);
      }
    }
    asked = nodes;
  }

  private boolean isMissing(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return TextResult.run(session, "SHOW max_prepared_transactions").single().equals("0");
    }
  }

  private String message(int node) {
    return DistributedTransactions.cannotPrepare(cluster.nodes().get(node).name());
  }

  /**
   * Before a write over several nodes; at once where all nodes could prepare when they were asked.
   *
   * @throws PostgresException 55000, with what to do, when a node cannot
   */
  void require() {
    for (int node : without) {
      if (isMissing(node)) {
        throw new PostgresException(
            "55000", message(node), DistributedTransactions.PREPARING_ADVICE);
      }
      without.remove(node);
    }
  }
}
