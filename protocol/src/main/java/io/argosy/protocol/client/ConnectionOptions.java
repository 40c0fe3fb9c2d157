package io.argosy.protocol.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How to log in to a PostgreSQL server.
 *
 * @param server where it listens
 * @param tls whether and how to encrypt
 * @param database the database
 * @param user the role
 * @param password its password, where the server asks for one
 * @param parameters further parameters of the startup message
 * @param timeout for the connection and for the whole login
 */
public record ConnectionOptions(
    ServerAddress server,
    PostgresTls tls,
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
    return user + "@" + server + "/" + database;
  }
}
