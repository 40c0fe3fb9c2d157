package io.argosy.coordinator.write;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.node.CommandTag;
import io.argosy.protocol.message.DataRowReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * What INSERTs of constant rows on several nodes return, in the order in which the statement has
 * the rows: PostgreSQL does so, and applications match what they get with what they sent. Where a
 * node returns fewer rows than it was sent, since some were in conflict, nothing tells which these
 * are, and the rows come node by node. All nodes have their rows before the first is given.
 */
final class RowsInOrder implements Execution {
  /** A batch has one row more than these bytes. */
  private static final int BATCH_BYTES = 1 << 16;

  private final Map<Integer, NodeRows> nodes = new HashMap<>();
  private final Iterator<Integer> order;
  private long inserted;

  /**
   * Runs the INSERTs, one after the other.
   *
   * @param owners the node of each row, in the order of the statement
   * @param inserts the INSERT of each node
   */
  RowsInOrder(List<Integer> owners, SortedMap<Integer, Supplier<Execution>> inserts) {
    List<Integer> nodeByNode = new ArrayList<>();
    boolean all = true;
    try {
      for (Map.Entry<Integer, Supplier<Execution>> insert : inserts.entrySet()) {
        int node = insert.getKey();
        Execution rows = new SpooledExecution(insert.getValue().get());
        nodes.put(node, new NodeRows(rows));
        long returned = CommandTag.rows(rows.tag(0));
        inserted += returned;
        all &= returned == owners.stream().filter(owner -> owner == node).count();
        for (long i = 0; i < returned; i++) {
          nodeByNode.add(node);
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    this.order = (all ? owners : nodeByNode).iterator();
  }

  @Override
  public Batch next() {
    List<ByteBuffer> rows = new ArrayList<>();
    int size = 0;
    while (order.hasNext() && size < BATCH_BYTES) {
      ByteBuffer row = nodes.get(order.next()).next();
      rows.add(row);
      size += row.remaining();
    }
    if (rows.isEmpty()) {
      return null;
    }
    ByteBuffer messages = ByteBuffer.allocate(size);
    rows.forEach(messages::put);
    return new Batch(messages.flip(), rows.size());
  }

  @Override
  public String tag(long rows) {
    return "INSERT 0 " + inserted;
  }

  @Override
  public void close() {
    nodes.values().forEach(rows -> rows.execution.close());
  }

  /** The rows of one node, one by one. */
  private static final class NodeRows {
    private final Execution execution;
    private DataRowReader batch = new DataRowReader(ByteBuffer.allocate(0));

    NodeRows(Execution execution) {
      this.execution = execution;
    }

    ByteBuffer next() {
      while (!batch.next()) {
        batch = new DataRowReader(execution.next().messages());
      }
      return batch.message();
    }
  }
}
