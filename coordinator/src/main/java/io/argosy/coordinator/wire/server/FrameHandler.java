package io.argosy.coordinator.wire.server;

import io.argosy.agent.postgres.PostgresError;
import io.argosy.coordinator.wire.message.Frame;
import io.argosy.coordinator.wire.message.FrameType;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts what arrives into messages: a type byte, four bytes of length that count themselves, a body.
 * A body's array grows as bytes arrive, so that a length alone costs nothing.
 */
final class FrameHandler extends ChannelInboundHandlerAdapter {
  private static final int FIRST_ALLOCATION = 8 * 1024;
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final Connection connection;
  private final Inbox inbox;
  private FrameType type;
  private int headerBytes;
  private int length;
  private byte[] body;
  private int filled;
  private boolean refused;

  FrameHandler(Connection connection, Inbox inbox) {
    this.connection = connection;
    this.inbox = inbox;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      while (in.isReadable() && !refused) {
        step(in);
      }
    } finally {
      ReferenceCountUtil.release(in);
    }
  }

  private void step(ByteBuf in) {
    if (type == null) {
      startMessage(in.readByte());
    } else if (headerBytes < LENGTH_BYTES) {
      length = length << 8 | in.readUnsignedByte();
      headerBytes++;
      if (headerBytes == LENGTH_BYTES) {
        startBody();
      }
    } else {
      int count = Math.min(in.readableBytes(), length - filled);
      if (makeRoom(count)) {
        in.readBytes(body, filled, count);
        filled += count;
        endBodyWhenFull();
      }
    }
  }

  private void startMessage(byte code) {
    Optional<FrameType> known = FrameType.of(code);
    if (known.isEmpty()) {
      refuse("08P01", "invalid frontend message type " + (code & 0xFF));
      return;
    }
    type = known.get();
    headerBytes = 0;
    length = 0;
  }

  private void startBody() {
    if (length < LENGTH_BYTES || length > type.limit(connection.isAuthenticated())) {
      refuse("08P01", "invalid message length");
      return;
    }
    length -= LENGTH_BYTES;
    filled = 0;
    body = new byte[Math.min(length, FIRST_ALLOCATION)];
    endBodyWhenFull();
  }

  private boolean makeRoom(int count) {
    if (filled + count <= body.length) {
      return true;
    }
    int doubled = (int) Math.min(length, 2L * body.length);
    try {
      body = Arrays.copyOf(body, Math.max(doubled, filled + count));
      return true;
    } catch (OutOfMemoryError e) {
      // One large allocation has failed, not the heap: give up this client alone.
      refuse("53200", "out of memory for a message of %d bytes".formatted(length));
      return false;
    }
  }

  private void endBodyWhenFull() {
    if (filled == length) {
      Frame frame = new Frame(type, body);
      type = null;
      body = null;
      inbox.put(frame);
    }
  }

  private void refuse(String sqlState, String message) {
    refused = true;
    body = null;
    inbox.refuse(PostgresError.of("FATAL", sqlState, message));
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    connection.channelChanged();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    connection.clientGone();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    connection.failed(cause);
    context.close();
  }
}
