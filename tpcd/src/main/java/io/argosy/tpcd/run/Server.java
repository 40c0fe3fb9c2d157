package io.argosy.tpcd.run;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/** A connection to a server, with the URL that failures name. Used by one thread at a time. */
record Server(String url, Connection connection) {
  /** Failures that every further query would meet too: no table, and the server going away. */
  private static final Set<String> FATAL_STATES = Set.of("42P01", "57P01", "57P02", "57P03");

  static Server connect(String url) throws ServerFailure {
    try {
      return new Server(url, DriverManager.getConnection(url));
    } catch (SQLException e) {
      throw new ServerFailure(url, e);
    }
  }

  /** A failure of this server's. */
  ServerFailure failed(SQLException failure) {
    return new ServerFailure(url, failure);
  }

  static boolean isFatal(SQLException failure) {
    String state = failure.getSQLState();
    return state == null || state.startsWith("08") || FATAL_STATES.contains(state);
  }

  void close() throws ServerFailure {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
