package io.argosy.node.frame;

import io.argosy.protocol.channel.DirectSocketChannel;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Sends the frames of a connection whose peers have proven who they are, in the order in which they
 * are given to it. Where that is possible the caller's thread writes them to the socket: without
 * encryption, and while everything that was written before is there. Otherwise the channel's event
 * loop does. Thread-safe; never waits for the peer.
 */
public final class FrameWriter {
  private static final AttributeKey<FrameWriter> KEY = AttributeKey.valueOf(FrameWriter.class, "");

  /** How long a frame may wait for one to be sent with. */
  private static final long LONGEST_WAIT_MILLIS = 1;

  private final Channel channel;
  private final FrameEncoder encoder;
  private final Optional<DirectSocketChannel> direct;
  private final BooleanSupplier silent;
  private final ReentrantLock lock = new ReentrantLock();

  /** What is sent with the next frame. Guarded by the lock. */
  private final Queue<Frame> waiting = new ArrayDeque<>();

  /** Whether somebody will see to it that what waits is sent. Guarded by the lock. */
  private boolean scheduled;

  /** What the event loop has been given and not written yet. Guarded by the lock. */
  private int unwritten;

  /** Whether something is missing from what was sent, so that nothing more may be. */
  private boolean broken;

  private FrameWriter(Channel channel, boolean filtered, BooleanSupplier silent) {
    this.channel = channel;
    this.encoder = channel.pipeline().get(FrameEncoder.class);
    this.direct = filtered ? Optional.empty() : DirectSocketChannel.of(channel);
    this.silent = silent;
  }

  /**
   * Makes the one of a channel, which is there from then on.
   *
   * @param channel in whose pipeline are a {@link FrameEncoder} and, if any, what encrypts
   * @param filtered whether something between that and the callers looks at frames
   * @param silent whether nothing is to be sent any more
   */
  public static void attach(Channel channel, boolean filtered, BooleanSupplier silent) {
    channel.attr(KEY).set(new FrameWriter(channel, filtered, silent));
  }

  /** The one of a channel. */
  public static FrameWriter of(Channel channel) {
    return channel.attr(KEY).get();
  }

  /** Sends a frame, and in front of it what waits. */
  public void send(Frame frame) {
    lock.lock();
    try {
      waiting.add(frame);
      sendAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a frame that nobody waits for together with the next one, or a moment later: alone it
   * costs both peers a system call and a change of threads.
   */
  public void sendSoon(Frame frame) {
    lock.lock();
    try {
      waiting.add(frame);
      if (!scheduled) {
        scheduled = true;
        channel
            .eventLoop()
            .schedule(this::sendScheduled, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (RejectedExecutionException e) {
      // The loop has ended, and the connection with it.
      giveUp();
    } finally {
      lock.unlock();
    }
  }

  private void sendScheduled() {
    lock.lock();
    try {
      scheduled = false;
      sendAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends what waits. */
  public void flush() {
    lock.lock();
    try {
      sendAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends a frame, and ends the connection when it is sent. */
  public void sendLast(Frame frame) {
    lock.lock();
    try {
      waiting.add(frame);
      sendAll();
    } finally {
      lock.unlock();
    }
    channel
        .eventLoop()
        .execute(
            () ->
                channel
                    .writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(ChannelFutureListener.CLOSE));
  }

  /** Ends the connection. */
  public void close() {
    channel.close();
  }

  private void sendAll() {
    if (waiting.isEmpty()) {
      return;
    }
    if (broken || silent.getAsBoolean()) {
      waiting.clear();
    } else if (direct.isPresent() && unwritten == 0 && encoder.allWritten()) {
      writeNow(direct.get());
    } else {
      while (!waiting.isEmpty()) {
        giveToLoop(waiting.remove());
      }
    }
  }

  private void writeNow(DirectSocketChannel socket) {
    ByteBuf bytes = null;
    try {
      bytes = channel.alloc().directBuffer(waiting.stream().mapToInt(FrameEncoder::size).sum());
      while (!waiting.isEmpty()) {
        encoder.encode(waiting.remove(), bytes);
      }
      socket.writeNow(bytes);
    } catch (IOException | RuntimeException | Error e) {
      // A frame that cannot be sent must not just be missing: nobody would know.
      ReferenceCountUtil.release(bytes);
      giveUp();
      if (!(e instanceof IOException)) {
        channel.pipeline().fireExceptionCaught(e);
      }
      return;
    }
    if (bytes.isReadable()) {
      giveToLoop(bytes);
    } else {
      bytes.release();
    }
  }

  private void giveUp() {
    broken = true;
    waiting.clear();
    channel.close();
  }

  /** Behind what it has been given before, also where this is its own thread. */
  private void giveToLoop(Object message) {
    unwritten++;
    try {
      channel
          .eventLoop()
          .execute(() -> channel.writeAndFlush(message).addListener(done -> written()));
    } catch (RejectedExecutionException e) {
      // The loop has ended, and the connection with it.
      ReferenceCountUtil.release(message);
      giveUp();
    }
  }

  private void written() {
    lock.lock();
    try {
      unwritten--;
    } finally {
      lock.unlock();
    }
  }
}
