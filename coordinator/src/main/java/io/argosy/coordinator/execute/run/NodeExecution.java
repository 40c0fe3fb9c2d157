package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A statement that one node answers; its messages are passed on as they come. */
public final class NodeExecution implements Execution {
  private final Result result;
  private final ClientOutput client;
  private final Consumer<FragmentStatistics> statistics;
  private final boolean tellsColumns;
  private final UnaryOperator<PostgresError> told;
  private final int node;
  private final long start = System.nanoTime();
  private long rows;
  private String tag = "";
  private ResultEvent pending;
  private boolean ended;

  /**
   * @param client where notices and notifications go
   */
  public NodeExecution(NodeSession session, Request request, ClientOutput client) {
    this(session, Cluster.HOME, request, client, ignored -> {}, false, error -> error);
  }

  /**
   * Runs a statement that returns no rows.
   *
   * @param client where notices and notifications go
   * @return its command tag
   * @throws PostgresException as the node refuses it
   */
  public static String run(NodeSession session, Request request, ClientOutput client) {
    try (NodeExecution execution = new NodeExecution(session, request, client)) {
      while (execution.next() != null) {
        // There are none.
      }
      return execution.tag(0);
    }
  }

  /** The same of a text. */
  public static String run(NodeSession session, String sql, ClientOutput client) {
    return run(session, new Request.Simple(sql), client);
  }

  /** As a part of a statement, which is told what it cost. */
  public NodeExecution(int node, Request request, StatementRun run) {
    this(run.backends().on(node), node, request, run);
  }

  /** In a backend that is not the session's own. */
  public NodeExecution(NodeSession session, int node, Request request, StatementRun run) {
    this(
        session,
        node,
        request,
        run.client(),
        cost -> run.add(List.of(cost)),
        request instanceof Request.Simple,
        error -> error);
  }

  /** A statement's only fragment: its text is not the client's. */
  public static NodeExecution ofFragment(
      NodeSession session, int node, Request request, StatementRun run) {
    return new NodeExecution(
        session,
        node,
        request,
        run.client(),
        cost -> run.add(List.of(cost)),
        false,
        error -> FragmentAnswer.onNode(error, session));
  }

  private NodeExecution(
      NodeSession session,
      int node,
      Request request,
      ClientOutput client,
      Consumer<FragmentStatistics> statistics,
      boolean tellsColumns,
      UnaryOperator<PostgresError> told) {
    this.told = told;
    this.tellsColumns = tellsColumns;
    this.result = session.execute(request);
    this.client = client;
    this.statistics = statistics;
    this.node = node;
  }

  /**
   * Returns when the statement has its snapshot, or has failed: its request must be one that tells.
   *
   * @throws PostgresException when the backend is lost
   */
  public void awaitSnapshot() {
    try {
      while ((pending = result.next()) instanceof ResultEvent.Notice notice) {
        client.notice(notice.notice());
      }
    } catch (PostgresException e) {
      close();
      throw e;
    }
  }

  private ResultEvent nextEvent() {
    if (pending == null) {
      return result.next();
    }
    ResultEvent event = pending;
    pending = null;
    return event;
  }

  @Override
  public Batch next() {
    PostgresException failure = null;
    while (!ended) {
      switch (nextEvent()) {
        case ResultEvent.Rows batch -> {
          rows += batch.count();
          return new Batch(batch.messages(), batch.count());
        }
        case ResultEvent.Complete complete -> tag = complete.tag();
        case ResultEvent.Failed failed ->
            failure = FailedRunException.of(told.apply(failed.error()), failed.running());
        case ResultEvent.Notice notice -> client.notice(notice.notice());
        case ResultEvent.Notification notification ->
            client.notification(
                notification.processId(), notification.channel(), notification.payload());
        // The session knows its settings; those of a backend are not always its own.
        case ResultEvent.Parameter ignored -> {}
        case ResultEvent.CopyIn ignored -> result.copyFail("COPY FROM STDIN is not expected here");
        case ResultEvent.Ready ignored -> {
          ended = true;
          statistics.accept(
              new FragmentStatistics(
                  "",
                  node,
                  rows,
                  result.rawBytes(),
                  result.wireBytes(),
                  System.nanoTime() - start));
        }
        case ResultEvent.Parameters ignored -> {}
        case ResultEvent.Columns columns -> {
          if (tellsColumns) {
            client.columns(columns.fields());
          }
        }
        case ResultEvent.NoColumns ignored -> {}
        case ResultEvent.SnapshotTaken ignored -> {}
        case ResultEvent.Empty ignored -> {}
        case ResultEvent.CopyOut ignored -> {}
        case ResultEvent.CopyData ignored -> {}
        case ResultEvent.CopyDone ignored -> {}
      }
    }
    if (failure != null) {
      throw failure;
    }
    return null;
  }

  @Override
  public String tag(long sent) {
    return tag;
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      result.close();
    }
  }
}
