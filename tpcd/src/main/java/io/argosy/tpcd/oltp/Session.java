package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a transaction is prepared on.
 *
 * @param mode how statements reach the server
 * @param scale that of the tables
 */
record Session(Connection connection, QueryMode mode, int scale) {
  /**
   * Prepares a statement.
   *
   * @param sql with a question mark for each parameter
   */
  ShortStatement statement(String sql) throws SQLException {
    return new ShortStatement(connection, mode, sql);
  }

  /** How many accounts there are; their numbers begin with 1. */
  int accounts() {
    return scale * TableSet.ACCOUNTS;
  }
}
