package io.argosy.node.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.testing.MoveCluster;
import io.argosy.agent.testing.Stage;
import io.argosy.node.Node;
import io.argosy.node.Routing;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behind agents, which can fail too. */
class AgentMoveFailureTest extends MoveFailureContract {
  @Override
  void addNodes(MoveCluster empty) {
    empty.withAgent("north").withAgent("south").withAgent("west");
  }

  @Test
  void anAgentThatDiesIsNamed() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      cluster.agents().get(1).close();
      assertAll(failures(running), "08006", "south");
    }
  }

  @Test
  void anAgentThatHasDiedBeforeItSendsIsNamed() {
    try (Stage stage = new Stage(cluster.nodes(), COLUMNS)) {
      stage.openInboxes(1, NODES, Long.MAX_VALUE);
      cluster.agents().get(1).close();
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> stage.ask(1, "SELECT 1"))
                      .isInstanceOf(PostgresException.class));
      List<CompletableFuture<Stage.Outcome>> running =
          stage.start(node -> QUICK.replace("% 3", "% 1"), Routing.BY_LAST_COLUMN);
      // What west sends may have come before south was found to be lost.
      assertAll(failures(running.subList(0, 2)), "08006", "south");
    }
  }

  @Test
  void anAgentThatDiesWhileItLoadsIsNamed() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      cluster.agents().get(2).close();
      assertAll(failures(running), "08006", "west");
    }
  }

  @Test
  void aCoordinatorThatVanishesEndsEverything() {
    try (Stage stage = stage()) {
      List<CompletableFuture<Stage.Outcome>> running = startAllSlowBut(2, stage);
      cluster.nodes().forEach(Node::close);
      assertThat(failures(running))
          .allSatisfy(error -> assertThat(error.sqlState()).isEqualTo("08006"));
    }
  }

  @Test
  void agentsWithDifferentSecretsMoveNothing(@TempDir Path files) {
    try (MoveCluster divided =
        new MoveCluster(files, 1 << 20).withAgent("north").withAgent("south", "another secret")) {
      try (Stage stage = new Stage(divided.nodes(), COLUMNS)) {
        stage.openInboxes(2, 2, Long.MAX_VALUE);
        List<PostgresError> errors =
            failures(stage.start(node -> QUICK.replace("% 3", "% 2"), Routing.BY_LAST_COLUMN));
        assertThat(errors).extracting(PostgresError::sqlState).containsOnly("28000");
        assertThat(stage.ask(0, "SELECT count(*) FROM moved")).containsExactly("0");
      }
      divided.assertNothingLeft();
    }
  }
}
