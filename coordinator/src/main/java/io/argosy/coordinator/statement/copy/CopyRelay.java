package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.encoding.EncodedValues;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * COPY TO STDOUT on several nodes as one stream for the client: one node after the other, while the
 * nodes whose turn has not come wait with their first rows ready. What PostgreSQL writes before and
 * after the rows is kept once. Every CopyData message of PostgreSQL is one row, except that the
 * header of the binary format is in front of the first one.
 */
final class CopyRelay {
  private static final int MESSAGE_HEADER = 1 + Integer.BYTES;
  private static final int TRAILER = Short.BYTES;

  private final ClientOutput client;
  private final CopyOptions options;
  private boolean announced;

  CopyRelay(ClientOutput client, CopyOptions options) {
    this.client = client;
    this.options = options;
  }

  /**
   * A node's COPY.
   *
   * @param sql with the same options on all nodes
   */
  record Source(NodeSession session, String sql) {}

  /** A COPY that runs, and the first thing that it says. */
  private record Started(Result result, ResultEvent first) {}

  /** Relays all of them; gives the number of rows. */
  long run(List<Source> sources) {
    return run(sources, () -> {});
  }

  /**
   * Relays all of them; gives the number of rows.
   *
   * @param begun run when each of them has its snapshot, or has failed
   */
  long run(List<Source> sources, Runnable begun) {
    List<Result> results = new ArrayList<>();
    try {
      for (Source source : sources) {
        results.add(
            source.session().execute(new Request.Simple(source.sql(), Request.Guard.WANTED)));
      }
      List<Started> started =
          results.stream().map(result -> new Started(result, first(result))).toList();
      begun.run();
      long rows = 0;
      for (int i = 0; i < results.size(); i++) {
        rows += relay(started.get(i), i > 0, i + 1 == results.size());
      }
      client.copyDone();
      return rows;
    } finally {
      results.forEach(Result::close);
    }
  }

  /** That the rows are coming is said by who has a snapshot. */
  private ResultEvent first(Result result) {
    ResultEvent event = result.next();
    while (event instanceof ResultEvent.Notice notice) {
      client.notice(notice.notice());
      event = result.next();
    }
    return event;
  }

  private long relay(Started copy, boolean dropHeader, boolean last) {
    PostgresError failure = null;
    long rows = 0;
    boolean headerPending = true;
    ResultEvent event = null;
    do {
      event = event == null ? copy.first() : copy.result().next();
      if (event instanceof ResultEvent.CopyOut response) {
        announce(response);
      } else if (event instanceof ResultEvent.CopyData data) {
        client.copyData(
            new EncodedValues(options.encodingOf(client))
                .copyData(part(data.messages(), headerPending, dropHeader, last)));
        headerPending = false;
      } else if (event instanceof ResultEvent.Complete complete) {
        rows = CommandTag.rows(complete.tag());
      } else if (event instanceof ResultEvent.Notice notice) {
        client.notice(notice.notice());
      } else if (event instanceof ResultEvent.Failed failed) {
        failure = failed.error();
      }
    } while (!(event instanceof ResultEvent.Ready));
    if (failure != null) {
      throw new PostgresException(failure);
    }
    return rows;
  }

  private void announce(ResultEvent.CopyOut response) {
    if (!announced) {
      announced = true;
      client.copyOut(response.format(), response.columnFormats());
    }
  }

  private ByteBuffer part(
      ByteBuffer messages, boolean hasHeader, boolean dropHeader, boolean last) {
    if (options.format() == CopyOptions.Format.BINARY) {
      return hasHeader && dropHeader || !last
          ? binaryPart(messages, hasHeader, dropHeader, last)
          : messages;
    }
    if (options.header() && hasHeader && dropHeader) {
      messages.position(messages.position() + messageLength(messages));
    }
    return messages;
  }

  private static int messageLength(ByteBuffer messages) {
    return 1 + messages.getInt(messages.position() + 1);
  }

  private static ByteBuffer binaryPart(
      ByteBuffer messages, boolean hasHeader, boolean dropHeader, boolean last) {
    ByteBuffer kept = ByteBuffer.allocate(messages.remaining());
    boolean first = hasHeader;
    while (messages.hasRemaining()) {
      int from = messages.position() + MESSAGE_HEADER;
      int to = messages.position() + messageLength(messages);
      messages.position(to);
      int rows = first ? from + BinaryRowScanner.HEADER : from;
      first = false;
      boolean trailer = to - rows == TRAILER && messages.getShort(rows) == -1;
      int keptFrom = dropHeader ? rows : from;
      int keptTo = trailer && !last ? rows : to;
      if (keptTo > keptFrom) {
        kept.put((byte) 'd').putInt(Integer.BYTES + keptTo - keptFrom);
        kept.put(messages.slice(keptFrom, keptTo - keptFrom));
      }
    }
    return kept.flip();
  }
}
