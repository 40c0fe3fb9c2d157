package io.argosy.node;

import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A small result, whole.
 *
 * @param columns the columns of the last statement that returned rows; empty if none did, or if
 *     they were not described
 * @param rows that statement's rows
 * @param tags the command tags of all statements, in order
 * @param <R> what becomes of a row
 */
public record SmallResult<R>(List<Field> columns, List<R> rows, List<String> tags) {
  /**
   * Runs a request.
   *
   * @param row makes a row of what the reader stands at
   * @throws PostgresException the error of the statement that failed, when the backend is ready
   *     again
   */
  public static <R> SmallResult<R> run(
      NodeSession session, Request request, Function<DataRowReader, R> row) {
    return read(session.execute(request), row);
  }

  /**
   * Reads the answer to a request, and closes it.
   *
   * @param row as for {@link #run}
   * @throws PostgresException as {@link #run}
   */
  public static <R> SmallResult<R> read(Result answer, Function<DataRowReader, R> row) {
    List<Field> columns = List.of();
    List<R> rows = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    PostgresError error = null;
    try (Result result = answer) {
      ResultEvent event;
      do {
        event = result.next();
        switch (event) {
          case ResultEvent.Columns described -> {
            columns = described.fields();
            rows.clear();
          }
          case ResultEvent.Rows run -> {
            DataRowReader reader = new DataRowReader(run.messages());
            while (reader.next()) {
              rows.add(row.apply(reader));
            }
          }
          case ResultEvent.Complete complete -> tags.add(complete.tag());
          case ResultEvent.Failed failed -> error = failed.error();
          case ResultEvent.CopyIn ignored -> result.copyFail("COPY FROM STDIN has no data here");
          case ResultEvent.Parameters ignored -> {}
          case ResultEvent.NoColumns ignored -> {}
          case ResultEvent.SnapshotTaken ignored -> {}
          case ResultEvent.Empty ignored -> {}
          case ResultEvent.Notice ignored -> {}
          case ResultEvent.Notification ignored -> {}
          case ResultEvent.Parameter ignored -> {}
          case ResultEvent.CopyOut ignored -> {}
          case ResultEvent.CopyData ignored -> {}
          case ResultEvent.CopyDone ignored -> {}
          case ResultEvent.Ready ignored -> {}
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (error != null) {
      throw new PostgresException(error);
    }
    return new SmallResult<>(columns, rows, tags);
  }
}
