package io.argosy.tests.regression;

import java.util.List;
import java.util.Optional;

/**
 * What a server answered to a message with statements.
 *
 * @param results of the statements that have ended well
 * @param error of the one that has not, if any
 * @param status of the transaction afterwards: I, T or E as in ReadyForQuery; 0 if the connection
 *     was lost
 */
record Answer(List<Result> results, Optional<Failure> error, char status) {

  /**
   * A statement's result.
   *
   * @param columns of its rows; empty if it has none
   * @param rows each value as text, null for NULL
   * @param copied what COPY TO STDOUT sent, line by line
   */
  record Result(List<Column> columns, List<List<String>> rows, List<String> copied, String tag) {}

  /**
   * A result column.
   *
   * @param type the object id of its type
   * @param modifier the type's, -1 if it has none
   */
  record Column(String name, long type, int modifier) {}

  /**
   * An error, or that the connection was lost or no answer came in time.
   *
   * @param routine of PostgreSQL's source that has said so; empty if PostgreSQL has not
   */
  record Failure(String sqlState, String message, String hint, String routine) {
    /** In the place of a SQLSTATE. */
    static final String LOST = "lost";

    /** Whether it is for Argosy only, which could not do what PostgreSQL can. */
    boolean isRefusalOfArgosy() {
      return sqlState.equals("0A000") && routine.isEmpty();
    }
  }

  static Answer lost(String why) {
    return new Answer(List.of(), Optional.of(new Failure(Failure.LOST, why, "", "")), (char) 0);
  }

  boolean isLost() {
    return status == 0;
  }

  boolean isInTransaction() {
    return status == 'T' || status == 'E';
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Result result : results) {
      text.append(result.tag());
      if (!result.columns().isEmpty()) {
        text.append(' ').append(result.columns()).append(' ').append(result.rows());
      }
      if (!result.copied().isEmpty()) {
        text.append(' ').append(result.copied());
      }
      text.append("; ");
    }
    error.ifPresent(
        failure -> text.append(failure.sqlState()).append(": ").append(failure.message()));
    return text.toString();
  }
}
