package io.argosy.coordinator.session;

import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.coordinator.wire.ClientOutput;
import io.argosy.coordinator.wire.ForwardingOutput;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way to a client, which knows whether a statement can start again without the client knowing:
 * as long as it has been told nothing. That rows have these columns is told with the first of them,
 * or with what else comes.
 */
final class AnsweredOutput extends ForwardingOutput {
  private Optional<List<Field>> untold = Optional.empty();
  private boolean answered;
  private Consumer<PostgresError> signals = ignored -> {};

  AnsweredOutput(ClientOutput client) {
    super(client);
  }

  /** A statement starts. */
  void starts() {
    answered = false;
  }

  /** Whether the client knows that it has started. */
  boolean answered() {
    return answered;
  }

  /** The columns that it is to be told before anything else. */
  void columnsFirst(Optional<List<Field>> fields) {
    untold = fields;
  }

  /** Tells what it has to know before anything else. */
  void tellColumns() {
    untold.ifPresent(super::columns);
    untold = Optional.empty();
  }

  private void answer() {
    answered = true;
    tellColumns();
  }

  /** Who gets the notices that are meant for the coordinator. */
  void signals(Consumer<PostgresError> newSignals) {
    signals = newSignals;
  }

  @Override
  public void notice(PostgresError notice) {
    if (notice.sqlState().equals(ClientProcesses.SIGNAL)) {
      // What has been done to others is not done again.
      answered = true;
      signals.accept(notice);
      return;
    }
    answer();
    super.notice(notice);
  }

  @Override
  public void columns(List<Field> fields) {
    answer();
    super.columns(fields);
  }

  @Override
  public void rows(ByteBuffer messages) {
    answer();
    super.rows(messages);
  }

  @Override
  public void complete(String tag) {
    answer();
    super.complete(tag);
  }

  @Override
  public void copyOut(int format, short[] columnFormats) {
    answer();
    super.copyOut(format, columnFormats);
  }

  @Override
  public CopySource copyIn(int format, short[] columnFormats) {
    answer();
    return super.copyIn(format, columnFormats);
  }
}
