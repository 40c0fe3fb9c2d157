package io.argosy.protocol.client;

/**
 * Where a PostgreSQL server listens.
 *
 * @param host name or address; or the directory, beginning with a slash, of a Unix-domain socket
 * @param port TCP port, which is a part of the name of such a socket, too
 */
public record ServerAddress(String host, int port) {
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
