package io.argosy.node.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.node.Machine;
import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSample;
import io.argosy.node.MachineSamples;
import io.argosy.node.ReadFrom;
import io.argosy.node.ResourceUse;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {
  private static final UUID INBOX = new UUID(-1, 1);

  private final FrameDecoder decoder = FrameDecoder.listening();
  private final EmbeddedChannel in = new EmbeddedChannel(decoder);
  private final EmbeddedChannel out = new EmbeddedChannel(new FrameEncoder());

  private Frame throughTheWire(Frame frame) {
    assertThat(out.writeOutbound(frame)).isTrue();
    assertThat(in.writeInbound((ByteBuf) out.readOutbound())).isTrue();
    return in.readInbound();
  }

  @Test
  void framesArriveAsTheyWereSent() {
    for (Frame frame :
        new Frame[] {
          new Frame.Ping(),
          new Frame.Open(
              7,
              new SessionOptions(
                  "d", "ü", "1", Map.of("a", "1", "b", ""), 77, ReadFrom.PREFER_REPLICA)),
          new Frame.Opened(7, 4711),
          new Frame.Refused(7, PostgresError.of("53300", "full").withHint("wait")),
          new Frame.Credit(7, 4711),
          new Frame.Cancel(7),
          new Frame.CopyDone(7),
          new Frame.CopyFail(7, "no"),
          new Frame.Close(-1, true, false),
          new Frame.Closed(7),
          new Frame.Lost(7, PostgresError.of("08006", "gone")),
          new Frame.OpenInbox(7, INBOX, 3, 1L << 40),
          new Frame.InboxOpened(7),
          new Frame.FailInbox(7, INBOX, PostgresError.of("57014", "no more")),
          new Frame.CloseInbox(7, INBOX),
          new Frame.Send(
              7,
              Routing.BY_LAST_COLUMN,
              List.of(
                  new InboxAddress(INBOX, "north", "10.0.0.1", 5434, false),
                  new InboxAddress(INBOX, "süd", "", 0, true))),
          new Frame.Load(7, INBOX),
          new Frame.Moved(7, List.of(new Sent.Delivered(1, 2, 3), new Sent.Delivered(0, 0, 0))),
          new Frame.Failed(7, PostgresError.of("22012", "division by zero")),
          new Frame.Deliver(7, INBOX, "north"),
          new Frame.RowsEnd(7),
          new Frame.Measure(7),
          new Frame.LeaveDatabase(7, "shop"),
          new Frame.DatabaseLeft(7),
          new Frame.Measured(7, new Machine(1L << 40, OptionalDouble.of(2.5))),
          new Frame.Measured(7, new Machine(1, OptionalDouble.empty())),
          new Frame.Sample(7, Instant.ofEpochSecond(4711, 1000), 5),
          new Frame.Sampled(7, false, Instant.EPOCH, List.of()),
          new Frame.Sampled(7, true, Instant.ofEpochSecond(1), List.of(sample(Map.of()))),
          new Frame.Stored(7),
          new Frame.Ask(7, 4711),
          new Frame.Idle(7, 4711)
        }) {
      assertThat(throughTheWire(frame)).isEqualTo(frame);
    }
  }

  private static MachineSample sample(Map<MachineMeasure, Double> values) {
    return new MachineSample(Instant.ofEpochSecond(4711, 1000), Duration.ofNanos(4711), values);
  }

  /** As many as there may be, each with all that there is, are in one frame. */
  @Test
  void samplesArriveAsTheyWereSent() {
    decoder.liftLimit();
    Map<MachineMeasure, Double> values = new EnumMap<>(MachineMeasure.class);
    for (MachineMeasure measure : MachineMeasure.values()) {
      values.put(measure, measure.ordinal() + 0.5);
    }
    MachineSample other =
        sample(
            Map.of(
                MachineMeasure.MEMORY_USED, 1e15,
                MachineMeasure.PROCESSORS, 2.0,
                MachineMeasure.IO_PRESSURE, 0.25));
    List<MachineSample> samples =
        new ArrayList<>(Collections.nCopies(MachineSamples.MOST - 1, sample(values)));
    samples.add(other);
    Frame frame = new Frame.Sampled(7, true, Instant.ofEpochSecond(-1), samples);
    assertThat(throughTheWire(frame)).isEqualTo(frame);
    samples.add(other);
    assertThatThrownBy(() -> throughTheWire(new Frame.Sampled(7, true, Instant.EPOCH, samples)))
        .hasCauseInstanceOf(DamagedFrameException.class);
  }

  @ParameterizedTest
  @EnumSource
  void blocksArriveAsTheyWereSent(Compression compression) {
    decoder.liftLimit();
    byte[] compressible = "the same again, ".repeat(4000).getBytes(UTF_8);
    byte[] incompressible = new byte[Limits.BLOCK];
    new Random(42).nextBytes(incompressible);
    for (byte[] raw : new byte[][] {compressible, incompressible, new byte[] {1}, {}}) {
      Block block = Block.pack(compression, raw, raw.length);
      assertThat(block.bytes().length).isLessThanOrEqualTo(raw.length);
      ResourceUse.Files files = new ResourceUse.Files(9, 10, 11);
      for (Optional<ResourceUse> use :
          List.of(
              Optional.of(new ResourceUse(1L << 60, 2, 3, 4, 5, 6, 7, 8, Optional.of(files))),
              Optional.of(new ResourceUse(1, 2, 3, 4, 5, 6, 7, 8, Optional.empty())),
              Optional.<ResourceUse>empty())) {
        Frame frame = throughTheWire(new Frame.Response(3, false, use, block));
        assertThat(((Frame.Response) frame).use()).isEqualTo(use);
        assertThat(((Frame.Response) frame).continued()).isFalse();
      }
      Frame.Response arrived =
          (Frame.Response) throughTheWire(new Frame.Response(3, true, Optional.empty(), block));
      assertThat(arrived.continued()).isTrue();
      assertThat(arrived.block().compression()).isEqualTo(block.compression());
      assertThat(arrived.block().unpack()).isEqualTo(raw);
      Frame.Rows rows = (Frame.Rows) throughTheWire(new Frame.Rows(3, true, 4711, block));
      assertThat(rows.continued()).isTrue();
      assertThat(rows.rows()).isEqualTo(4711);
      assertThat(rows.block().unpack()).isEqualTo(raw);
    }
    assertThat(Block.pack(compression, compressible, compressible.length).compression())
        .isEqualTo(compression);
  }

  @ParameterizedTest
  @EnumSource
  void aBlockThatIsNotWhatItSaysIsNotExpanded(Compression compression) {
    byte[] raw = "the same again, ".repeat(4000).getBytes(UTF_8);
    Block intact = Block.pack(compression, raw, raw.length);
    Block liar = new Block(compression, raw.length - 1, intact.bytes());
    assertThatThrownBy(liar::unpack).isInstanceOf(DamagedFrameException.class);
  }

  private static List<Frame> framesOfAllForms() {
    byte[] raw = "some rows".getBytes(UTF_8);
    Block block = Block.pack(Compression.NONE, raw, raw.length);
    return List.of(
        new Frame.Authenticate(Limits.VERSION, new byte[32], new byte[32]),
        new Frame.Ping(),
        new Frame.Opened(7, 4711),
        new Frame.Credit(7, 4711),
        new Frame.Request(7, false, true, "4711", Optional.empty(), block),
        new Frame.Response(7, false, Optional.empty(), block),
        new Frame.Rows(7, true, 3, block),
        new Frame.Closed(7),
        new Frame.Failed(7, PostgresError.of("22012", "division by zero")));
  }

  /** The first one of a connection. */
  private static byte[] encoded(Frame frame) {
    return encoded(new EmbeddedChannel(new FrameEncoder()), frame);
  }

  private static byte[] encoded(EmbeddedChannel encoder, Frame frame) {
    encoder.writeOutbound(frame);
    ByteBuf bytes = encoder.readOutbound();
    try {
      return ByteBufUtil.getBytes(bytes);
    } finally {
      bytes.release();
    }
  }

  /** Wherever it is: nothing more need arrive before it is noticed. */
  @Test
  void everyBitThatFlipsIsNoticedAtOnce() {
    for (Frame frame : framesOfAllForms()) {
      byte[] sound = encoded(frame);
      for (int bit = 0; bit < 8 * sound.length; bit++) {
        byte[] flipped = sound.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        FrameDecoder receiver = FrameDecoder.listening();
        receiver.liftLimit();
        EmbeddedChannel channel = new EmbeddedChannel(receiver);
        assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(flipped)))
            .as("bit %d of %s", bit, frame)
            .hasCauseInstanceOf(DamagedFrameException.class);
        // What comes behind it is not read, whatever it seems to be.
        assertThat(channel.writeInbound(Unpooled.wrappedBuffer(sound))).isFalse();
      }
    }
  }

  @Test
  void framesMayArriveByteByByte() {
    decoder.liftLimit();
    for (Frame frame : framesOfAllForms()) {
      for (byte piece : encoded(out, frame)) {
        in.writeInbound(Unpooled.wrappedBuffer(new byte[] {piece}));
      }
      assertThat((Frame) in.readInbound()).isInstanceOf(frame.getClass());
    }
  }

  @Test
  void aLostFrameAndOneThatComesTwiceAreNoticedWithTheNext() {
    byte[] first = encoded(out, new Frame.Ping());
    byte[] second = encoded(out, new Frame.Cancel(1));
    byte[] third = encoded(out, new Frame.Cancel(2));
    for (byte[] next : new byte[][] {first, third}) {
      EmbeddedChannel receiver = new EmbeddedChannel(FrameDecoder.listening());
      assertThat(receiver.writeInbound(Unpooled.wrappedBuffer(first))).isTrue();
      assertThatThrownBy(() -> receiver.writeInbound(Unpooled.wrappedBuffer(next)))
          .hasCauseInstanceOf(DamagedFrameException.class)
          .hasMessageContaining("missing");
    }
    assertThat(in.writeInbound(Unpooled.wrappedBuffer(first, second, third))).isTrue();
  }

  private static Frame greeting(byte[] bytes) {
    EmbeddedChannel connecting = new EmbeddedChannel(FrameDecoder.connecting());
    connecting.writeInbound(Unpooled.wrappedBuffer(bytes));
    return connecting.readInbound();
  }

  @Test
  void aFlippedBitOfAGreetingIsNeverBelieved() {
    byte[] nonce = SharedSecret.nonce();
    byte[] sound = encoded(new Frame.Hello(Limits.VERSION, nonce));
    assertThat(greeting(sound))
        .isInstanceOfSatisfying(
            Frame.Hello.class,
            hello -> {
              assertThat(hello.version()).isEqualTo(Limits.VERSION);
              assertThat(hello.nonce()).isEqualTo(nonce);
            });
    for (int bit = 0; bit < 8 * sound.length; bit++) {
      byte[] flipped = sound.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        // One that seems to be longer is waited for as long as a peer may take to prove itself.
        assertThat(greeting(flipped)).as("bit %d", bit).isNull();
      } catch (DecoderException e) {
        assertThat(e).hasCauseInstanceOf(DamagedFrameException.class);
      }
    }
  }

  /** Its layout is that of all versions before 9: length, type, stream, version, random number. */
  @Test
  void olderPeersCanTellTheVersion() {
    ByteBuffer older =
        ByteBuffer.allocate(49).putInt(45).put((byte) 1).putInt(0).putInt(8).putInt(32);
    assertThat(greeting(older.array()))
        .isInstanceOfSatisfying(
            Frame.Hello.class, hello -> assertThat(hello.version()).isEqualTo(8));
    ByteBuffer ours = ByteBuffer.wrap(encoded(new Frame.Hello(Limits.VERSION, new byte[32])));
    assertThat(ours.getInt()).isEqualTo(ours.remaining());
    assertThat(ours.get()).isEqualTo((byte) 1);
    assertThat(ours.getInt()).isZero();
    assertThat(ours.getInt()).isEqualTo(Limits.VERSION);
    assertThat(ours.getInt()).isEqualTo(ours.remaining());
  }

  @Test
  void theLibraryOfLz4HasNoFileOnceItIsLoaded() throws IOException {
    Path maps = Path.of("/proc/self/maps");
    assumeTrue(Files.isReadable(maps), "only Linux says what is mapped");
    assertThat(Block.pack(Compression.LZ4, new byte[Limits.BLOCK], Limits.BLOCK).compression())
        .isEqualTo(Compression.LZ4);
    try (Stream<String> lines = Files.lines(maps)) {
      assertThat(lines.filter(line -> line.contains("/liblz4-java-")))
          .isNotEmpty()
          .allMatch(line -> line.endsWith("(deleted)"));
    }
  }

  @Test
  void contentLongerThanItsFrameIsRefused() {
    // CopyFail with a message that claims 100 bytes in a frame that has none.
    ByteBuf frame = Unpooled.buffer();
    frame.writeInt(17).writeByte(14).writeInt(1).writeInt(0).writeInt(100);
    FrameChecksum.seal(frame, 0, 0);
    assertThatThrownBy(() -> in.writeInbound(frame))
        .hasCauseInstanceOf(DamagedFrameException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536, 151_827})
  void thereAreNoOtherPorts(int port) {
    InboxAddress nowhere = new InboxAddress(INBOX, "north", "10.0.0.1", port, false);
    Frame frame = new Frame.Send(7, Routing.BY_LAST_COLUMN, List.of(nowhere));
    assertThatThrownBy(() -> throughTheWire(frame)).hasCauseInstanceOf(DamagedFrameException.class);
  }

  @Test
  void aProofIsOfOneRoleOneSecretAndTwoNonces() {
    SharedSecret secret = new SharedSecret("s");
    byte[] one = SharedSecret.nonce();
    byte[] two = SharedSecret.nonce();
    byte[] proof = secret.coordinatorProof(one, two);
    assertThat(SharedSecret.same(proof, new SharedSecret("s").coordinatorProof(one, two))).isTrue();
    assertThat(SharedSecret.same(proof, secret.agentProof(one, two))).isFalse();
    assertThat(SharedSecret.same(proof, secret.coordinatorProof(two, one))).isFalse();
    assertThat(SharedSecret.same(proof, new SharedSecret("t").coordinatorProof(one, two)))
        .isFalse();
  }
}
