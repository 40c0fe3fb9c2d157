package io.argosy.agent.engine;

import io.argosy.agent.move.RowSink;
import io.argosy.agent.move.SinkInbox;
import io.argosy.agent.move.StoredInbox;
import io.argosy.agent.node.Node;
import io.argosy.agent.postgres.PostgresError;

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
