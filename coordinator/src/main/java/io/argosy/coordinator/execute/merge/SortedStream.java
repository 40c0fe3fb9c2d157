package io.argosy.coordinator.execute.merge;

import io.argosy.coordinator.analysis.order.RowOrder;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.message.DataRowReader;
import java.nio.ByteBuffer;
import java.util.List;

/** The rows of one fragment, which come in order, one at a time. Used by one thread. */
final class SortedStream {
  private final ParallelFragments rows;
  private final RowOrder order;
  private final int node;
  private DataRowReader reader = new DataRowReader(ByteBuffer.allocate(0));
  private ByteBuffer[] keys;
  private boolean used;

  SortedStream(Fragment fragment, RowOrder order) {
    this.rows = new ParallelFragments(List.of(fragment));
    this.order = order;
    this.node = fragment.node();
  }

  /** Moves to the next row; false at the end. */
  boolean advance(ClientOutput client) {
    while (!reader.next()) {
      Execution.Batch batch = rows.next(client);
      if (batch == null) {
        return false;
      }
      reader = new DataRowReader(batch.messages());
    }
    keys = order.keys(reader);
    return true;
  }

  /** The position of the node that they come from. */
  int node() {
    return node;
  }

  /** The current row is a part of the answer. */
  void use() {
    used = true;
  }

  /** Whether any row has been. */
  boolean isUsed() {
    return used;
  }

  /** The current row. */
  DataRowReader row() {
    return reader;
  }

  /** The current row's sort keys. */
  ByteBuffer[] keys() {
    return keys;
  }

  /** Reads what is left to its end. */
  void drain(ClientOutput client) {
    while (rows.next(client) != null) {
      // Nobody wants it.
    }
  }

  /** What the fragment cost, once it has ended. */
  List<FragmentStatistics> statistics() {
    return rows.statistics();
  }

  /** Stops the fragment if it still runs. */
  void close() {
    rows.close();
  }
}
