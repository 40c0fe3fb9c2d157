package io.argosy.tpcd.cli;

import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.run.ServerFailedException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Asks a server what it is, for a report. */
final class ServerEnvironment {
  private ServerEnvironment() {}

  /**
   * Connects for the time of the question.
   *
   * @param url JDBC URL of the server
   */
  static Environment of(String url) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return Environment.of(connection, Failures.withoutPassword(url));
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }
}
