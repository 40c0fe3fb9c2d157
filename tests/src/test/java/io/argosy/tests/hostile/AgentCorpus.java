package io.argosy.tests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.argosy.node.EncodedRequest;
import io.argosy.node.KeptStatement;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.frame.InboxAddress;
import io.argosy.node.frame.Limits;
import io.argosy.node.frame.SharedSecret;
import io.argosy.protocol.message.PostgresError;
import io.argosy.tests.hostile.Message.Layout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Conversations with an agent's port, behind its Hello. */
final class AgentCorpus {
  private static final int HIGHEST_TYPE = 37;

  /** The types of frames, some of which only an agent may send. */
  static final byte[] TYPES = types();

  private static final UUID INBOX = new UUID(1, 2);

  private static final Request.Guard GUARD =
      new Request.Guard(
          true,
          Optional.of(
              new Request.Guard.Question(
                  new KeptStatement("argosy_guard", "SELECT WHERE $1 = 'x'"), "x")),
          false);

  private AgentCorpus() {}

  private static byte[] types() {
    byte[] types = new byte[HIGHEST_TYPE];
    for (byte i = 0; i < HIGHEST_TYPE; i++) {
      types[i] = (byte) (i + 1);
    }
    return types;
  }

  /**
   * What a coordinator or another agent sends once it has authenticated.
   *
   * @param agentPort where an agent listens that rows can be sent to
   */
  static List<List<Message>> ofPeer(SessionOptions options, int agentPort) {
    Frame open = new Frame.Open(1, options);
    Frame openSecond = new Frame.Open(2, options);
    Frame close = new Frame.Close(1, true, true);
    Frame query = request(1, new Request.Simple("SELECT 1"));
    List<List<Frame>> conversations = new ArrayList<>();
    conversations.add(
        List.of(
            open,
            query,
            request(
                1,
                Request.Extended.of(
                    "SELECT g, repeat('x', 500) FROM generate_series(1, 200) g", 1)),
            new Frame.Credit(1, 100_000),
            request(1, new Request.Describe("SELECT $1::int", new int[0])),
            new Frame.Cancel(1),
            new Frame.Ping(),
            new Frame.Ask(1, 3),
            query,
            close));
    conversations.add(
        List.of(
            open,
            request(1, new Request.Simple("BEGIN; CREATE TEMP TABLE taken (a int, b text)")),
            request(1, Request.Extended.of("COPY taken FROM STDIN", 0)),
            new Frame.CopyData(1, block("1\tone\n2\ttwo\n")),
            new Frame.CopyData(1, block("3\tthree\n")),
            new Frame.CopyDone(1),
            request(1, new Request.Simple("COPY taken FROM STDIN")),
            new Frame.CopyData(1, block("4\tfour\n")),
            new Frame.CopyFail(1, "no more"),
            request(1, new Request.Simple("ROLLBACK")),
            close));
    conversations.add(
        List.of(
            open,
            new Frame.OpenInbox(1, INBOX, 1, 1 << 20),
            openSecond,
            new Frame.Send(
                2, Routing.TO_ALL, List.of(new InboxAddress(INBOX, "node1", "", 0, true))),
            request(
                2,
                Request.Extended.of("SELECT g FROM generate_series(1, 100) g", 1).withGuard(GUARD)),
            request(1, new Request.Simple("CREATE TEMP TABLE stage (g int)")),
            new Frame.Load(1, INBOX),
            request(1, new Request.Simple("COPY stage FROM STDIN (FORMAT binary)")),
            new Frame.CloseInbox(1, INBOX),
            new Frame.Close(2, true, true),
            close));
    conversations.add(
        List.of(
            open,
            new Frame.Send(
                1,
                Routing.BY_LAST_COLUMN,
                List.of(new InboxAddress(INBOX, "node1", "127.0.0.1", agentPort, false))),
            request(1, Request.Extended.of("SELECT g, 0 FROM generate_series(1, 100) g", 1)),
            close));
    conversations.add(
        List.of(
            open,
            new Frame.OpenInbox(1, INBOX, 1, 1 << 16),
            new Frame.Deliver(3, INBOX, "node2"),
            new Frame.Rows(3, false, 1, block("\0\1\0\0\0\4\0\0\0\7")),
            new Frame.Rows(3, true, 0, block("\0\1\0\0")),
            new Frame.Rows(3, false, 1, block("\0\4\0\0\0\7")),
            new Frame.RowsEnd(3),
            new Frame.FailInbox(1, INBOX, PostgresError.of("57014", "no more")),
            new Frame.Deliver(4, INBOX, "node3"),
            new Frame.Failed(4, PostgresError.of("57014", "gone")),
            close));
    conversations.add(
        List.of(open, query, query, query, new Frame.Cancel(1), query, query, query, query, close));
    List<Frame> cheap = new ArrayList<>();
    for (int i = 1; i < 20; i++) {
      cheap.addAll(
          List.of(
              new Frame.Ping(),
              new Frame.Credit(i, i),
              new Frame.Ask(i, i),
              new Frame.Cancel(i),
              new Frame.Close(i, false, i % 2 == 0),
              new Frame.Deliver(i + 50, INBOX, "node2"),
              new Frame.CopyDone(i),
              new Frame.CloseInbox(i, INBOX)));
    }
    for (int i = 0; i < 8; i++) {
      conversations.add(cheap);
    }
    return conversations.stream().map(AgentCorpus::encoded).toList();
  }

