package io.argosy.coordinator.execute.modify;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.coordinator.transaction.commit.LostCommit;
import io.argosy.node.ForwardingResult;
import io.argosy.node.ForwardingSession;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.function.Function;

/**
 * A change of rows on one node that is committed with its statement: the node is sent both at once.
 * As a commit it is inside the snapshot barrier for as long as it runs. Somebody may wait there for
 * whom it waits itself, so it gives way: it is cancelled, and starts again in a transaction that is
 * committed behind it. Used by the session's thread.
 */
public final class CommittingExecution implements Execution {
  private static final String CANCELLED = "57014";
  private static final char IDLE = 'I';

  private final StatementRun run;
  private final Caller caller;
  private final Running running;
  private final Section section;
  private Execution execution;
  private boolean ended;

  /** Whose statement it is. */
  public interface Caller {
    /** Starts it in a transaction: it could not be run with its commit, and has done nothing. */
    Execution startInTransaction();

    /** It is committed, and must not start again whatever happens. */
    void committed();
  }

  /** What other threads may do with the statement as long as it runs. */
  private static final class Running {
    private final NodeSession session;
    private boolean ended;
    private boolean gaveWay;

    private Running(NodeSession session) {
      this.session = session;
    }

    private synchronized void giveWay() {
      if (!ended) {
        gaveWay = true;
        session.cancel();
      }
    }

    /** What came before could not reach it. */
    private synchronized void started() {
      if (gaveWay) {
        session.cancel();
      }
    }

    private synchronized void giveUp() {
      if (!ended) {
        session.abandon(LostCommit.unanswered(session));
      }
    }

    /** Whether it has given way. Afterwards others leave the backend alone. */
    private synchronized boolean end() {
      ended = true;
      return gaveWay;
    }
  }

  /** Who does not hear the whole answer of a backend does not know what it has committed. */
  private static final class TellingResult extends ForwardingResult {
    private final NodeSession session;
    private boolean complete;
    private boolean failed;

    private TellingResult(Result result, NodeSession session) {
      super(result);
      this.session = session;
    }

    @Override
    public ResultEvent next() {
      try {
        ResultEvent event = super.next();
        complete |= event instanceof ResultEvent.Complete;
        failed |= event instanceof ResultEvent.Failed && !complete;
        return event;
      } catch (RuntimeException | Error e) {
        if (failed || session.isRefused()) {
          throw e;
        }
        throw LostCommit.error(session, e);
      }
    }
  }

  private CommittingExecution(
      StatementRun run, Running running, Section section, Execution execution, Caller caller) {
    this.run = run;
    this.running = running;
    this.section = section;
    this.execution = execution;
    this.caller = caller;
  }

  /**
   * Starts a statement that returns no rows, while no transaction is open.
   *
   * @param started sends it to a backend of the node
   * @return empty where it must run in a transaction, since others take snapshots
   * @throws PostgresException as the node refuses it; 08007 when the node is lost before it has
   *     answered
   */
  public static Optional<Execution> start(
      int node, Function<NodeSession, Execution> started, StatementRun run, Caller caller) {
    NodeSession session = run.backends().on(node);
    if (run.backends().inTransaction() || session.transactionStatus() != IDLE) {
      return Optional.empty();
    }
    Running running = new Running(session);
    return run.backends()
        .snapshots()
        .tryCommit(
            () -> Thread.ofVirtual().name("give-way").start(running::giveWay),
            () -> Thread.ofVirtual().name("give-up").start(running::giveUp))
        .map(section -> start(running, section, started, run, caller));
  }

  private static Execution start(
      Running running,
      Section section,
      Function<NodeSession, Execution> started,
      StatementRun run,
      Caller caller) {
    run.backends().sendsCommit();
    // What it gives notice of does not count if it gives way.
    run.holdNotices();
    Execution execution;
    try {
      execution = started.apply(telling(running.session));
    } catch (RuntimeException | Error e) {
      running.end();
      section.close();
      throw e;
    }
    running.started();
    return new CommittingExecution(run, running, section, execution, caller);
  }

  private static NodeSession telling(NodeSession session) {
    return new ForwardingSession(session) {
      @Override
      public Result execute(Request request) {
        return new TellingResult(super.execute(request), session);
      }
    };
  }

  @Override
  public Batch next() {
    if (ended) {
      return execution.next();
    }
    try {
      Batch batch = execution.next();
      if (batch == null) {
        end();
        requireCommitted();
        run.sendNotices();
      }
      return batch;
    } catch (PostgresException e) {
      boolean gaveWay = end() && e.error().sqlState().equals(CANCELLED);
      if (!gaveWay && !CatalogVersions.tells(e)) {
        run.sendNotices();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      end();
      throw e;
    }
    run.forget();
    run.sendNotices();
    run.backends().undone();
    // There may have been none yet.
    run.backends().giveUpFailed();
    execution = caller.startInTransaction();
    return execution.next();
  }

  private void requireCommitted() {
    if (running.session.transactionStatus() != IDLE) {
      throw new IllegalStateException("a statement has left a transaction open that it commits");
    }
    caller.committed();
  }

  /** It has ended, in whatever way; whether it was asked to give way. */
  private boolean end() {
    ended = true;
    boolean gaveWay;
    try {
      execution.close();
    } finally {
      gaveWay = running.end();
      section.close();
    }
    return gaveWay;
  }

  @Override
  public String tag(long rows) {
    return execution.tag(rows);
  }

  @Override
  public void close() {
    if (ended) {
      execution.close();
    } else {
      end();
    }
  }
}
