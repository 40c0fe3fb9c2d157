package io.argosy.node.move;

import io.argosy.node.MoveGivenUp;
import io.argosy.node.MoveLimit;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.protocol.message.BinaryCopy;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * An inbox on the node that receives. Senders never wait for the load, only for the file system.
 * Once it has failed it holds nothing and stays failed. Thread-safe.
 */
public final class StoredInbox implements AutoCloseable {
  private final String node;
  private final BlockStore store;
  private final long limitBytes;
  private final Runnable whenClosed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Delivery> deliveries = new HashSet<>();
  private int toJoin;
  private int toEnd;
  private long received;
  private PostgresError failure;

  StoredInbox(String node, BlockStore store, int senders, long limitBytes, Runnable whenClosed) {
    this.node = node;
    this.store = store;
    this.toJoin = senders;
    this.toEnd = senders;
    this.limitBytes = limitBytes;
    this.whenClosed = whenClosed;
  }

  static PostgresError givenUp(String node) {
    return MoveGivenUp.of("node \"" + node + "\" takes no more rows of this move");
  }

  /**
   * Begins the rows of one of the senders.
   *
   * @param sender who sends, for messages
   * @param whenFailed is told, once and on any thread, when the inbox fails before this sender has
   *     ended; must not block
   * @throws PostgresException the error that the inbox has failed with; XX000 for one sender more
   *     than it was opened for
   */
  public Delivery join(String sender, Consumer<PostgresError> whenFailed) {
    lock.lock();
    try {
      throwFailure();
      if (toJoin == 0) {
        throw new PostgresException("XX000", "\"" + sender + "\" is one sender too many");
      }
      toJoin--;
      Delivery delivery = new Delivery(this, sender, whenFailed);
      deliveries.add(delivery);
      return delivery;
    } finally {
      lock.unlock();
    }
  }

  /** A sink for a sender in this process. */
  public RowSink sink(String sender) {
    return new StoredSink(this, sender);
  }

  /** Counts bytes that have arrived, before they are stored. */
  void count(int bytes) {
    boolean exceeded;
    lock.lock();
    try {
      throwFailure();
      received += bytes;
      exceeded = received > limitBytes;
    } finally {
      lock.unlock();
    }
    if (exceeded) {
      fail(MoveLimit.exceeded(node, limitBytes));
    }
  }

  /** Stores blocks that begin and end with whole tuples. */
  void store(List<Block> group) {
    try {
      store.add(group);
    } catch (IOException e) {
      fail(fileError(e));
    }
    lock.lock();
    try {
      throwFailure();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A sender has sent all. */
  void end(Delivery delivery) {
    lock.lock();
    try {
      throwFailure();
      if (deliveries.remove(delivery)) {
        toEnd--;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A sender has failed: so has the inbox, unless it had ended. */
  void fail(Delivery delivery, PostgresError error) {
    boolean under;
    lock.lock();
    try {
      under = deliveries.contains(delivery);
    } finally {
      lock.unlock();
    }
    if (under) {
      fail(error);
    }
  }

  /** Makes senders and load fail. The first error stays. Does not wait. */
  public void fail(PostgresError error) {
    List<Delivery> told;
    lock.lock();
    try {
      if (failure != null) {
        return;
      }
      failure = error;
      told = List.copyOf(deliveries);
      deliveries.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    store.close();
    told.forEach(delivery -> delivery.tell(error));
  }

  /** The COPY has failed. */
  public void loadFailed(PostgresError error) {
    fail(MoveContext.to(error, node));
  }

  /** To be called when the target may have ceased to want data. */
  public void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Copies the rows as they come, until all senders have ended. Returns early when the target wants
   * no more. Used by one thread.
   *
   * @throws PostgresException the error that the inbox has failed with
   */
  public void copyTo(CopyTarget target) {
    target.copyData(BinaryCopy.header());
    try {
      while (awaitRows(target)) {
        for (Block block : store.take()) {
          target.copyData(ByteBuffer.wrap(block.unpack()));
        }
      }
    } catch (IOException e) {
      fail(fileError(e));
    } catch (DamagedFrameException e) {
      fail(
          PostgresError.of(
              "XX001", "moved rows were damaged at node \"" + node + "\": " + e.getMessage()));
    }
    lock.lock();
    try {
      throwFailure();
    } finally {
      lock.unlock();
    }
    target.copyData(BinaryCopy.trailer());
  }

  /** Waits for rows; false when there will be none, or nobody wants them. */
  private boolean awaitRows(CopyTarget target) {
    lock.lock();
    try {
      while (true) {
        throwFailure();
        if (!target.wantsData()) {
          return false;
        }
        if (!store.isEmpty()) {
          return true;
        }
        if (toEnd == 0) {
          return false;
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private PostgresError fileError(IOException cause) {
    return PostgresError.of(
        "58030", "the inbox of node \"" + node + "\" failed: " + cause.getMessage());
  }

  private void throwFailure() {
    if (failure != null) {
      throw new PostgresException(failure);
    }
  }

  /** Frees what it holds; whoever still sends or loads fails. */
  @Override
  public void close() {
    fail(givenUp(node));
    whenClosed.run();
  }
}
