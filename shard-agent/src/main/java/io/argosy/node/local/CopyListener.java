package io.argosy.node.local;

import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads what a backend says while it takes COPY data. Somebody must: a server whose notices are not
 * read stops reading our data, and an error in the middle is to stop the sender. Notices beyond
 * {@link #QUEUE_LIMIT} are dropped, since they are nobody's to read before the data has been sent.
 */
final class CopyListener {
  private static final long QUEUE_LIMIT = 4 << 20;

  private final Backend backend;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Queue<Messages> queue = new ArrayDeque<>();
  private long queuedBytes;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private PostgresException failure;
  private volatile boolean over;
  private volatile boolean allSent;

  CopyListener(Backend backend) {
    this.backend = backend;
    Thread.ofVirtual().name("copy-listener").start(this::listen);
  }

  /** Whether the backend still takes COPY data. */
  boolean wantsData() {
    return !over && !allSent;
  }

  void noMoreData() {
    allSent = true;
  }

  /** What is to be run when the backend takes no more data: at once if it does not. */
  void whenOver(Runnable action) {
    end.thenRun(action);
  }

  private void listen() {
    try {
      while (!over) {
        Messages messages = backend.read();
        boolean last =
            messages.type() == BackendMessage.COMMAND_COMPLETE
                || messages.type() == BackendMessage.ERROR_RESPONSE;
        put(messages, last);
      }
    } catch (PostgresException e) {
      lock.lock();
      try {
        failure = e;
        over = true;
        arrived.signalAll();
      } finally {
        lock.unlock();
      }
    }
    end.complete(null);
  }

  private void put(Messages messages, boolean last) {
    lock.lock();
    try {
      if (messages.type() != BackendMessage.NOTICE_RESPONSE || queuedBytes < QUEUE_LIMIT) {
        queue.add(messages);
        queuedBytes += messages.bytes().remaining();
      }
      over |= last;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next message; blocks. The one that ends the COPY is the last that is taken from here. */
  Messages take() {
    lock.lock();
    try {
      while (queue.isEmpty()) {
        if (failure != null) {
          throw failure;
        }
        arrived.awaitUninterruptibly();
      }
      Messages messages = queue.remove();
      queuedBytes -= messages.bytes().remaining();
      return messages;
    } finally {
      lock.unlock();
    }
  }

  boolean hasMore() {
    lock.lock();
    try {
      return !queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
