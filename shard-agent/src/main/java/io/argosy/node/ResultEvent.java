package io.argosy.node;

import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import java.nio.ByteBuffer;
import java.util.List;

/** One thing a backend says while it answers a request. */
public sealed interface ResultEvent {
  /** The types of a statement's parameters. */
  record Parameters(int[] types) implements ResultEvent {}

  /** The columns of the rows that follow (or, after a Describe, would follow). */
  record Columns(List<Field> fields) implements ResultEvent {}

  /** The statement returns no rows. */
  record NoColumns() implements ResultEvent {}

  /**
   * Rows, undecoded.
   *
   * @param messages whole DataRow messages, one after the other, each with its type byte and
   *     length; the reader owns the buffer
   * @param count how many they are
   */
  record Rows(ByteBuffer messages, int count) implements ResultEvent {}

  /**
   * What the statement reads is settled: the snapshot that it reads with has been taken.
   *
   * @param snapshot as {@code pg_current_snapshot} tells it where the statement is a transaction;
   *     empty otherwise
   */
  record SnapshotTaken(String snapshot) implements ResultEvent {}

  /** A statement ended; the tag is what psql prints. */
  record Complete(String tag) implements ResultEvent {}

  /** The query text held no statement. */
  record Empty() implements ResultEvent {}

  /**
   * The statement failed. A Ready follows.
   *
   * @param running whether that was while it ran: it had been planned, and PostgreSQL had told its
   *     columns if it is a query; the simple protocol does not tell
   */
  record Failed(PostgresError error, boolean running) implements ResultEvent {}

  /** A notice or warning. */
  record Notice(PostgresError notice) implements ResultEvent {}

  /** A NOTIFY of a channel the backend listens to. */
  record Notification(int processId, String channel, String payload) implements ResultEvent {}

  /** A setting that clients are told about has changed. */
  record Parameter(String name, String value) implements ResultEvent {}

  /** The backend waits for the data of COPY FROM STDIN. Formats: 0 text, 1 binary, per column. */
  record CopyIn(int format, short[] columnFormats) implements ResultEvent {}

  /** The data of COPY TO STDOUT follows as {@link CopyData}. */
  record CopyOut(int format, short[] columnFormats) implements ResultEvent {}

  /**
   * COPY data.
   *
   * @param messages whole CopyData messages, each with its type byte and length
   * @param count how many they are
   */
  record CopyData(ByteBuffer messages, int count) implements ResultEvent {}

  /** The backend has sent all of COPY TO STDOUT. */
  record CopyDone() implements ResultEvent {}

  /** The request ended. Status: 'I' idle, 'T' in a transaction, 'E' in a failed one. */
  record Ready(char transactionStatus) implements ResultEvent {}
}
