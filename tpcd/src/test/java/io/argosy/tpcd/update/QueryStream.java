package io.argosy.tpcd.update;

import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries that run while updates commit. Each is answered in a transaction that sees one state of
 * the database, and that also reads which updates this state has.
 *
 * @param url JDBC URL of the server
 * @param scale scale factor of its data
 * @param readOnly whether the transactions are declared to be READ ONLY
 */
record QueryStream(String url, double scale, boolean readOnly) {
  private static final String MARKS =
      """
      SELECT count(*) FILTER (WHERE update_function = 'uf1'),
        count(*) FILTER (WHERE update_function = 'uf2'),
        (SELECT count(*) FROM orders)
      FROM tpcd_updates
      """;

  /**
   * An answer and what its snapshot has.
   *
   * @param inserts how many transactions of UF1
   * @param deletes how many transactions of UF2
   * @param orders how many orders
   */
  record Observed(Query query, Answer answer, long inserts, long deletes, long orders) {
    long updates() {
      return inserts + deletes;
    }
  }

  /** Runs the queries one after the other. */
  List<Observed> run(List<Query> queries) throws SQLException {
    List<Observed> observed = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(readOnly);
      connection.setAutoCommit(false);
      for (Query query : queries) {
        observed.add(run(connection, query));
        connection.commit();
      }
    }
    return observed;
  }

  private Observed run(Connection connection, Query query) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // Before the query for some, after it for others: the state must be the same.
      List<String> before = query.number() % 2 == 0 ? marks(statement) : List.of();
      Answer answer = answer(statement, query, scale);
      List<String> marks = before.isEmpty() ? marks(statement) : before;
      return new Observed(
          query,
          answer,
          Long.parseLong(marks.get(0)),
          Long.parseLong(marks.get(1)),
          Long.parseLong(marks.get(2)));
    }
  }

  static Answer answer(Statement statement, Query query, double scale) throws SQLException {
    String sql = query.sql(Parameters.validation(query, scale));
    try (ResultSet result = statement.executeQuery(sql)) {
      return Answer.read(result);
    }
  }

  private static List<String> marks(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery(MARKS)) {
      return Answer.readRows(result).getFirst();
    }
  }
}
