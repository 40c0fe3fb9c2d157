package io.argosy.coordinator.session.client;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ForwardingOutput;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way to a client, which knows whether a statement can start again without the client knowing:
 * as long as it has been told nothing. That rows have these columns is told with the first of them,
 * or with what else comes.
 */
public final class AnsweredOutput extends ForwardingOutput {
  private Optional<List<Field>> untold = Optional.empty();
  private boolean answered;
  private Consumer<PostgresError> signals = ignored -> {};
  private Optional<Capture> capture = Optional.empty();

  public AnsweredOutput(ClientOutput client) {
    super(client);
  }

  /** A statement starts. */
  public void starts() {
    answered = false;
  }

  /** The answer to a statement that the client has not sent. */
  public static final class Capture {
    private final Consumer<ByteBuffer> rows;
    private String tag = "";

    /**
     * @param rows gets DataRow messages
     */
    public Capture(Consumer<ByteBuffer> rows) {
      this.rows = rows;
    }

    /** The command tag; empty before it is complete. */
    public String tag() {
      return tag;
    }
  }

  /**
   * From now on answers go there, but for notices.
   *
   * @param newCapture empty for the client
   * @return where they went before
   */
  public Optional<Capture> captures(Optional<Capture> newCapture) {
    Optional<Capture> before = capture;
    capture = newCapture;
    return before;
  }

  /** Whether the answer is not the client's. */
  public boolean captures() {
    return capture.isPresent();
  }

  /** The client's statement cannot start again. */
  public void markAnswered() {
    answered = true;
  }

  /** Whether the client knows that it has started. */
  public boolean answered() {
    return answered;
  }

  /** The columns that it is to be told before anything else. */
  public void columnsFirst(Optional<List<Field>> fields) {
    untold = fields;
  }

  /** Tells what it has to know before anything else. */
  public void tellColumns() {
    untold.ifPresent(super::columns);
    untold = Optional.empty();
  }

  private void answer() {
    answered = true;
    tellColumns();
  }

  /** Who gets the notices that are meant for the coordinator. */
  public void signals(Consumer<PostgresError> newSignals) {
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
    if (capture.isPresent()) {
      return;
    }
    answer();
    super.columns(fields);
  }

  @Override
  public void rows(ByteBuffer messages) {
    if (capture.isPresent()) {
      capture.get().rows.accept(messages);
      return;
    }
    answer();
    super.rows(messages);
  }

  @Override
  public void complete(String tag) {
    if (capture.isPresent()) {
      capture.get().tag = tag;
      return;
    }
    answer();
    super.complete(tag);
  }

  @Override
  public void empty() {
    if (capture.isEmpty()) {
      super.empty();
    }
  }

  @Override
  public ClientEncoding encoding() {
    return capture.isPresent() ? ClientEncoding.UTF8 : super.encoding();
  }

  private void refuseCopy() {
    if (capture.isPresent()) {
      throw new PostgresException("0A000", "cannot COPY to/from client in PL/pgSQL");
    }
  }

  @Override
  public void copyOut(int format, short[] columnFormats) {
    refuseCopy();
    answer();
    super.copyOut(format, columnFormats);
  }

  @Override
  public CopySource copyIn(int format, short[] columnFormats) {
    refuseCopy();
    answer();
    return super.copyIn(format, columnFormats);
  }
}
