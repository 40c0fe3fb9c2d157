package io.argosy.node.remote;

import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.move.RowBlock;
import io.argosy.node.move.RowSink;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** From a sender in this process into an inbox of an agent. */
final class RemoteDelivery implements RowSink {
  private final RemoteStream stream;
  private final Compression compression;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile long wireBytes;

  RemoteDelivery(RemoteStream stream, Compression compression) {
    this.stream = stream;
    this.compression = compression;
  }

  @Override
  public Compression compression() {
    return compression;
  }

  @Override
  public void send(RowBlock rows) {
    if (!stream.passGate(rows.block().rawLength())) {
      throw new PostgresException(stream.failure().orElseThrow());
    }
    wireBytes += rows.block().bytes().length + FrameEncoder.ROWS_OVERHEAD;
    stream.send(new Frame.Rows(stream.id(), rows.continued(), rows.rows(), rows.block()));
  }

  @Override
  public void end() {
    stream.send(new Frame.RowsEnd(stream.id()));
  }

  @Override
  public void awaitStored() {
    stream.awaitStored();
    ended.set(true);
    stream.forget();
  }

  @Override
  public void fail(PostgresError error) {
    if (ended.compareAndSet(false, true)) {
      stream.send(new Frame.Failed(stream.id(), error));
      stream.forget();
      stream.fail(error);
    }
  }

  @Override
  public void whenFailed(Consumer<PostgresError> listener) {
    stream.whenFailed(listener);
  }

  @Override
  public long wireBytes() {
    return wireBytes;
  }
}
