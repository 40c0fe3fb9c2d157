package io.argosy.tests.links;

import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.tests.links.FrameRelay.Direction;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;

/**
 * Makes it look as if one of two peers had forgotten to say something: a frame is missing, and
 * those behind it are sealed as if it had never been.
 */
final class ForgetfulPeers implements FrameRelay.Rule {
  private final Map<Direction, Codec> codecs = new ConcurrentHashMap<>();
  private volatile BiPredicate<Direction, Frame> forgotten = (direction, frame) -> false;

  /** One direction's two ends. */
  private record Codec(EmbeddedChannel in, EmbeddedChannel out) {
    private static Codec of(Direction direction) {
      FrameDecoder decoder =
          direction.toAgent() ? FrameDecoder.listening() : FrameDecoder.connecting();
      decoder.liftLimit();
      return new Codec(new EmbeddedChannel(decoder), new EmbeddedChannel(new FrameEncoder()));
    }
  }

  /** What is not said from now on. */
  void forget(BiPredicate<Direction, Frame> frames) {
    forgotten = frames;
  }

  /** From now on all is said. */
  void remember() {
    forgotten = (direction, frame) -> false;
  }

  @Override
  public byte[] passed(Direction direction, byte[] bytes) {
    Codec codec = codecs.computeIfAbsent(direction, Codec::of);
    codec.in.writeInbound(Unpooled.wrappedBuffer(bytes));
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    for (Frame frame = codec.in.readInbound(); frame != null; frame = codec.in.readInbound()) {
      if (!forgotten.test(direction, frame)) {
        codec.out.writeOutbound(frame);
        ByteBuf sealed = codec.out.readOutbound();
        byte[] piece = new byte[sealed.readableBytes()];
        sealed.readBytes(piece);
        sealed.release();
        passed.writeBytes(piece);
      }
    }
    return passed.toByteArray();
  }
}
