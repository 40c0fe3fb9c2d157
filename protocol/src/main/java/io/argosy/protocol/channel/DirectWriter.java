package io.argosy.protocol.channel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes bytes to a channel, past its event loop where that is possible: without encryption, and
 * while everything that was written before is in the socket. Used by one thread at a time, which is
 * the only one that writes.
 */
public final class DirectWriter {
  /** How many times its bytes a message may take while it waits. */
  private static final int MOST_ROOM = 4;

  private final Channel channel;
  private final Optional<DirectSocketChannel> direct;

  /** What the event loop has been given and not written yet. */
  private final AtomicInteger unwritten = new AtomicInteger();

  /** Whether something is missing from what was sent, so that nothing more may be. */
  private boolean broken;

  /**
   * @param channel with all that encrypts in its pipeline, if anything does
   */
  public DirectWriter(Channel channel) {
    this.channel = channel;
    this.direct = DirectSocketChannel.of(channel);
  }

  /**
   * Writes a message and releases it. Does not wait: what the system does not take at once is
   * written later. Where the connection is gone nothing is written, and the channel is closed.
   */
  public void write(ByteBuf message) {
    if (broken) {
      message.release();
      return;
    }
    if (direct.isPresent() && unwritten.get() == 0 && writtenNow(direct.get(), message)) {
      return;
    }
    unwritten.incrementAndGet();
    channel.writeAndFlush(trimmed(message)).addListener(done -> unwritten.decrementAndGet());
  }

  /** What has to wait is counted by what there is to read, so it must not hold much more. */
  private ByteBuf trimmed(ByteBuf message) {
    int length = message.readableBytes();
    if (length > message.capacity() / MOST_ROOM) {
      return message;
    }
    try {
      return channel.alloc().buffer(length).writeBytes(message);
    } finally {
      message.release();
    }
  }

  /**
   * Whether there is nothing left to write of a message, which is then released. What was released
   * must not be looked at: it may be another message by now, of another connection.
   */
  private boolean writtenNow(DirectSocketChannel socket, ByteBuf message) {
    boolean over = true;
    broken = true;
    try {
      socket.writeNow(message);
      broken = false;
      over = !message.isReadable();
    } catch (IOException e) {
      // Told by the end of the channel.
      channel.close();
    } finally {
      if (over) {
        message.release();
      }
    }
    return over;
  }
}
