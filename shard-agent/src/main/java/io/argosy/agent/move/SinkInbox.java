package io.argosy.agent.move;

import io.argosy.agent.node.Inbox;
import io.argosy.agent.node.InboxWriter;
import io.argosy.agent.node.Routing;
import java.util.List;

/** An inbox that this process can send to. */
public interface SinkInbox extends Inbox {
  /**
   * Begins the rows of one of the senders.
   *
   * @throws io.argosy.agent.postgres.PostgresException as {@link #writer}
   */
  RowSink sink(String sender);

  @Override
  default InboxWriter writer(String sender) {
    return new RoutedWriter(new RowRouter(Routing.TO_ALL, List.of(sink(sender))));
  }
}
