package io.argosy.coordinator.session.backend;

import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Backends of several nodes that are there at once, or none. */
final class FreeBackends {
  /** A free backend is there after a round trip. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  private final Map<Integer, CompletableFuture<NodeSession>> opening = new TreeMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CompletableFuture<Void> failed = new CompletableFuture<>();

  private FreeBackends() {}

  /**
   * Opens a backend on each node. What is not there in a moment is not waited for any more, and
   * given back if it comes.
   *
   * @param nodes by their positions
   * @return empty where one is not free, or its node is not there
   */
  static Optional<Map<Integer, NodeSession>> of(Map<Integer, Node> nodes, SessionOptions options) {
    FreeBackends free = new FreeBackends();
    nodes.forEach((position, node) -> free.open(position, node, options));
    return free.opened();
  }

  private void open(int position, Node node, SessionOptions options) {
    CompletableFuture<NodeSession> opened = new CompletableFuture<>();
    opening.put(position, opened);
    threads.add(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    opened.complete(opened(node, options));
                  } catch (RuntimeException e) {
                    failed.completeExceptionally(e);
                    opened.completeExceptionally(e);
                  }
                }));
  }

  private static NodeSession opened(Node node, SessionOptions options) {
    NodeSession session = node.openWithoutWaiting(options);
    try {
      session.awaitOpened();
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private Optional<Map<Integer, NodeSession>> opened() {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(opening.values().toArray(CompletableFuture[]::new));
    try {
      CompletableFuture.anyOf(all, failed)
          .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      threads.forEach(Thread::interrupt);
      opening.values().forEach(each -> each.thenAccept(NodeSession::close));
      return Optional.empty();
    }
    Map<Integer, NodeSession> opened = new TreeMap<>();
    opening.forEach((position, each) -> opened.put(position, each.join()));
    return Optional.of(opened);
  }
}
