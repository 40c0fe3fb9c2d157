package io.argosy.coordinator.gateway.server;

import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.UserSalts;
import java.time.Duration;
import java.util.Optional;

/**
 * How a {@link PostgresServer} listens.
 *
 * @param host the address or name to listen on
 * @param port 0 lets the system choose one
 * @param salts what users are shown that do not exist
 * @param tls what TLS connections use; when empty, a client that asks for TLS is told that there is
 *     none
 * @param maximumConnections clients served at the same time; more are refused with 53300
 * @param startupTimeout how long a client may take from connecting to being authenticated
 * @param shutdownTimeout how long {@link PostgresServer#close} waits for running statements
 */
public record ServerConfiguration(
    String host,
    int port,
    Authenticator authenticator,
    UserSalts salts,
    Optional<ServerTls> tls,
    int maximumConnections,
    Duration startupTimeout,
    Duration shutdownTimeout) {
  private static final int DEFAULT_CONNECTIONS = 500;
  private static final Duration DEFAULT_STARTUP_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration DEFAULT_SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  /** Without TLS, with the defaults of everything else. */
  public static ServerConfiguration of(String host, int port, Authenticator authenticator) {
    return new ServerConfiguration(
        host,
        port,
        authenticator,
        UserSalts.ofProcess(),
        Optional.empty(),
        DEFAULT_CONNECTIONS,
        DEFAULT_STARTUP_TIMEOUT,
        DEFAULT_SHUTDOWN_TIMEOUT);
  }

  public ServerConfiguration withAuthenticator(Authenticator other) {
    return new ServerConfiguration(
        host, port, other, salts, tls, maximumConnections, startupTimeout, shutdownTimeout);
  }

  public ServerConfiguration withSalts(UserSalts other) {
    return new ServerConfiguration(
        host, port, authenticator, other, tls, maximumConnections, startupTimeout, shutdownTimeout);
  }

  public ServerConfiguration withTls(ServerTls newTls) {
    return new ServerConfiguration(
        host,
        port,
        authenticator,
        salts,
        Optional.of(newTls),
        maximumConnections,
        startupTimeout,
        shutdownTimeout);
  }

  public ServerConfiguration withMaximumConnections(int maximum) {
    return new ServerConfiguration(
        host, port, authenticator, salts, tls, maximum, startupTimeout, shutdownTimeout);
  }

  public ServerConfiguration withTimeouts(Duration startup, Duration shutdown) {
    return new ServerConfiguration(
        host, port, authenticator, salts, tls, maximumConnections, startup, shutdown);
  }
}
