package io.argosy.agent.postgres;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How to log in to a PostgreSQL server.
 *
 * @param host name or address
 * @param port TCP port
 * @param tls whether to encrypt
 * @param database the database
 * @param user the role
 * @param password its password, where the server asks for one
 * @param parameters further parameters of the startup message
 * @param timeout for the connection and for the whole login
 */
public record ConnectionOptions(
    String host,
    int port,
    TlsMode tls,
    String database,
    String user,
    Optional<String> password,
    Map<String, String> parameters,
    Duration timeout) {
  public ConnectionOptions {
    parameters = Map.copyOf(parameters);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return user + "@" + host + ":" + port + "/" + database;
  }
}
