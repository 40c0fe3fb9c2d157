package io.argosy.tpcd.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import picocli.CommandLine.Option;

/** The option that names the one server of a command, for commands to mix in. */
final class ServerOption {
  @Option(
      names = "--url",
      required = true,
      paramLabel = "JDBC_URL",
      description = "The server: jdbc:postgresql://host:port/database?user=..&password=..")
  private String url;

  /** The JDBC URL, with the password if it has one. */
  String url() {
    return url;
  }

  /** Opens a connection, which the caller closes. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}
