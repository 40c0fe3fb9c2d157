package io.argosy.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.agent.testing.PostgresServer;
import io.argosy.node.MachineSample;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeContract;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteNodeTest extends NodeContract {
  private AgentServer agent;
  private RemoteNode node;

  @BeforeEach
  void start() throws IOException {
    agent =
        AgentServer.start(
            new AgentConfig(
                "127.0.0.1",
                0,
                "a shared secret of some length",
                EngineConfig.of("remote-1", "127.0.0.1", PostgresServer.port()),
                Compression.LZ4,
                MachineMeter.ofWholeMachine()));
    node =
        new RemoteNode(
            new RemoteConfig(
                "remote-1",
                "127.0.0.1",
                agent.port(),
                "a shared secret of some length",
                Compression.LZ4,
                Duration.ofSeconds(5)));
  }

  @Override
  public Node node() {
    return node;
  }

  @Test
  void samplesOfTheAgentsMachineAreAsked() {
    await().until(() -> samples(Instant.EPOCH, 10).samples().size() >= 3);
    MachineSamples all = samples(Instant.EPOCH, 10);
    assertThat(all.ahead().abs()).isLessThan(Duration.ofSeconds(1));
    assertThat(all.endOf(all.samples().getLast()))
        .isBetween(Instant.now().minusSeconds(10), Instant.now());
    assertThat(all.samples()).extracting(MachineSample::at).isSorted();

    MachineSample first = all.samples().getFirst();
    assertThat(samples(first.at(), MachineSamples.MOST).samples())
        .containsAll(all.samples().subList(1, all.samples().size()))
        .doesNotContain(first);
    assertThat(samples(Instant.EPOCH, 1).samples()).hasSize(1).doesNotContain(first);
    assertThat(samples(Instant.EPOCH, -1).samples()).isEmpty();
  }

  private MachineSamples samples(Instant since, int most) {
    return node.samples(since, most).orElseThrow();
  }

  @AfterEach
  void nothingIsLeaked() {
    await().untilAsserted(() -> assertThat(agent.leased()).isZero());
    node.close();
    agent.close();
  }
}
