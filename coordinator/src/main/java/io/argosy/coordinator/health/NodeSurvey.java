package io.argosy.coordinator.health;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The same question to all nodes, as the administrator. Each node is asked once at a time, and not
 * waited for longer than {@link #PATIENCE}. Not thread-safe.
 */
final class NodeSurvey {
  /** How long a node has for its answer. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Cluster cluster;
  private final String question;
  private final Map<Integer, CompletableFuture<Answer>> asked = new HashMap<>();

  NodeSurvey(Cluster cluster, String question) {
    this.cluster = cluster;
    this.question = question;
  }

  /**
   * What a node has said.
   *
   * @param position the node's
   * @param rows nothing where it has not answered
   * @param problem why it has not
   * @param milliseconds how long the answer took, its lease of a backend included
   */
  record Answer(
      int position, List<List<String>> rows, Optional<String> problem, double milliseconds) {}

  /** One for each node, in their order. */
  List<Answer> ask() {
    List<Integer> positions = cluster.positions();
    for (int position : positions) {
      CompletableFuture<Answer> before = asked.get(position);
      if (before == null || before.isDone()) {
        asked.put(position, start(position));
      }
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<Answer> answers = new ArrayList<>();
    for (int position : positions) {
      answers.add(await(position, end));
    }
    return answers;
  }

  private Answer await(int position, long end) {
    try {
      return asked.get(position).get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      String reason =
          e.getCause() instanceof PostgresException told
              ? told.error().message()
              : String.valueOf(e.getCause().getMessage());
      return lost(position, reason);
    } catch (TimeoutException e) {
      return lost(position, "has not answered for %d s".formatted(PATIENCE.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lost(position, "stopping");
    }
  }

  private static Answer lost(int position, String problem) {
    return new Answer(position, List.of(), Optional.of(problem), 0);
  }

  private CompletableFuture<Answer> start(int position) {
    Node node = cluster.nodes().get(position);
    CompletableFuture<Answer> answered = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("survey-" + node.name())
        .start(
            () -> {
              long start = System.nanoTime();
              try (NodeSession session = cluster.openAsAdministrator(node)) {
                TextResult result = PromptAnswer.of(session, question);
                answered.complete(
                    new Answer(
                        position,
                        result.rows(),
                        Optional.empty(),
                        (System.nanoTime() - start) / 1e6));
              } catch (RuntimeException | Error e) {
                answered.completeExceptionally(e);
              }
            });
    return answered;
  }
}