  /**
   * What somebody sends who does not know the secret.
   *
   * @param statement what must not happen
   */
  static List<List<Message>> ofIntruder(SessionOptions options, String statement) {
    Frame guess = new Frame.Authenticate(Limits.VERSION, SharedSecret.nonce(), new byte[32]);
    Frame open = new Frame.Open(1, options);
    Frame query = request(1, new Request.Simple(statement));
    return List.of(
        encoded(List.of(open, query)),
        encoded(List.of(guess, open, query)),
        encoded(List.of(guess, guess, guess, open, query)),
        encoded(List.of(new Frame.Authenticated(new byte[32]), open, query)),
        Stream.concat(Stream.of(hello()), encoded(List.of(guess, open, query)).stream()).toList(),
        encoded(
            List.of(
                new Frame.Measure(1), new Frame.Sample(1, Instant.EPOCH, 7), guess, open, query)),
        encoded(List.of(new Frame.Deliver(1, INBOX, "x"), query)));
  }

  /** What only an agent sends, and which has no checksums as other frames do. */
  private static Message hello() {
    ByteBuffer hello = ByteBuffer.allocate(49);
    hello.putInt(45).put((byte) 1).putInt(0).putInt(Limits.VERSION).putInt(32);
    return new Message(Layout.AGENT, hello.array());
  }

  private static Frame request(int stream, Request request) {
    EncodedRequest encoded = EncodedRequest.of(request);
    ByteBuffer messages = encoded.messages();
    byte[] bytes = Arrays.copyOfRange(messages.array(), messages.position(), messages.limit());
    return new Frame.Request(
        stream,
        false,
        encoded.syncOwed(),
        "",
        encoded.need(),
        Block.pack(Compression.NONE, bytes, bytes.length));
  }

  private static Block block(String bytes) {
    byte[] raw = bytes.getBytes(ISO_8859_1);
    return Block.pack(Compression.NONE, raw, raw.length);
  }

  private static List<Message> encoded(List<Frame> frames) {
    return frames.stream().map(AgentCorpus::encoded).toList();
  }

  /** A frame without its checksums, so that what changes it can seal it once more. */
  static Message encoded(Frame frame) {
    EmbeddedChannel encoder = new EmbeddedChannel(new FrameEncoder());
    encoder.writeOutbound(frame);
    ByteBuf bytes = encoder.readOutbound();
    try {
      return Message.unsealed(ByteBufUtil.getBytes(bytes));
    } finally {
      bytes.release();
      encoder.finishAndReleaseAll();
    }
  }
}
