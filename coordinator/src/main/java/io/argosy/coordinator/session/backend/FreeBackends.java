package io.argosy.coordinator.session.backend;

import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Backends of several nodes that are there at once, or none. */
final class FreeBackends {
  /** A free backend is there after a round trip. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private FreeBackends() {}

  /**
   * Opens a backend on each node. What comes too late is given back when it comes.
   *
   * @param nodes by their positions
   * @return empty where one is not free, or its node is not there
   */
  static Optional<Map<Integer, NodeSession>> of(Map<Integer, Node> nodes, SessionOptions options) {
    Map<Integer, CompletableFuture<NodeSession>> opening = new TreeMap<>();
    nodes.forEach(
        (position, node) ->
            opening.put(
                position, CompletableFuture.supplyAsync(() -> open(node, options), THREADS)));
    try {
      CompletableFuture.allOf(opening.values().toArray(CompletableFuture[]::new))
          .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      opening.values().forEach(each -> each.thenAccept(NodeSession::close));
      return Optional.empty();
    }
    Map<Integer, NodeSession> opened = new TreeMap<>();
    opening.forEach((position, each) -> opened.put(position, each.join()));
    return Optional.of(opened);
  }

  private static NodeSession open(Node node, SessionOptions options) {
    NodeSession session = node.openWithoutWaiting(options);
    try {
      session.awaitOpened();
      return session;
    } catch (PostgresException e) {
      session.close();
      throw e;
    }
  }
}
