package io.argosy.node.move;

import io.argosy.node.InboxWriter;
import io.argosy.node.MoveGivenUp;
import io.argosy.node.Sent;
import io.argosy.protocol.message.PostgresError;
import java.nio.ByteBuffer;

/** The writer of a single inbox. */
final class RoutedWriter implements InboxWriter {
  private final RowRouter router;
  private boolean ended;

  RoutedWriter(RowRouter router) {
    this.router = router;
  }

  @Override
  public void write(ByteBuffer messages) {
    router.route(messages);
  }

  @Override
  public Sent.Delivered end() {
    Sent sent = router.end();
    ended = true;
    return sent.deliveries().getFirst();
  }

  @Override
  public void fail(PostgresError error) {
    router.fail(error);
  }

  @Override
  public void close() {
    if (!ended) {
      router.fail(MoveGivenUp.of("the sender has given the move up"));
    }
  }
}
