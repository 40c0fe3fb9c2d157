package io.argosy.node.move;

import io.argosy.node.Inbox;
import io.argosy.node.InboxWriter;
import io.argosy.node.Routing;
import java.util.List;

/** An inbox that this process can send to. */
public interface SinkInbox extends Inbox {
  /**
   * Begins the rows of one of the senders.
   *
   * @throws io.argosy.protocol.message.PostgresException as {@link #writer}
   */
  RowSink sink(String sender);

  @Override
  default InboxWriter writer(String sender) {
    return new RoutedWriter(new RowRouter(Routing.TO_ALL, List.of(sink(sender))));
  }
}
