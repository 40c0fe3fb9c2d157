package io.argosy.tpcd.update;

import io.argosy.tpcd.compare.Answer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** What the update functions change on a server. */
record UpdatedData(String url) {
  List<List<String>> orders() throws SQLException {
    return rows("SELECT * FROM orders ORDER BY o_orderkey");
  }

  List<List<String>> lineItems() throws SQLException {
    return rows("SELECT * FROM lineitem ORDER BY l_orderkey, l_linenumber");
  }

  /** The first column of a query's rows, a number each. */
  List<Long> numbers(String sql) throws SQLException {
    return rows(sql).stream().map(row -> Long.valueOf(row.getFirst())).toList();
  }

  long number(String sql) throws SQLException {
    return numbers(sql).getFirst();
  }

  private List<List<String>> rows(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return Answer.readRows(result);
    }
  }

  /** Carries out a whole set. */
  void update(UpdateSet set, int ordersPerTransaction) throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      UpdateRun run = UpdateRun.open(connection, set, ordersPerTransaction);
      while (!run.done()) {
        run.next();
      }
    }
  }
}
