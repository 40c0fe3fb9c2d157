package io.argosy.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A small result, whole, with all values as text: for the questions that a coordinator asks of its
 * own accord.
 *
 * @param columns the columns of the last statement that returned rows; empty if none did
 * @param rows that statement's rows; null for NULL
 * @param tags the command tags of all statements, in order
 */
public record TextResult(List<Field> columns, List<List<String>> rows, List<String> tags) {
  /**
   * Runs statements by the simple protocol.
   *
   * @throws PostgresException the error of the statement that failed, when the backend is ready
   *     again
   */
  public static TextResult run(NodeSession session, String sql) {
    return run(session, new Request.Simple(sql));
  }

  /**
   * Runs one statement with parameters as text (null for NULL), whose types the server infers.
   *
   * @throws PostgresException the statement's error, when the backend is ready again
   */
  public static TextResult run(NodeSession session, String sql, List<String> parameters) {
    List<byte[]> values = new ArrayList<>(parameters.size());
    for (String parameter : parameters) {
      values.add(parameter == null ? null : parameter.getBytes(UTF_8));
    }
    return run(
        session,
        new Request.Extended(
            sql,
            new int[0],
            values,
            new short[0],
            new short[0],
            true,
            Map.of(),
            Request.Extended.Snapshot.OF_TRANSACTION));
  }

  /** The value of the first column of the first row; null for NULL. */
  public String single() {
    return rows.getFirst().getFirst();
  }

  /**
   * Runs a request whose rows come in text format.
   *
   * @throws PostgresException the error of the statement that failed, when the backend is ready
   *     again
   */
  public static TextResult run(NodeSession session, Request request) {
    return read(session.execute(request));
  }

  /**
   * Reads the answer to such a request, and closes it.
   *
   * @throws PostgresException as {@link #run(NodeSession, Request)}
   */
  public static TextResult read(Result answer) {
    SmallResult<List<String>> read = SmallResult.read(answer, DataRowReader::texts);
    return new TextResult(read.columns(), read.rows(), read.tags());
  }
}
