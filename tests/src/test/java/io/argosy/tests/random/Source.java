package io.argosy.tests.random;

import java.util.List;
import java.util.stream.Stream;

/**
 * What stands in a FROM clause.
 *
 * @param sql its text with its alias
 * @param columns as they are written in the rest of the query
 * @param identity the columns that are different in different rows; all of them where rows may be
 *     equal
 * @param rows about how many rows it has
 */
record Source(String sql, List<Column> columns, List<Column> identity, long rows) {

  /** A join of two sources. */
  static Source joined(String sql, Source left, Source right, long rows) {
    return new Source(
        sql,
        Stream.concat(left.columns.stream(), right.columns.stream()).toList(),
        Stream.concat(left.identity.stream(), right.identity.stream()).toList(),
        rows);
  }
}
