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
    channel.writeAndFlush(message).addListener(done -> unwritten.decrementAndGet());
  }

  /** Whether there is nothing left to write of it. */
  private boolean writtenNow(DirectSocketChannel socket, ByteBuf message) {
    broken = true;
    try {
      socket.writeNow(message);
      broken = false;
    } catch (IOException e) {
      // Told by the end of the channel.
      channel.close();
    } finally {
      if (broken || !message.isReadable()) {
        message.release();
      }
    }
    return broken || message.refCnt() == 0;
  }
}
