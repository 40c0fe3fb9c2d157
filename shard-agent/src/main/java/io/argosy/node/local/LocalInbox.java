package io.argosy.node.local;

import io.argosy.node.Node;
import io.argosy.node.move.RowSink;
import io.argosy.node.move.SinkInbox;
import io.argosy.node.move.StoredInbox;
import io.argosy.protocol.message.PostgresError;

/**
 * An inbox in this process.
 *
 * @param whenClosed what forgets it
 */
record LocalInbox(Node node, StoredInbox stored, Runnable whenClosed) implements SinkInbox {
  @Override
  public RowSink sink(String sender) {
    return stored.sink(sender);
  }

  @Override
  public void fail(PostgresError error) {
    stored.fail(error);
  }

  @Override
  public void close() {
    stored.close();
    whenClosed.run();
  }
}
