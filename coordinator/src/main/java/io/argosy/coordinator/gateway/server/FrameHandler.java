package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
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
  private final MemoryBudget memory;
  private FrameType type;
  private int headerBytes;
  private int length;
  private byte[] body;
  private int filled;
  private boolean refused;

  FrameHandler(Connection connection, Inbox inbox, MemoryBudget memory) {
    this.connection = connection;
    this.inbox = inbox;
    this.memory = memory;
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
    int size = Math.max((int) Math.min(length, 2L * body.length), filled + count);
    long more = counted(size) - counted(body.length);
    if (!memory.take(more)) {
      refuse(
          "53200", "out of memory of the coordinator for a message of %d bytes".formatted(length));
      return false;
    }
    try {
      body = Arrays.copyOf(body, size);
      return true;
    } catch (OutOfMemoryError e) {
      // One large allocation has failed, not the heap: give up this client alone.
      memory.giveBack(more);
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
    dropBody();
    inbox.refuse(PostgresError.of("FATAL", sqlState, message));
  }

  /** What a body of so many bytes counts in memory: nothing, where all have room for it anyway. */
  static long counted(int bytes) {
    return Math.max(0, bytes - FIRST_ALLOCATION);
  }

  private void dropBody() {
    if (body != null) {
      memory.giveBack(counted(body.length));
      body = null;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    connection.channelChanged();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      connection.inputEnded();
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    dropBody();
    refused = true;
    connection.clientGone();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    connection.failed(cause);
    context.close();
  }
}
