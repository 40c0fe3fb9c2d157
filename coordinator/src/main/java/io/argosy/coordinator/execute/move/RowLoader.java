package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.BinaryCopy;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Loads rows of binary results into a table with binary COPY. The body of a binary DataRow message
 * is a tuple of {@link BinaryCopy} as it stands, so no value is decoded.
 */
public final class RowLoader implements AutoCloseable {
  private static final int DATA_ROW_HEADER = 5;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Result result;
  private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long rows;
  private boolean ended;

  /**
   * Starts the COPY.
   *
   * @param table the table's name as SQL
   * @param columns the columns that the rows have, in their order; none for all of the table's
   */
  public RowLoader(NodeSession session, String table, List<String> columns) {
    String names = columns.isEmpty() ? "" : " (" + Identifiers.list(columns) + ")";
    result =
        session.execute(
            new Request.Simple("COPY " + table + names + " FROM STDIN (FORMAT binary)"));
    ResultEvent event = result.next();
    if (event instanceof ResultEvent.Failed failed) {
      drain();
      throw BinaryForms.told(failed.error());
    }
    if (!(event instanceof ResultEvent.CopyIn)) {
      close();
      throw new IllegalStateException("expected CopyInResponse, got " + event);
    }
    buffer.put(BinaryCopy.header());
  }

  /** Loads rows whose columns are all in binary format. */
  public void load(Execution.Batch batch) {
    ByteBuffer messages = batch.messages().duplicate();
    while (messages.hasRemaining()) {
      int length = messages.getInt(messages.position() + 1);
      ByteBuffer tuple =
          messages.slice(messages.position() + DATA_ROW_HEADER, length - (DATA_ROW_HEADER - 1));
      if (tuple.remaining() > buffer.remaining()) {
        send();
        if (tuple.remaining() > buffer.remaining()) {
          buffer = ByteBuffer.allocate(tuple.remaining());
        }
      }
      buffer.put(tuple);
      messages.position(messages.position() + 1 + length);
    }
    rows += batch.count();
  }

  private void send() {
    if (buffer.position() > 0) {
      result.copyData(buffer.flip());
      buffer = ByteBuffer.allocate(BUFFER_BYTES);
    }
  }

  /**
   * Ends the COPY; gives how many rows were loaded.
   *
   * @throws PostgresException when the table did not accept the rows
   */
  public long finish() {
    send();
    result.copyData(BinaryCopy.trailer());
    result.copyDone();
    PostgresError failure = drain();
    if (failure != null) {
      throw BinaryForms.told(failure);
    }
    return rows;
  }

  private PostgresError drain() {
    PostgresError failure = null;
    ResultEvent event;
    do {
      event = result.next();
      if (event instanceof ResultEvent.Failed failed) {
        failure = failed.error();
      }
    } while (!(event instanceof ResultEvent.Ready));
    ended = true;
    return failure;
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      result.close();
    }
  }
}
