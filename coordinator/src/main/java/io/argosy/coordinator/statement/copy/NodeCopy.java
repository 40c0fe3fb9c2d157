package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The COPY FROM STDIN that runs on one node. A thread of its own reads what the node says
 * meanwhile, so that an error stops the sender. Everything else is used by the session's thread.
 */
final class NodeCopy implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String GIVEN_UP = "the COPY was given up";
  private static final String QUERY_CANCELED = "57014";

  private final NodeSession session;
  private final Result result;
  private final ResultEvent.CopyIn response;
  private final LineNumbers lineNumbers = new LineNumbers();
  private final Queue<PostgresError> notices = new ConcurrentLinkedQueue<>();
  private final Thread reader;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private volatile PostgresException failure;
  private volatile String tag = "COPY 0";
  private boolean givenUp;
  private boolean ended;

  /**
   * Starts the COPY.
   *
   * @throws PostgresException when the node refuses it
   */
  NodeCopy(NodeSession session, String sql) {
    this.session = session;
    this.result = session.execute(new Request.Simple(sql));
    this.response = awaitResponse();
    this.reader = Thread.ofVirtual().name("copy-" + session.node().name()).start(this::read);
  }

  private ResultEvent.CopyIn awaitResponse() {
    PostgresError refused = null;
    ResultEvent event;
    do {
      event = result.next();
      if (event instanceof ResultEvent.CopyIn started) {
        return started;
      } else if (event instanceof ResultEvent.Failed failed) {
        refused = failed.error();
      } else if (event instanceof ResultEvent.Notice notice) {
        notices.add(notice.notice());
      }
    } while (!(event instanceof ResultEvent.Ready));
    throw refused == null
        ? new PostgresException("0A000", "this statement is not a COPY FROM STDIN")
        : new PostgresException(refused);
  }

  private void read() {
    try {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Failed failed) {
          failure = new PostgresException(failed.error());
        } else if (event instanceof ResultEvent.Complete complete) {
          tag = complete.tag();
        } else if (event instanceof ResultEvent.Notice notice) {
          notices.add(notice.notice());
        }
      } while (!(event instanceof ResultEvent.Ready));
    } catch (PostgresException e) {
      failure = e;
    }
  }

  ResultEvent.CopyIn response() {
    return response;
  }

  /** The node's next line is this line of the client's. */
  void line(long clientLine) {
    lineNumbers.add(clientLine);
  }

  /** Sends bytes, some later. Blocks while the node is busy. */
  void send(byte[] data, int from, int to) {
    int length = to - from;
    if (length > buffer.length - buffered) {
      flush();
    }
    if (length > buffer.length) {
      result.copyData(ByteBuffer.wrap(data, from, length));
    } else {
      System.arraycopy(data, from, buffer, buffered, length);
      buffered += length;
    }
  }

  private void flush() {
    if (buffered > 0) {
      result.copyData(ByteBuffer.wrap(buffer, 0, buffered));
      buffer = new byte[BUFFER_BYTES];
      buffered = 0;
    }
  }

  boolean failed() {
    return failure != null;
  }

  /** What has gone wrong on the node so far, in the client's terms. */
  Optional<PostgresException> failure() {
    PostgresException failed = failure;
    return failed == null || (givenUp && failed.error().sqlState().equals(QUERY_CANCELED))
        ? Optional.empty()
        : Optional.of(new PostgresException(lineNumbers.translate(failed.error()), failed));
  }

  /** All data has been sent. */
  void endData() {
    flush();
    result.copyDone();
  }

  /**
   * Makes the COPY fail after what has been sent, and waits for its end. If the node does not
   * accept something of that, it says so; the end itself is no failure.
   */
  void giveUp() {
    if (!failed()) {
      givenUp = true;
      flush();
    }
    result.copyFail(GIVEN_UP);
    join();
  }

  /** Waits for the node's answer. */
  void awaitEnd() {
    join();
  }

  /** Tells the client of what the node has given notice of. */
  void sendNotices(ClientOutput client) {
    notices.forEach(client::notice);
  }

  /** How many rows the node took. */
  long rows() {
    return CommandTag.rows(tag);
  }

  private void join() {
    try {
      reader.join();
      ended = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the session was interrupted");
    }
  }

  /** Makes the COPY fail if it has not ended, and waits for its end. */
  @Override
  public void close() {
    if (!ended) {
      session.cancel();
      // A backend that waits for data heeds no cancel.
      result.copyFail(GIVEN_UP);
      join();
    }
  }
}
