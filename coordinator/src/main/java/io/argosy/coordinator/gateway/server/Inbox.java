package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.argosy.protocol.server.ProtocolException;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages of one client that wait for its thread. The event loop puts them in, the thread
 * takes them out. When more than {@link #HIGH_WATER} bytes wait, the channel stops reading until
 * less than {@link #LOW_WATER} are left, so that a client that sends faster than it is served is
 * slowed down by TCP.
 */
final class Inbox {
  private static final int HIGH_WATER = 256 * 1024;
  private static final int LOW_WATER = 64 * 1024;

  /** What a frame costs besides its body; bounds the number of tiny ones. */
  private static final int FRAME_OVERHEAD = 64;

  /** What the thread does that asks for a message. */
  private enum Taker {
    NOTHING,
    STATEMENT,
    COPY
  }

  private final Channel channel;
  private final MemoryBudget memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Frame> frames = new ArrayDeque<>();
  private long waitingBytes;
  private boolean paused;
  private boolean gone;
  private boolean inputEnded;
  private boolean copyCancelled;
  private boolean woken;
  private boolean ended;
  private PostgresError refusal;
  private PostgresError termination;

  /** What the frame that was taken last holds of the memory. */
  private long held;

  /**
   * @param memory where bodies of frames are counted, before they are put in, until the frame
   *     behind them is asked for
   */
  Inbox(Channel channel, MemoryBudget memory) {
    this.channel = channel;
    this.memory = memory;
  }

  /** Event loop: a message has arrived. */
  void put(Frame frame) {
    lock.lock();
    try {
      if (gone) {
        memory.giveBack(FrameHandler.counted(frame.body().length));
        return;
      }
      frames.add(frame);
      waitingBytes += frame.body().length + FRAME_OVERHEAD;
      if (!paused && waitingBytes > HIGH_WATER) {
        paused = true;
        channel.config().setAutoRead(false);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Event loop: what came is not a message. The thread gets the error after all that came before.
   */
  void refuse(PostgresError error) {
    lock.lock();
    try {
      refusal = error;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The client has closed the connection; what it had sent and was not yet taken is dropped. */
  void gone() {
    lock.lock();
    try {
      gone = true;
      giveBackHeld();
      frames.forEach(frame -> memory.giveBack(FrameHandler.counted(frame.body().length)));
      frames.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Event loop: nothing comes any more. The thread still gets what has come before. */
  void inputEnded() {
    lock.lock();
    try {
      inputEnded = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The server stops: the thread gets this error when it asks for the next thing to do. */
  void terminate(PostgresError error) {
    lock.lock();
    try {
      termination = error;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Any thread: the same, whatever the thread asks for next. */
  void end(PostgresError error) {
    lock.lock();
    try {
      ended = true;
      termination = error;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #take} would have to wait. */
  boolean isEmpty() {
    lock.lock();
    try {
      return frames.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether the message that {@link #take} would give is here, and of this type. */
  boolean isNext(FrameType type) {
    lock.lock();
    try {
      Frame next = frames.peek();
      return next != null && next.type() == type;
    } finally {
      lock.unlock();
    }
  }

  /** The messages that have come and were not taken, in their order; they stay. */
  List<Frame> waiting() {
    lock.lock();
    try {
      return List.copyOf(frames);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next message while no statement runs. Blocks.
   *
   * @throws ClientGoneException when the client has closed the connection
   * @throws ProtocolException FATAL, when the client does not speak the protocol or the server
   *     stops
   */
  Frame takeIdle() {
    return take(Taker.NOTHING);
  }

  /** What a wait for the client has ended with. */
  enum Awaited {
    /** There is something for {@link #takeIdle}. */
    MESSAGE,
    /** There is something else to do, see {@link #wake}. */
    WAKE,
    /** The client has sent nothing for too long. */
    SILENCE
  }

  /**
   * Waits for the client's next message.
   *
   * @param nanos how long, in nanoseconds
   */
  Awaited await(long nanos) {
    lock.lock();
    try {
      giveBackHeld();
      long left = nanos;
      while (hasNothing()) {
        if (woken) {
          woken = false;
          return Awaited.WAKE;
        }
        if (left <= 0) {
          return Awaited.SILENCE;
        }
        left = changed.awaitNanos(left);
      }
      return Awaited.MESSAGE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Awaited.MESSAGE;
    } finally {
      lock.unlock();
    }
  }

  private boolean hasNothing() {
    return frames.isEmpty() && !gone && !inputEnded && termination == null && refusal == null;
  }

  /** Any thread: there is something else to do than to wait for the client. */
  void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next message that belongs to a running statement. Blocks; not disturbed by termination. */
  Frame takeRunning() {
    return take(Taker.STATEMENT);
  }

  /** Before a COPY: what was cancelled was another statement. */
  void beginCopy() {
    lock.lock();
    try {
      copyCancelled = false;
    } finally {
      lock.unlock();
    }
  }

  /** Any thread: the COPY waits for no message any more. */
  void cancelCopy() {
    lock.lock();
    try {
      copyCancelled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next message that belongs to a COPY. Blocks; not disturbed by termination.
   *
   * @throws PostgresException 57014 when there is none and the COPY is cancelled
   */
  Frame takeCopied() {
    return take(Taker.COPY);
  }

  private Frame take(Taker taker) {
    lock.lock();
    try {
      giveBackHeld();
      while (true) {
        if (gone) {
          throw new ClientGoneException("the client has closed the connection");
        }
        if ((taker == Taker.NOTHING || ended) && termination != null) {
          throw new ProtocolException(termination);
        }
        Frame frame = frames.poll();
        if (frame != null) {
          release(frame);
          return frame;
        }
        if (refusal != null) {
          throw new ProtocolException(refusal);
        }
        if (inputEnded) {
          throw new ClientGoneException("the client sends no more");
        }
        if (taker == Taker.COPY && copyCancelled) {
          throw new PostgresException(PostgresError.CANCELLED);
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Who asks for the next frame has done with the one before, however long the next one takes. */
  private void giveBackHeld() {
    memory.giveBack(held);
    held = 0;
  }

  private void release(Frame frame) {
    held = FrameHandler.counted(frame.body().length);
    waitingBytes -= frame.body().length + FRAME_OVERHEAD;
    if (paused && waitingBytes < LOW_WATER) {
      paused = false;
      channel.config().setAutoRead(true);
    }
  }
}
