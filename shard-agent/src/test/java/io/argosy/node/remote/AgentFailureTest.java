package io.argosy.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.agent.testing.Events;
import io.argosy.agent.testing.PostgresServer;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.frame.Limits;
import io.argosy.node.local.EngineConfig;
import io.argosy.protocol.message.PostgresException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes wrong between a coordinator and an agent, and what must then not happen. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AgentFailureTest {
  private static final String SECRET = "a shared secret of some length";
  private static final SessionOptions OPTIONS =
      new SessionOptions("postgres", "postgres", Map.of());

  private static AgentServer agent(int port) throws IOException {
    return AgentServer.start(
        new AgentConfig(
            "127.0.0.1",
            port,
            SECRET,
            EngineConfig.of("node-7", "127.0.0.1", PostgresServer.port()),
            Compression.LZ4,
            MachineMeter.ofWholeMachine()));
  }

  private static RemoteNode node(int port, String secret) {
    return new RemoteNode(
        new RemoteConfig(
            "node-7", "127.0.0.1", port, secret, Compression.LZ4, Duration.ofSeconds(5)));
  }

  private static void assertLost(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOfSatisfying(
            PostgresException.class,
            e -> {
              assertThat(e.error().sqlState()).isEqualTo("08006");
              assertThat(e.error().message()).contains("node-7");
            });
  }

  @Test
  void aWrongSecretIsRefusedByTheAgent() throws IOException {
    try (AgentServer agent = agent(0);
        RemoteNode node = node(agent.port(), "another secret")) {
      assertThatThrownBy(() -> node.open(OPTIONS))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("28000");
                assertThat(e.error().message()).contains("node-7", "the secret is wrong");
              });
      assertThat(agent.leased()).isZero();
    }
  }

  @Test
  void anUnauthenticatedPeerGetsNothing() throws IOException {
    try (AgentServer agent = agent(0)) {
      EmbeddedChannel encoder = new EmbeddedChannel(new FrameEncoder());
      encoder.writeOutbound(new Frame.Open(1, OPTIONS));
      byte[] instead = ByteBufUtil.getBytes((ByteBuf) encoder.readOutbound());
      assertThat(bytesAnsweredTo(agent, instead)).isZero();
      assertThat(agent.leased()).isZero();
    }
  }

  @Test
  void anOversizeFrameIsNotWaitedFor() throws IOException {
    try (AgentServer agent = agent(0)) {
      assertThat(bytesAnsweredTo(agent, new byte[] {0x7f, 0, 0, 0, 2, 0, 0, 0, 0})).isZero();
      int tooLong = Limits.UNPROVEN_FRAME + 1;
      assertThat(bytesAnsweredTo(agent, new byte[] {0, 0, (byte) (tooLong >> 8), (byte) tooLong}))
          .isZero();
    }
  }

  /** Sends bytes after the agent's Hello, and counts what comes before it hangs up. */
  private static int bytesAnsweredTo(AgentServer agent, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), agent.port())) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(in.readInt());
      socket.getOutputStream().write(bytes);
      return in.readAllBytes().length;
    }
  }

  @Test
  void anAgentClosedInTheMiddleIsALostNodeAndItsSuccessorIsFound() throws IOException {
    AgentServer first = agent(0);
    int port = first.port();
    try (RemoteNode node = node(port, SECRET)) {
      try (NodeSession session = node.open(OPTIONS)) {
        Result result =
            session.execute(
                new Request.Simple("SELECT repeat('x', 100), generate_series(1, 100000000)"));
        assertThat(result.next()).isInstanceOf(ResultEvent.Columns.class);
        first.close();
        assertThatThrownBy(() -> Events.rest(result)).satisfies(AgentFailureTest::assertLost);
        assertThatThrownBy(() -> session.execute(new Request.Simple("SELECT 1")))
            .satisfies(AgentFailureTest::assertLost);
      }
      assertThatThrownBy(() -> node.open(OPTIONS)).satisfies(AgentFailureTest::assertLost);
      try (AgentServer second = agent(port);
          NodeSession session = node.open(OPTIONS)) {
        assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
        assertThat(second.leased()).isEqualTo(1);
      }
    }
  }

  @Test
  void aCoordinatorThatVanishesLeavesNothingInTheBackend() throws IOException {
    try (AgentServer agent = agent(0)) {
      String pid;
      try (RemoteNode node = node(agent.port(), SECRET)) {
        NodeSession session = node.open(OPTIONS);
        pid = TextResult.run(session, "SELECT pg_backend_pid()").single();
        TextResult.run(session, "CREATE TEMP TABLE vanished (); BEGIN; SET work_mem = '66MB'");
        assertThat(session.transactionStatus()).isEqualTo('T');
      }
      await().untilAsserted(() -> assertThat(agent.leased()).isZero());
      try (RemoteNode node = node(agent.port(), SECRET);
          NodeSession session = node.open(OPTIONS)) {
        assertThat(
                TextResult.run(
                        session,
                        "SELECT pg_backend_pid(), to_regclass('pg_temp.vanished') IS NULL,"
                            + " current_setting('work_mem') <> '66MB'")
                    .rows()
                    .getFirst())
            .containsExactly(pid, "t", "t");
      }
    }
  }

  @Test
  void aReaderThatStallsStopsTheServerAndNotTheHeap() throws IOException {
    try (AgentServer agent = agent(0);
        RemoteNode node = node(agent.port(), SECRET);
        NodeSession session = node.open(OPTIONS);
        NodeSession other = node.open(OPTIONS)) {
      // 300 MB of rows.
      Result result =
          session.execute(
              new Request.Simple("SELECT repeat('x', 1000), generate_series(1, 300000)"));
      assertThat(result.next()).isInstanceOf(ResultEvent.Columns.class);
      String blocked =
          "SELECT count(*) FROM pg_stat_activity"
              + " WHERE query LIKE '%300000)' AND wait_event = 'ClientWrite'";
      await().until(() -> TextResult.run(other, blocked).single().equals("1"));
      // The window, the batch in the agent's hands, and what it reads at once.
      assertThat(agent.statistics().rawBytes()).isLessThan(Limits.WINDOW + 3L * Limits.BLOCK);
      // Other streams of the same connection are not held up.
      assertThat(TextResult.run(other, "SELECT 1").single()).isEqualTo("1");
      long rows = 0;
      ResultEvent event;
      do {
        event = result.next();
        rows += event instanceof ResultEvent.Rows run ? run.count() : 0;
      } while (!(event instanceof ResultEvent.Ready));
      assertThat(rows).isEqualTo(300_000);
      assertThat(result.rawBytes()).isGreaterThan(300_000_000);
      assertThat(result.wireBytes()).isLessThan(result.rawBytes() / 10);
    }
  }

  @Test
  void aBitThatFlipsOnTheWayIsNoticed() throws Exception {
    try (AgentServer agent = agent(0);
        ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RemoteNode node = node(proxy.getLocalPort(), SECRET)) {
      CompletableFuture<NodeSession> opening =
          CompletableFuture.supplyAsync(() -> node.open(OPTIONS));
      try (Socket client = proxy.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), agent.port())) {
        Thread.ofVirtual().start(() -> relay(client, server, (byte) 0));
        byte response = 9;
        Thread.ofVirtual().start(() -> relay(server, client, response));
        NodeSession session = openedBy(opening);
        assertThatThrownBy(() -> TextResult.run(session, "SELECT 'some text'"))
            .satisfies(AgentFailureTest::assertLost)
            .hasMessageContaining("checksum");
        session.close();
      }
      await().untilAsserted(() -> assertThat(agent.leased()).isZero());
    }
  }

  private static NodeSession openedBy(CompletableFuture<NodeSession> opening)
      throws InterruptedException {
    try {
      return opening.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /** Relays frames, and flips a bit at the end of those of one type. */
  private static void relay(Socket from, Socket to, byte typeToDamage) {
    try {
      DataInputStream in = new DataInputStream(from.getInputStream());
      DataOutputStream out = new DataOutputStream(to.getOutputStream());
      while (true) {
        byte[] frame = in.readNBytes(in.readInt());
        if (frame[0] == typeToDamage) {
          frame[frame.length - 1] ^= 1;
        }
        out.writeInt(frame.length);
        out.write(frame);
      }
    } catch (IOException e) {
      // One of them has hung up, so the other is hung up on.
      try (from;
          to) {
        return;
      } catch (IOException closing) {
        throw new java.io.UncheckedIOException(closing);
      }
    }
  }

  @Test
  void aTakenPortIsSaidSo() throws IOException {
    try (AgentServer agent = agent(0)) {
      assertThatThrownBy(() -> agent(agent.port()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + agent.port());
    }
  }
}
