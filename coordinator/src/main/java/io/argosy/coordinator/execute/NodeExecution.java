package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.wire.ClientOutput;

/** A statement that one node answers; its messages are passed on as they come. */
public final class NodeExecution implements Execution {
  private final Result result;
  private final ClientOutput client;
  private String tag = "";
  private boolean ended;

  /**
   * @param client where notices and changed settings go
   */
  public NodeExecution(NodeSession session, Request request, ClientOutput client) {
    this.result = session.execute(request);
    this.client = client;
  }

  @Override
  public Batch next() {
    PostgresError failure = null;
    while (!ended) {
      switch (result.next()) {
        case ResultEvent.Rows rows -> {
          return new Batch(rows.messages(), rows.count());
        }
        case ResultEvent.Complete complete -> tag = complete.tag();
        case ResultEvent.Failed failed -> failure = failed.error();
        case ResultEvent.Notice notice -> client.notice(notice.notice());
        case ResultEvent.Notification notification ->
            client.notification(
                notification.processId(), notification.channel(), notification.payload());
        case ResultEvent.Parameter parameter ->
            client.parameter(parameter.name(), parameter.value());
        case ResultEvent.CopyIn ignored -> result.copyFail("COPY FROM STDIN is not expected here");
        case ResultEvent.Ready ignored -> ended = true;
        case ResultEvent.Parameters ignored -> {}
        case ResultEvent.Columns ignored -> {}
        case ResultEvent.NoColumns ignored -> {}
        case ResultEvent.Empty ignored -> {}
        case ResultEvent.CopyOut ignored -> {}
        case ResultEvent.CopyData ignored -> {}
        case ResultEvent.CopyDone ignored -> {}
      }
    }
    if (failure != null) {
      throw new PostgresException(failure);
    }
    return null;
  }

  @Override
  public String tag(long rows) {
    return tag.startsWith("SELECT ") ? "SELECT " + rows : tag;
  }

  @Override
  public void close() {
    if (!ended) {
      ended = true;
      result.close();
    }
  }
}
