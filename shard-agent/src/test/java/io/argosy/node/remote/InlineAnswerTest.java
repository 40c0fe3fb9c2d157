package io.argosy.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.local.EngineConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which answers of an agent are one piece, and which are streams. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InlineAnswerTest {
  private static final String SECRET = "a shared secret of some length";
  private static final int KILOBYTE = 1 << 10;

  /** 30 kB, in four pieces from PostgreSQL, with much longer between them than a batch waits. */
  private static final String SLOW =
      "SELECT repeat('x', 4000), pg_sleep(0.05)::text FROM generate_series(1, 7)";

  private static final String LONG =
      "SELECT repeat('x', 100) FROM generate_series(1, %d)".formatted(2000);

  /** What crossed the network for an answer. */
  private record Crossed(long rawBytes, long wireBytes, List<ResultEvent> events) {
    /** Only where nothing is compressed. */
    long frames() {
      return (wireBytes - rawBytes) / FrameEncoder.BLOCK_OVERHEAD;
    }
  }

  private static Crossed ask(Compression compression, int inlineLimit, Request request)
      throws IOException {
    AgentConfig config =
        new AgentConfig(
            "127.0.0.1",
            0,
            SECRET,
            EngineConfig.of("node-7", "127.0.0.1", PostgresServer.port()),
            compression,
            MachineMeter.ofWholeMachine());
    SessionOptions options = new SessionOptions("postgres", "postgres", Map.of(), inlineLimit);
    try (AgentServer agent = AgentServer.start(config);
        RemoteNode node =
            new RemoteNode(
                new RemoteConfig(
                    "node-7",
                    "127.0.0.1",
                    agent.port(),
                    SECRET,
                    compression,
                    Duration.ofSeconds(5)));
        NodeSession session = node.open(options)) {
      // An answer before, so that what is measured is not the first of its stream.
      Events.of(session, new Request.Simple(LONG));
      try (Result result = session.execute(request)) {
        List<ResultEvent> events = Events.rest(result);
        return new Crossed(result.rawBytes(), result.wireBytes(), events);
      }
    }
  }

  @Test
  void theRowsOfAnInlineAnswerWaitForItsEnd() throws IOException {
    Request request = new Request.Simple(SLOW);
    assertThat(ask(Compression.NONE, 32 * KILOBYTE, request).frames()).isEqualTo(1);
    assertThat(ask(Compression.NONE, 0, request).frames()).isGreaterThan(2);
    // The first rows turn out to be those of a stream, and are on their way from then on.
    assertThat(ask(Compression.NONE, 12 * KILOBYTE, request).frames()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16 * KILOBYTE, SessionOptions.LONGEST_INLINE})
  void nothingIsLostWhateverTheLimit(int inlineLimit) throws IOException {
    Crossed crossed = ask(Compression.LZ4, inlineLimit, new Request.Simple(LONG));
    assertThat(
            Events.all(crossed.events(), ResultEvent.Rows.class).stream()
                .mapToInt(ResultEvent.Rows::count)
                .sum())
        .isEqualTo(2000);
    boolean inline = crossed.rawBytes() <= inlineLimit;
    assertThat(crossed.rawBytes()).isBetween(200_000L, (long) SessionOptions.LONGEST_INLINE);
    // A stream is compressed.
    assertThat(crossed.wireBytes() > crossed.rawBytes()).isEqualTo(inline);
    assertThat(inline).isEqualTo(inlineLimit == SessionOptions.LONGEST_INLINE);
  }

  @Test
  void oneRowCanBeLongerThanABlockAndInline() throws IOException {
    Request request = new Request.Simple("SELECT repeat('x', 200000)");
    assertThat(ask(Compression.NONE, SessionOptions.LONGEST_INLINE, request).frames()).isEqualTo(1);
    assertThat(ask(Compression.NONE, 0, request).frames()).isGreaterThan(1);
  }

  @Test
  void aSnapshotIsToldBeforeTheRowsOfAnInlineAnswer() throws IOException {
    Crossed crossed =
        ask(
            Compression.NONE,
            32 * KILOBYTE,
            Request.Extended.of(SLOW, 0).withSnapshot(Request.Extended.Snapshot.OWN_TRANSACTION));
    assertThat(crossed.events().getFirst()).isInstanceOf(ResultEvent.SnapshotTaken.class);
    // One frame tells the snapshot, and one has the answer.
    assertThat(crossed.frames()).isEqualTo(2);
  }

  @Test
  void aLimitMustFitAFrame() {
    assertThatThrownBy(
            () -> new SessionOptions("d", "u", Map.of(), SessionOptions.LONGEST_INLINE + 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SessionOptions("d", "u", Map.of(), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
