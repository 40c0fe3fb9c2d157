package io.argosy.node;

import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Turns the backend messages that answer one request into events. Rows and COPY data stay
 * undecoded. Used by one thread at a time.
 */
public final class EventDecoder {
  /** How many statements complete until the snapshot is taken of one that is a transaction. */
  private final int untilSnapshot;

  /** How many statements complete before the one that was asked for, which is bound among them. */
  private final int before;

  private final Request.Extended.Snapshot snapshot;

  /** How many statements were asked for; others may complete behind them. */
  private final int asked;

  /** Whether one completes behind it, with a description of rows that do not come. */
  private final boolean guarded;

  /** How much was sent in front of it, in characters. */
  private final int offset;

  private int bound;
  private int completed;
  private String snapshotTaken = "";

  /** For the answer to a request. */
  public EventDecoder(Request request) {
    this.guarded = request instanceof Request.Simple simple && simple.guard().asks();
    this.offset =
        request instanceof Request.Simple simple && guarded ? simple.before().length() : 0;
    this.snapshot =
        switch (request) {
          case Request.Extended statement -> statement.snapshot();
          case Request.Repeated repeated -> repeated.statement().snapshot();
          default -> Request.Extended.Snapshot.OF_TRANSACTION;
        };
    this.untilSnapshot =
        request instanceof Request.Repeated repeated && !repeated.lock().isEmpty() ? 3 : 2;
    this.before =
        switch (request) {
          case Request.Simple simple -> guarded ? simple.countBefore() : 0;
          case Request.Extended statement -> countBefore(statement);
          case Request.Repeated repeated -> countBefore(repeated.statement());
          case Request.Rehearsal ignored -> 0;
          case Request.Notifications ignored -> 0;
          case Request.Describe ignored -> 0;
        };
    this.asked =
        switch (request) {
          case Request.Simple ignored -> guarded ? 1 : Integer.MAX_VALUE;
          case Request.Extended ignored -> 1;
          case Request.Repeated repeated -> repeated.count();
          case Request.Rehearsal ignored -> 0;
          case Request.Notifications ignored -> 0;
          case Request.Describe ignored -> 0;
        };
  }

  private int countBefore(Request.Extended statement) {
    Request.Guard guard = statement.guard();
    int ofGuard = !guard.asks() ? 0 : guard.savepoint() ? 3 : 1;
    int ofSettings =
        statement.ownTransaction() ? untilSnapshot : statement.settings().isEmpty() ? 0 : 1;
    int ofBegin = statement.begin().isEmpty() ? 0 : 1;
    return ofBegin + ofGuard + ofSettings;
  }

  /**
   * The event that a message, or a run, stands for; empty for messages that only acknowledge
   * (ParseComplete and its kind).
   *
   * @throws PostgresException 08P01 for a message that has no place in a request's answer
   */
  public Optional<ResultEvent> decode(Messages messages) {
    return switch (messages.type()) {
      case BackendMessage.DATA_ROW -> rows(messages);
      case BackendMessage.COPY_DATA ->
          Optional.of(new ResultEvent.CopyData(messages.bytes(), messages.count()));
      case BackendMessage.PARSE_COMPLETE, BackendMessage.CLOSE_COMPLETE -> Optional.empty();
      case BackendMessage.BIND_COMPLETE -> bound();
      case BackendMessage.COMMAND_COMPLETE -> completed(messages);
      case BackendMessage.ROW_DESCRIPTION ->
          guarded && completed != before
              ? Optional.empty()
              : Optional.of(decode(messages.type(), messages.body()));
      case BackendMessage.ERROR_RESPONSE ->
          Optional.of(
              new ResultEvent.Failed(
                  shifted(BackendDecoder.error(messages.body())),
                  bound > before && completed >= before));
      default -> Optional.of(decode(messages.type(), messages.body()));
    };
  }

  /** An error with its position in the statement that was asked for. */
  private PostgresError shifted(PostgresError error) {
    String position = error.fields().get('P');
    return offset == 0 || position == null
        ? error
        : error.with('P', Integer.toString(Integer.parseInt(position) - offset));
  }

  private Optional<ResultEvent> rows(Messages messages) {
    if (snapshot == Request.Extended.Snapshot.OWN_TRANSACTION && completed < untilSnapshot) {
      DataRowReader row = new DataRowReader(messages.bytes());
      row.next();
      snapshotTaken = row.text(0);
      return Optional.empty();
    }
    return Optional.of(new ResultEvent.Rows(messages.bytes(), messages.count()));
  }

  private Optional<ResultEvent> bound() {
    bound++;
    return snapshot == Request.Extended.Snapshot.TOLD && bound == before + 1
        ? Optional.of(new ResultEvent.SnapshotTaken(snapshotTaken))
        : Optional.empty();
  }

  /** Statements around the one that was asked for are not told, but that a snapshot was taken. */
  private Optional<ResultEvent> completed(Messages messages) {
    completed++;
    if (completed > before && completed - before <= asked) {
      return Optional.of(decode(messages.type(), messages.body()));
    }
    return snapshot == Request.Extended.Snapshot.OWN_TRANSACTION && completed == untilSnapshot
        ? Optional.of(new ResultEvent.SnapshotTaken(snapshotTaken))
        : Optional.empty();
  }

  private static ResultEvent decode(byte type, ByteBuffer body) {
    return switch (type) {
      case BackendMessage.PARAMETER_DESCRIPTION ->
          new ResultEvent.Parameters(BackendDecoder.parameterDescription(body));
      case BackendMessage.ROW_DESCRIPTION ->
          new ResultEvent.Columns(BackendDecoder.rowDescription(body));
      case BackendMessage.NO_DATA -> new ResultEvent.NoColumns();
      case BackendMessage.COMMAND_COMPLETE -> new ResultEvent.Complete(BackendDecoder.string(body));
      case BackendMessage.EMPTY_QUERY_RESPONSE -> new ResultEvent.Empty();
      case BackendMessage.NOTICE_RESPONSE -> new ResultEvent.Notice(BackendDecoder.error(body));
      case BackendMessage.NOTIFICATION_RESPONSE ->
          new ResultEvent.Notification(
              body.getInt(), BackendDecoder.string(body), BackendDecoder.string(body));
      case BackendMessage.PARAMETER_STATUS ->
          new ResultEvent.Parameter(BackendDecoder.string(body), BackendDecoder.string(body));
      case BackendMessage.COPY_IN_RESPONSE ->
          new ResultEvent.CopyIn(body.get(), BackendDecoder.copyColumnFormats(body));
      case BackendMessage.COPY_OUT_RESPONSE ->
          new ResultEvent.CopyOut(body.get(), BackendDecoder.copyColumnFormats(body));
      case BackendMessage.COPY_DONE -> new ResultEvent.CopyDone();
      case BackendMessage.READY_FOR_QUERY -> new ResultEvent.Ready((char) body.get());
      default ->
          throw new PostgresException(
              PostgresError.of("08P01", "unexpected message '" + (char) type + "' from a node"));
    };
  }
}
