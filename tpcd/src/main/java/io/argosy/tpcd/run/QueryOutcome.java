package io.argosy.tpcd.run;

import io.argosy.tpcd.query.Query;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What running one query showed.
 *
 * @param query the query
 * @param plan how it was answered, as far as the server says
 * @param seconds wall clock time from sending it to having its last row; nothing if it failed
 * @param singleSeconds the same on the server it was compared with
 * @param rows how many rows it has; nothing if it failed
 * @param same whether both servers gave the same answer; nothing if there was no other
 * @param difference the first difference or the failure, in words
 */
public record QueryOutcome(
    Query query,
    QueryPlan plan,
    OptionalDouble seconds,
    OptionalDouble singleSeconds,
    OptionalLong rows,
    Optional<Boolean> same,
    Optional<String> difference) {
  /**
   * The outcome of a query that failed on the server under test.
   *
   * @param compared whether there was another server
   */
  static QueryOutcome failed(Query query, SQLException failure, boolean compared) {
    return new QueryOutcome(
        query,
        QueryPlan.UNKNOWN,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        compared ? Optional.of(false) : Optional.empty(),
        Optional.of("failed: " + failure.getSQLState() + " " + failure.getMessage().strip()));
  }

  /** Whether it was answered, and not differently from the other server. */
  public boolean succeeded() {
    return difference.isEmpty();
  }
}
