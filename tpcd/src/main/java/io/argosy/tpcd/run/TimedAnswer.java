package io.argosy.tpcd.run;

import io.argosy.tpcd.compare.Answer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * An answer and how long it took.
 *
 * @param answer the answer of the first execution
 * @param seconds the median of all executions, each from sending the query to reading its last row
 */
public record TimedAnswer(Answer answer, double seconds) {
  /** Executes a query so many times. Nothing is executed unmeasured before. */
  public static TimedAnswer measure(Connection connection, String sql, int repetitions)
      throws SQLException {
    double[] seconds = new double[repetitions];
    Answer first = null;
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql)) {
        List<List<String>> rows = Answer.readRows(result);
        seconds[i] = (System.nanoTime() - start) / 1e9;
        if (first == null) {
          first = new Answer(Answer.columnsOf(result), rows);
        }
      }
    }
    return new TimedAnswer(first, median(seconds));
  }

  /** The middle one, or the mean of the two in the middle; there must be at least one. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
