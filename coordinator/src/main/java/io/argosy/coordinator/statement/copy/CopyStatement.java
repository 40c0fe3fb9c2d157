package io.argosy.coordinator.statement.copy;

import java.util.List;

/**
 * A COPY statement, taken apart.
 *
 * @param sql its text
 * @param from whether it is COPY FROM
 * @param subject where the table's name, or the query in its parentheses, stands
 * @param isQuery whether the subject is a query
 * @param columns the columns it lists; empty for all
 * @param subjectEnd where the column list, if any, ends
 * @param standardStream whether data comes from or goes to the client, not a file or program
 */
record CopyStatement(
    String sql,
    boolean from,
    Span subject,
    boolean isQuery,
    List<String> columns,
    int subjectEnd,
    boolean standardStream,
    CopyOptions options) {

  /** A part of the text. */
  record Span(int start, int end) {}

  /** The table's name as it is written, or the query. */
  String subjectText() {
    return sql.substring(subject.start(), subject.end());
  }

  /**
   * The same COPY of something else.
   *
   * @param replacement SQL for the table with its columns, or for a query in parentheses
   */
  String withSubject(String replacement) {
    int start = isQuery ? subject.start() - 1 : subject.start();
    return sql.substring(0, start) + replacement + sql.substring(subjectEnd);
  }
}
