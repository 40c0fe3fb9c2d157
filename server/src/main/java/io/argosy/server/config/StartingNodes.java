package io.argosy.server.config;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, when a coordinator starts, for servers that do not take connections yet: that start, or
 * recover from a crash. That they come is sure, and how long it takes only they know, so there is
 * no limit. Whatever else is wrong with a node is an error of the start.
 */
final class StartingNodes {
  private static final Logger LOG = LoggerFactory.getLogger(StartingNodes.class);

  /** PostgreSQL's cannot_connect_now. */
  private static final String NOT_YET = "57P03";

  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

  private final Cluster cluster;

  StartingNodes(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Returns when all of them take connections. */
  void await() {
    cluster.nodes().forEach(node -> node.byEachWay().forEach(this::await));
  }

  /** The same, but passes over those that cannot be reached: they need not be members. */
  void awaitReachable() {
    for (Node node : cluster.nodes()) {
      try {
        node.byEachWay().forEach(this::await);
      } catch (PostgresException e) {
        LOG.debug("node {} cannot be reached", node.name(), e);
      }
    }
  }

  private void await(Node node) {
    long start = System.nanoTime();
    long nextReport = start;
    while (true) {
      try (NodeSession session = cluster.openAsAdministrator(node)) {
        TextResult.run(session, "");
        return;
      } catch (PostgresException e) {
        if (!e.error().sqlState().equals(NOT_YET)) {
          throw e;
        }
        if (System.nanoTime() - nextReport >= 0) {
          LOG.warn("waiting for node {}: {}", node.name(), e.error().message());
          nextReport += BETWEEN_REPORTS.toNanos();
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(NOT_YET, "the wait for the nodes was interrupted");
    }
  }
}
