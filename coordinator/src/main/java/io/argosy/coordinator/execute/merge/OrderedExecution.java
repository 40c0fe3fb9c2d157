package io.argosy.coordinator.execute.merge;

import io.argosy.coordinator.analysis.order.RowOrder;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A merge of fragments whose rows come in order: always the least of the nodes' next rows. Holds no
 * more than the nodes' next batches. Sort keys behind the answer's columns are cut off.
 */
public final class OrderedExecution implements Execution {
  private static final int BATCH_BYTES = 1 << 16;

  /** So few rows are sooner read to their end than stopped. */
  private static final long ROWS_WORTH_STOPPING = 1000;

  private final List<SortedStream> streams;
  private final PriorityQueue<SortedStream> waiting;
  private final StatementRun run;
  private final int columns;
  private final boolean stopsEarly;
  private boolean started;
  private long toSkip;
  private long left;

  /**
   * Starts the fragments.
   *
   * @param fragments they give rows in this order
   * @param columns how many of a row's columns are the answer's
   * @param offset how many rows are skipped
   * @param limit how many rows at most
   */
  public OrderedExecution(
      List<Fragment> fragments,
      RowOrder order,
      StatementRun run,
      int columns,
      long offset,
      long limit) {
    this.streams = fragments.stream().map(fragment -> new SortedStream(fragment, order)).toList();
    this.waiting =
        new PriorityQueue<>(
            Math.max(1, fragments.size()),
            Comparator.comparing(SortedStream::keys, order).thenComparingInt(SortedStream::node));
    this.run = run;
    this.columns = columns;
    this.toSkip = offset;
    this.left = limit;
    this.stopsEarly = limit > ROWS_WORTH_STOPPING || offset > ROWS_WORTH_STOPPING;
  }

  @Override
  public Batch next() {
    try {
      return merge();
    } catch (PostgresException e) {
      close();
      throw e;
    }
  }

  /** The nodes whose rows have been returned. */
  Set<Integer> usedNodes() {
    return streams.stream()
        .filter(SortedStream::isUsed)
        .map(SortedStream::node)
        .collect(Collectors.toSet());
  }

  private Batch merge() {
    if (!started) {
      started = true;
      streams.forEach(this::advance);
    }
    ByteBuffer messages = null;
    int count = 0;
    while (left > 0 && !waiting.isEmpty()) {
      SortedStream least = waiting.peek();
      if (toSkip > 0) {
        toSkip--;
      } else {
        int size = least.row().messageSize(columns);
        if (messages == null) {
          messages = ByteBuffer.allocate(Math.max(BATCH_BYTES, size));
        } else if (size > messages.remaining()) {
          break;
        }
        least.row().copyMessage(columns, messages);
        least.use();
        count++;
        left--;
      }
      waiting.remove();
      advance(least);
    }
    if (count > 0) {
      return new Batch(messages.flip(), count);
    }
    end();
    return null;
  }

  private void advance(SortedStream stream) {
    if (left > 0 && stream.advance(run.client())) {
      waiting.add(stream);
    }
  }

  private void end() {
    // A cancelled fragment would abort the transaction that it is a part of.
    boolean stop = stopsEarly && !run.backends().inTransaction();
    for (SortedStream stream : streams) {
      if (stop) {
        stream.close();
      } else {
        stream.drain(run.client());
      }
      run.add(stream.statistics());
    }
  }

  @Override
  public String tag(long rows) {
    return "SELECT " + rows;
  }

  @Override
  public void close() {
    streams.forEach(SortedStream::close);
  }
}
