package io.argosy.server.metrics;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.node.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A coordinator can serve when every node answers. Nodes are asked at most once a second, however
 * often this is asked, and once at a time, however long they take.
 */
public final class NodesReachable implements Readiness {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration KEPT = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, CompletableFuture<Void>> asked = new LinkedHashMap<>();
  private List<String> known = List.of();
  private long knownAt = System.nanoTime() - KEPT.toNanos();

  public NodesReachable(Cluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public List<String> problems() {
    lock.lock();
    try {
      if (System.nanoTime() - knownAt >= KEPT.toNanos()) {
        known = ask();
        knownAt = System.nanoTime();
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private List<String> ask() {
    cluster.nodes().forEach(this::askEachWay);
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<String> problems = new ArrayList<>();
    asked.forEach(
        (node, answer) -> {
          try {
            answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
          } catch (ExecutionException e) {
            problems.add("node " + node + " cannot be reached");
          } catch (TimeoutException e) {
            problems.add("node " + node + " does not answer");
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problems.add("stopping");
          }
        });
    return List.copyOf(problems);
  }

  private void askEachWay(Node node) {
    for (Node way : node.byEachWay()) {
      String name = way == node.by(Way.SHORTEST) ? node.name() : node.name() + " by its agent";
      CompletableFuture<Void> before = asked.get(name);
      if (before == null || before.isDone()) {
        asked.put(name, answer(way));
      }
    }
  }

  private CompletableFuture<Void> answer(Node node) {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("ready-" + node.name())
        .start(
            () -> {
              try (NodeSession session = cluster.openAsAdministrator(node)) {
                TextResult.run(session, "SELECT 1");
                answered.complete(null);
              } catch (RuntimeException e) {
                answered.completeExceptionally(e);
              }
            });
    return answered;
  }
}
