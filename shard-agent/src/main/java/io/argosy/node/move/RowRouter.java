package io.argosy.node.move;

import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Deals rows out to sinks, by copying their bytes: no value is decoded, nothing is allocated per
 * row. Used by one thread at a time, except {@link #fail}.
 *
 * <pre>
 * 'D' int32 length  int16 columns  { int32 size, bytes }*  int32 4  int32 position
 *                   +--------------- the tuple ----------+  +-- BY_LAST_COLUMN --+
 * </pre>
 */
public final class RowRouter {
  /** Bytes of the last column when it says where the row goes. */
  private static final int POSITION_COLUMN = 8;

  private final Routing routing;
  private final List<RowSink> sinks;
  private final RowBatch[] batches;

  public RowRouter(Routing routing, List<RowSink> sinks) {
    this.routing = routing;
    this.sinks = List.copyOf(sinks);
    this.batches =
        switch (routing) {
          case TO_ALL -> new RowBatch[] {new RowBatch(this.sinks)};
          case BY_LAST_COLUMN ->
              this.sinks.stream().map(sink -> new RowBatch(List.of(sink))).toArray(RowBatch[]::new);
        };
  }

  /**
   * Routes rows; blocks while a receiver cannot follow.
   *
   * @param messages whole DataRow messages in a buffer with an array; its position is left alone
   * @throws PostgresException the error that an inbox has failed with; XX000 for a row that belongs
   *     to none
   */
  public void route(ByteBuffer messages) {
    byte[] array = messages.array();
    int base = messages.arrayOffset();
    int at = messages.position();
    while (at < messages.limit()) {
      int end = at + 1 + messages.getInt(at + 1);
      int columns = messages.getShort(at + Messages.HEADER);
      int values = at + Messages.HEADER + 2;
      switch (routing) {
        case TO_ALL -> batches[0].add(columns, array, base + values, end - values);
        case BY_LAST_COLUMN -> {
          int tuple = end - POSITION_COLUMN;
          batches[position(messages, values, tuple)].add(
              columns - 1, array, base + values, tuple - values);
        }
      }
      at = end;
    }
  }

  private int position(ByteBuffer messages, int values, int tuple) {
    if (tuple < values || messages.getInt(tuple) != 4) {
      throw new PostgresException(
          "XX000", "the last column of a row to be moved is not an int4, or is NULL");
    }
    int position = messages.getInt(tuple + 4);
    if (position < 0 || position >= batches.length) {
      throw new PostgresException(
          "XX000", "a row is to be moved to inbox " + position + " of " + batches.length);
    }
    return position;
  }

  /**
   * Says that these were all rows, and waits until the inboxes have them.
   *
   * @throws PostgresException the error that an inbox has failed with
   */
  public Sent end() {
    for (RowBatch batch : batches) {
      batch.flush();
    }
    sinks.forEach(RowSink::end);
    sinks.forEach(RowSink::awaitStored);
    List<Sent.Delivered> deliveries = new ArrayList<>(sinks.size());
    for (int i = 0; i < sinks.size(); i++) {
      RowBatch batch = batches[routing == Routing.TO_ALL ? 0 : i];
      deliveries.add(
          new Sent.Delivered(batch.rowsSent(), batch.bytesSent(), sinks.get(i).wireBytes()));
    }
    return new Sent(deliveries);
  }

  /** Makes all inboxes fail, except those that have all rows. Any thread may call it. */
  public void fail(PostgresError error) {
    sinks.forEach(sink -> sink.fail(error));
  }
}
