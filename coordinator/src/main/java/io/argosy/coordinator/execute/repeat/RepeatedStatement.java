package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * A statement that one node runs several times, with other values each time, in one request. Each
 * run is answered by an execution of its own; they are read in the order of the runs. Used by one
 * thread.
 */
final class RepeatedStatement implements AutoCloseable {
  private final Result result;
  private final ClientOutput client;
  private int left;
  private boolean ended;

  /** What has come before the first run was asked for. */
  private ResultEvent pending;

  /**
   * Starts the runs.
   *
   * @param client where notices go, when the run that raises them is read
   */
  RepeatedStatement(NodeSession session, Request.Repeated request, ClientOutput client) {
    this.result = session.execute(request);
    this.client = client;
    this.left = request.count();
  }

  /**
   * Returns when the runs have the snapshot that all of them read, or have failed: the request must
   * be a transaction.
   *
   * @return empty where they have failed, which the first run tells, or the node does not tell it
   * @throws PostgresException when the backend is lost
   */
  Optional<NodeSnapshot> awaitSnapshot() {
    while (pending == null) {
      switch (result.next()) {
        case ResultEvent.SnapshotTaken taken -> {
          return NodeSnapshot.of(taken);
        }
        case ResultEvent.Failed failed -> pending = failed;
        case ResultEvent other -> pass(other);
      }
    }
    return Optional.empty();
  }

  private ResultEvent nextEvent() {
    ResultEvent event = pending == null ? result.next() : pending;
    pending = null;
    return event;
  }

  private void pass(ResultEvent event) {
    if (event instanceof ResultEvent.Notice notice) {
      client.notice(notice.notice());
    } else if (event instanceof ResultEvent.Notification told) {
      client.notification(told.processId(), told.channel(), told.payload());
    }
  }

  /** The answer to the next run, whose predecessor has been read to its end. */
  Execution next() {
    return new Run();
  }

  /** Stops what still runs: what has run is undone by the end of its transaction only. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      result.close();
    }
  }

  private final class Run implements Execution {
    private String tag = "";
    private boolean complete;

    @Override
    public Batch next() {
      while (!complete) {
        switch (nextEvent()) {
          case ResultEvent.Rows batch -> {
            return new Batch(batch.messages(), batch.count());
          }
          case ResultEvent.Complete completed -> {
            tag = completed.tag();
            complete = true;
            left--;
            if (left == 0) {
              readToEnd();
            }
          }
          case ResultEvent.Empty ignored -> throw new IllegalStateException("there is a statement");
          case ResultEvent.Failed failed -> {
            complete = true;
            readToEnd();
            throw new PostgresException(failed.error());
          }
          case ResultEvent.CopyIn ignored ->
              result.copyFail("COPY FROM STDIN is not expected here");
          case ResultEvent.Ready ignored -> throw new IllegalStateException("a run has not ended");
          case ResultEvent other -> pass(other);
        }
      }
      return null;
    }

    private void readToEnd() {
      PostgresError failure = null;
      while (!ended) {
        switch (result.next()) {
          case ResultEvent.Ready ignored -> ended = true;
          case ResultEvent.Failed failed -> failure = failed.error();
          case ResultEvent other -> pass(other);
        }
      }
      if (failure != null) {
        throw new PostgresException(failure);
      }
    }

    @Override
    public String tag(long rows) {
      return tag;
    }

    @Override
    public void close() {
      if (!complete) {
        complete = true;
        RepeatedStatement.this.close();
      }
    }
  }
}
