package io.argosy.node.local;

import io.argosy.node.EncodedRequest;
import io.argosy.node.EncodedRequest.Need;
import io.argosy.node.KeptStatement;
import io.argosy.node.ResourceUse;
import io.argosy.node.move.CopyTarget;
import io.argosy.node.move.StoredInbox;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.FrontendMessages;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and the messages that answer it, up to ReadyForQuery. Used by one thread at a time,
 * except {@link #cancel} and {@link #close}, which may be called while another thread is blocked in
 * here.
 */
public final class Exchange implements CopyTarget, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Exchange.class);

  /** How long a cancelled request may go on before its connection is closed. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** COPY data is sent in messages of at most so many bytes. */
  private static final int COPY_MESSAGE = 64 * 1024;

  private final Backend backend;
  private final EncodedRequest request;
  private final ReentrantLock reading = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private final FrontendMessages copyBuffer = new FrontendMessages(64);
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicBoolean cancelled = new AtomicBoolean();

  /** Held while a cancel is asked for: none is once {@link #ended} is set. */
  private final ReentrantLock ending = new ReentrantLock();

  private final Condition end = ending.newCondition();
  private boolean syncOwed;
  private boolean failed;
  private volatile CopyListener copy;

  /**
   * Since when a thread has been ready to read what the server has not sent yet; 0 while none is.
   */
  private volatile long waitingSince;

  private volatile boolean ended;
  private volatile boolean closed;
  private volatile long rawBytes;
  private volatile Optional<ResourceUse> used = Optional.empty();

  /** Nanoseconds for which a thread has waited for what the server says. */
  private long waited;

  Exchange(Backend backend, EncodedRequest request) {
    this.backend = backend;
    this.request = request;
    this.syncOwed = request.syncOwed();
  }

  void start() {
    if (!begun.compareAndSet(false, true)) {
      throw new PostgresException("57014", "the request was closed");
    }
    writing.lock();
    try {
      if (!request.onlyListens()) {
        backend.meter().begin(() -> waitingSince != 0);
      }
      backend.send(messages());
    } catch (PostgresException e) {
      backend.meter().lost();
      throw e;
    } finally {
      writing.unlock();
    }
  }

  private ByteBuffer messages() {
    return request.need().map(Need::statement).filter(needed -> !backend.isKept(needed)).isPresent()
        ? request.preparing()
        : request.messages().duplicate();
  }

  /** Whether ReadyForQuery has been read, or the server was lost. */
  public boolean ended() {
    return ended;
  }

  /** Bytes of messages read so far. */
  public long rawBytes() {
    return rawBytes;
  }

  /** What the request has used, when ReadyForQuery has been read; empty where nobody can tell. */
  public Optional<ResourceUse> used() {
    return used;
  }

  /**
   * The next message or run; blocks.
   *
   * @throws PostgresException 08006 when the server was lost, 57014 when the exchange was closed
   */
  public Messages read() {
    reading.lock();
    try {
      if (closed) {
        throw new PostgresException("57014", "the request was closed");
      }
      return readLocked();
    } finally {
      reading.unlock();
    }
  }

  private Messages readLocked() {
    if (ended) {
      throw new IllegalStateException("the request has ended");
    }
    try {
      Messages messages = await();
      rawBytes += messages.bytes().remaining();
      switch (messages.type()) {
        case BackendMessage.COPY_IN_RESPONSE -> copy = new CopyListener(backend);
        case BackendMessage.COMMAND_COMPLETE,
            BackendMessage.ERROR_RESPONSE,
            BackendMessage.EMPTY_QUERY_RESPONSE -> {
          copy = null;
          failed |= messages.type() == BackendMessage.ERROR_RESPONSE;
          sendOwedSync();
        }
        case BackendMessage.READY_FOR_QUERY -> {
          used = backend.meter().end(waited);
          request.need().map(Need::statement).ifPresent(this::settleNeed);
          end();
        }
        default -> {}
      }
      return messages;
    } catch (PostgresException e) {
      backend.meter().lost();
      end();
      throw e;
    }
  }

  private Messages await() {
    CopyListener listener = copy;
    long since = System.nanoTime() | 1;
    // What a COPY waits for may be the rest of its rows.
    waitingSince = listener == null ? since : 0;
    try {
      return listener == null ? backend.read() : listener.take();
    } finally {
      waitingSince = 0;
      waited += System.nanoTime() - since;
    }
  }

  /** Errors are rare: after one of them it is prepared again, whichever it was. */
  private void settleNeed(KeptStatement needed) {
    if (failed) {
      backend.forgets(needed);
    } else {
      backend.keeps(needed);
    }
  }

  /** Whether {@link #read} has something to read at once. */
  public boolean hasMore() {
    CopyListener listener = copy;
    return listener == null ? backend.hasMore() : listener.hasMore();
  }

  /**
   * Loads an inbox, from CopyInResponse on: the COPY is over when this returns, and how it ended
   * waits in {@link #read}.
   *
   * @throws PostgresException the error that the inbox has failed with
   */
  public void copyFrom(StoredInbox inbox) {
    CopyListener listener = copy;
    if (listener == null) {
      throw new IllegalStateException("no COPY is waiting for data");
    }
    listener.whenOver(inbox::wake);
    try {
      inbox.copyTo(this);
      copyDone();
    } catch (PostgresException e) {
      copyFail(e.error().message());
      throw e;
    }
  }

  @Override
  public boolean wantsData() {
    return copyWanted();
  }

  /**
   * Sends bytes of a COPY stream and consumes them. Blocks while the server is busy. When the COPY
   * has failed already they are dropped: the error waits in {@link #read}.
   */
  @Override
  public void copyData(ByteBuffer data) {
    while (data.hasRemaining()) {
      int length = Math.min(data.remaining(), COPY_MESSAGE);
      ByteBuffer part = data.slice(data.position(), length);
      data.position(data.position() + length);
      writing.lock();
      try {
        if (copyWanted()) {
          backend.send(copyBuffer.clear().copyData(part));
        }
      } finally {
        writing.unlock();
      }
    }
  }

  /** Ends the COPY stream. */
  public void copyDone() {
    endCopy(new FrontendMessages().copyDone());
  }

  /** Makes the COPY fail with a message. */
  public void copyFail(String message) {
    endCopy(new FrontendMessages().copyFail(message));
  }

  private void endCopy(FrontendMessages last) {
    writing.lock();
    try {
      if (copyWanted()) {
        copy.noMoreData();
        backend.send(syncOwed ? last.sync() : last);
        syncOwed = false;
      }
    } finally {
      writing.unlock();
    }
  }

  private boolean copyWanted() {
    CopyListener listener = copy;
    return listener != null && listener.wantsData();
  }

  private void sendOwedSync() {
    writing.lock();
    try {
      if (syncOwed) {
        syncOwed = false;
        backend.send(new FrontendMessages().sync());
      }
    } finally {
      writing.unlock();
    }
  }

  private void end() {
    ending.lock();
    try {
      ended = true;
      end.signalAll();
    } finally {
      ending.unlock();
    }
  }

  /**
   * Has PostgreSQL asked to cancel the request until it has ended: a backend that has not come to
   * read the request yet forgets that it was asked. One that only listens gets its Sync. Does not
   * wait.
   */
  void cancel() {
    if (!ended && cancelled.compareAndSet(false, true)) {
      if (request.onlyListens()) {
        sendOwedSync();
        return;
      }
      Thread.ofVirtual().name("cancel-request").start(this::cancelUntilEnded);
    }
  }

  private void cancelUntilEnded() {
    long start = System.nanoTime();
    ending.lock();
    try {
      long pause = FIRST_PAUSE;
      while (!ended && !isSilentSince(start)) {
        backend.canceller().cancel();
        if (end.awaitNanos(pause) <= 0) {
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    } finally {
      ending.unlock();
    }
    if (!ended) {
      log.warn("nothing has been heard of a request for {} after its cancel", END_LIMIT);
      backend.abort();
    }
  }

  /**
   * Whether the server hangs: it was asked to cancel, somebody is ready to read, and nothing comes.
   * (One whose answer nobody reads cannot say that it has ended.)
   */
  private boolean isSilentSince(long cancel) {
    long since = waitingSince;
    long now = System.nanoTime();
    return since != 0 && Math.min(now - since, now - cancel) > END_LIMIT.toNanos();
  }

  /**
   * Cancels the request if it has not ended, and reads on to its end. Never throws. A server that
   * does not come to an end in time loses the connection.
   */
  @Override
  public void close() {
    closed = true;
    if (begun.compareAndSet(false, true)) {
      // Nothing has been sent, and nothing will be.
      end();
    }
    if (ended) {
      return;
    }
    cancel();
    CountDownLatch drained = new CountDownLatch(1);
    Thread.ofVirtual().name("end-limit").start(() -> abortUnless(drained));
    // A thread that is blocked in read() leaves it at the next message, which the cancel brings.
    reading.lock();
    try {
      while (!ended) {
        if (copyWanted()) {
          // The backend does not heed a cancel while it waits for COPY data.
          copyFail("the COPY was cancelled");
        }
        readLocked();
      }
    } catch (PostgresException e) {
      log.debug("the server was lost while a request was being cancelled", e);
    } finally {
      end();
      drained.countDown();
      reading.unlock();
    }
  }

  private void abortUnless(CountDownLatch drained) {
    try {
      if (!drained.await(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("a request did not end within {} of its cancel", END_LIMIT);
        backend.abort();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
