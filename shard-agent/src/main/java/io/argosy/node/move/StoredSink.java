package io.argosy.node.move;

import io.argosy.node.frame.Compression;
import io.argosy.protocol.message.PostgresError;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** From a sender into an inbox of the same process. */
final class StoredSink implements RowSink {
  private final CompletableFuture<PostgresError> failed = new CompletableFuture<>();
  private final Delivery delivery;

  StoredSink(StoredInbox inbox, String sender) {
    this.delivery = inbox.join(sender, failed::complete);
  }

  @Override
  public Compression compression() {
    return Compression.NONE;
  }

  @Override
  public void send(RowBlock rows) {
    delivery.add(rows);
  }

  @Override
  public void end() {
    delivery.end();
  }

  /** The inbox had them when they were sent. */
  @Override
  public void awaitStored() {}

  @Override
  public void fail(PostgresError error) {
    delivery.fail(error);
  }

  @Override
  public void whenFailed(Consumer<PostgresError> listener) {
    failed.thenAccept(listener);
  }

  @Override
  public long wireBytes() {
    return 0;
  }
}
