package io.argosy.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeContract;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.SessionOptions;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.agent.testing.PostgresServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalNodeTest extends NodeContract {
  private final LocalNode node =
      new LocalNode(EngineConfig.of("local-1", "127.0.0.1", PostgresServer.port()));

  @Override
  public Node node() {
    return node;
  }

  @AfterEach
  void nothingIsLeaked() {
    assertThat(node.leased()).isZero();
    node.close();
  }

  @Test
  void aFullPoolIsAnErrorWithAHint() {
    EngineConfig config =
        EngineConfig.of("small", "127.0.0.1", PostgresServer.port())
            .withMaxConnections(1, Duration.ofMillis(50));
    SessionOptions options = options(Map.of());
    try (LocalNode small = new LocalNode(config)) {
      try (NodeSession held = small.open(options)) {
        assertThat(held.transactionStatus()).isEqualTo('I');
        assertThatThrownBy(() -> small.open(options))
            .isInstanceOfSatisfying(
                PostgresException.class,
                e -> {
                  assertThat(e.error().sqlState()).isEqualTo("53300");
                  assertThat(e.error().fields()).containsKey('H');
                });
      }
      // An idle backend of one database makes room for another's.
      try (NodeSession other = small.open(new SessionOptions("template1", "postgres", Map.of()))) {
        assertThat(TextResult.run(other, "SELECT current_database()").single())
            .isEqualTo("template1");
      }
    }
  }

  @Test
  void anUnreachableServerIsNamed() {
    try (LocalNode gone = new LocalNode(EngineConfig.of("gone", "127.0.0.1", 1))) {
      assertThatThrownBy(() -> gone.open(options(Map.of())))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("08006");
                assertThat(e.error().message()).contains("gone");
              });
    }
  }

  @Test
  void aReaderMustFinishARequestBeforeTheNext() {
    try (NodeSession session = node.open(options(Map.of()));
        Result open = session.execute(new Request.Simple("SELECT 1"))) {
      assertThat(open.rawBytes()).isZero();
      assertThatThrownBy(() -> session.execute(new Request.Simple("SELECT 2")))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
