package io.argosy.coordinator.session.backend;

import io.argosy.node.ForwardingResult;
import io.argosy.node.ForwardingSession;
import io.argosy.node.Inbox;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backend whose transactions begin without a round trip of their own: with their first request,
 * or while nobody waits for it. Where one has not begun, nothing but ROLLBACK is sent until then:
 * it would be done by itself. Used by one thread at a time, as every session is, but for {@link
 * #cancel}.
 */
final class BeginningSession extends ForwardingSession {
  private static final Logger LOG = LoggerFactory.getLogger(BeginningSession.class);
  private static final String ROLLBACK = "ROLLBACK";

  /** The statement that is to be sent with the next request; empty if none is. */
  private String withNext = "";

  /** The answer to a BEGIN that has been sent and that nobody has waited for; or null. */
  private Result begun;

  /** Whether that answer is all that the backend has to do, and nobody needs it yet. */
  private volatile boolean unasked;

  /** Whether a request with a BEGIN has been sent, and not been read to its end. */
  private boolean beginning;

  /** Whether the transaction has not begun that was to begin. */
  private boolean failed;

  BeginningSession(NodeSession session) {
    super(session);
  }

  @Override
  public void beginWithNext(String begin) {
    withNext = begin;
  }

  @Override
  public void beginWithoutWaiting(String begin) {
    begun = super.execute(new Request.Simple(begin));
    unasked = true;
  }

  @Override
  public Result execute(Request request) {
    if (request instanceof Request.Simple simple && simple.sql().equals(ROLLBACK)) {
      return rollBack(request);
    }
    awaitBegun();
    if (withNext.isEmpty()) {
      return super.execute(request);
    }
    return switch (request) {
      case Request.Extended statement when statement.canBegin() ->
          begin(statement.beginningBy(withNext));
      case Request.Repeated repeated when repeated.statement().canBegin() ->
          begin(repeated.of(repeated.statement().beginningBy(withNext)));
      default -> {
        beginNow();
        yield super.execute(request);
      }
    };
  }

  /** There may be nothing to roll back, of which PostgreSQL warns. */
  private Result rollBack(Request request) {
    withNext = "";
    try {
      awaitBegun();
    } catch (PostgresException e) {
      LOG.debug("a transaction that is rolled back had not begun", e);
    }
    // A backend that is lost says so again.
    failed = false;
    return super.execute(request);
  }

  private Result begin(Request request) {
    Result answer = super.execute(request);
    withNext = "";
    beginning = true;
    return new ForwardingResult(answer) {
      @Override
      public ResultEvent next() {
        ResultEvent event = super.next();
        if (event instanceof ResultEvent.Ready) {
          hasEnded();
        }
        return event;
      }

      @Override
      public void close() {
        super.close();
        hasEnded();
      }
    };
  }

  /** The answer to a request with a BEGIN has been read, or given up. */
  private void hasEnded() {
    if (beginning) {
      beginning = false;
      failed = super.transactionStatus() == 'I';
    }
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    beginNow();
    return super.send(query, routing, inboxes);
  }

  @Override
  public long load(Inbox inbox, String copy) {
    beginNow();
    return super.load(inbox, copy);
  }

  /** Of a transaction that has not begun: as if it had failed. */
  @Override
  public char transactionStatus() {
    if (failed) {
      return 'E';
    }
    boolean begins = !withNext.isEmpty() || begun != null || beginning;
    return begins ? 'T' : super.transactionStatus();
  }

  private void beginNow() {
    awaitBegun();
    if (!withNext.isEmpty()) {
      String begin = withNext;
      withNext = "";
      failed = true;
      TextResult.read(super.execute(new Request.Simple(begin)));
      failed = false;
    }
  }

  /**
   * @throws PostgresException why the transaction has not begun
   */
  private void awaitBegun() {
    if (failed) {
      throw new PostgresException(
          "25P02",
          "current transaction is aborted, commands ignored until end of transaction block");
    }
    if (begun != null) {
      Result answer = begun;
      begun = null;
      unasked = false;
      failed = true;
      TextResult.read(answer);
      failed = false;
    }
  }

  /** A BEGIN that nobody waits for has ended by itself long since. */
  @Override
  public void cancel() {
    if (!unasked) {
      super.cancel();
    }
  }
}
