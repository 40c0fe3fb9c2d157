package io.argosy.tpcd.run;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.schema.ServerKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;

/** A connection to a server, with the URL that failures name. Used by one thread at a time. */
record Server(String url, Connection connection) {
  /** Failures that every further query would meet too: no table, and the server going away. */
  private static final Set<String> FATAL_STATES = Set.of("42P01", "57P01", "57P02", "57P03");

  private static final String FEATURE_NOT_SUPPORTED = "0A000";

  static Server connect(String url) throws ServerFailedException {
    try {
      return new Server(url, DriverManager.getConnection(url));
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  /**
   * Connects to an Argosy coordinator.
   *
   * @param setting a setting of Argosy's own that is needed
   * @throws BenchmarkException 0A000 when the server is not Argosy
   */
  static Server connectToArgosy(String url, String setting) throws ServerFailedException {
    Server server = connect(url);
    try {
      if (ServerKind.isArgosy(server.connection())) {
        return server;
      }
    } catch (SQLException e) {
      server.close();
      throw server.failed(e);
    }
    server.close();
    throw new BenchmarkException(
        FEATURE_NOT_SUPPORTED,
        "the server has no setting " + setting,
        "Give the URL of an Argosy coordinator.");
  }

  /** A failure of this server's. */
  ServerFailedException failed(SQLException failure) {
    return new ServerFailedException(url, failure);
  }

  static boolean isFatal(SQLException failure) {
    String state = failure.getSQLState();
    return state == null || state.startsWith("08") || FATAL_STATES.contains(state);
  }

  void close() throws ServerFailedException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
