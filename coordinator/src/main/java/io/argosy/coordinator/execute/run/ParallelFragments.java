package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Runs a fragment on each of several nodes at the same time, a virtual thread each, and gives their
 * rows in the order in which they arrive. What is read ahead is bounded: a few batches in the
 * queue, and each backend's own window.
 */
public final class ParallelFragments implements AutoCloseable {
  private static final int BATCHES_AHEAD = 4;

  /** Bytes of rows that wait for their reader, for each fragment; one batch may be longer. */
  private static final int BYTES_AHEAD = 512 << 10;

  private final List<Fragment> fragments;
  private final BlockingQueue<Item> queue;
  private final int bytesAhead;
  private final Semaphore room;
  private final List<FragmentStatistics> statistics = new ArrayList<>();
  private final List<String> tags = new ArrayList<>();
  private final FragmentAnswer.Reader reader =
      new FragmentAnswer.Reader() {
        @Override
        public void rows(Execution.Batch batch) {
          put(new Item.Rows(batch));
        }

        @Override
        public void notice(PostgresError notice) {
          put(new Item.Notice(notice));
        }

        @Override
        public boolean stopped() {
          return stopped;
        }
      };

  private int running;
  private volatile boolean stopped;

  /** What a fragment's thread hands over. */
  private sealed interface Item {
    record Rows(Execution.Batch batch) implements Item {}

    record Notice(PostgresError notice) implements Item {}

    record End(FragmentAnswer answer) implements Item {}
  }

  /** Starts all fragments. */
  public ParallelFragments(List<Fragment> fragments) {
    this.fragments = List.copyOf(fragments);
    this.queue = new ArrayBlockingQueue<>(BATCHES_AHEAD * Math.max(1, fragments.size()));
    this.bytesAhead = BYTES_AHEAD * Math.max(1, fragments.size());
    this.room = new Semaphore(bytesAhead, true);
    this.running = fragments.size();
    for (Fragment fragment : fragments) {
      Thread.ofVirtual().name("fragment-" + fragment.node()).start(() -> run(fragment));
    }
  }

  /**
   * The next rows of any fragment; null when all have ended.
   *
   * @param client where notices go
   * @throws PostgresException the first failure of a fragment, when all of them have stopped
   */
  public Execution.Batch next(ClientOutput client) {
    return next(client::notice);
  }

  /**
   * Waits until all fragments have ended, whatever rows they return.
   *
   * @param notices who is told of what they give notice of
   * @throws PostgresException the first failure of a fragment, when all of them have stopped
   */
  public void awaitAll(Consumer<PostgresError> notices) {
    while (next(notices) != null) {
      // Nobody wants these rows.
    }
  }

  /**
   * The same.
   *
   * @param notices who is told of what the fragments give notice of
   */
  Execution.Batch next(Consumer<PostgresError> notices) {
    while (running > 0) {
      switch (take()) {
        case Item.Rows rows -> {
          return rows.batch();
        }
        case Item.Notice notice -> notices.accept(notice.notice());
        case Item.End end -> {
          ended(end.answer());
          if (end.answer().failure() != null) {
            close();
            throw end.answer().failure();
          }
        }
      }
    }
    return null;
  }

  /** What the fragments that have ended cost. */
  public List<FragmentStatistics> statistics() {
    return List.copyOf(statistics);
  }

  /** The command tags of the fragments that have ended. */
  public List<String> tags() {
    return List.copyOf(tags);
  }

  /** Cancels what still runs and waits until every backend is idle again. */
  @Override
  public void close() {
    if (running > 0) {
      stopped = true;
      fragments.forEach(fragment -> fragment.session().cancel());
      while (running > 0) {
        if (take() instanceof Item.End end) {
          ended(end.answer());
        }
      }
    }
  }

  private void ended(FragmentAnswer answer) {
    running--;
    statistics.add(answer.statistics());
    tags.add(answer.tag());
  }

  private Item take() {
    try {
      Item item = queue.take();
      room.release(size(item));
      return item;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the session was interrupted");
    }
  }

  /** What it takes of the room; a long batch takes all of it. */
  private int size(Item item) {
    return item instanceof Item.Rows rows
        ? Math.min(rows.batch().messages().remaining(), bytesAhead)
        : 0;
  }

  private void run(Fragment fragment) {
    put(new Item.End(FragmentAnswer.read(fragment, reader)));
  }

  private void put(Item item) {
    if (stopped && item instanceof Item.Rows) {
      return;
    }
    try {
      room.acquire(size(item));
      queue.put(item);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a fragment's thread is never interrupted", e);
    }
  }
}
