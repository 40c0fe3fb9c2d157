package io.argosy.node.remote;

import io.argosy.node.frame.Compression;
import io.argosy.protocol.tls.LinkTls;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a node's agent is.
 *
 * @param name the node's name, for messages
 * @param host name or address of the agent
 * @param port its TCP port
 * @param secret what it must know too
 * @param compression how COPY data is compressed on its way to the agent
 * @param connectTimeout for the connection and for the authentication, each
 * @param tls how the connection is encrypted; not at all where empty
 */
public record RemoteConfig(
    String name,
    String host,
    int port,
    String secret,
    Compression compression,
    Duration connectTimeout,
    Optional<LinkTls> tls) {
  /** Without encryption. */
  public RemoteConfig(
      String name,
      String host,
      int port,
      String secret,
      Compression compression,
      Duration connectTimeout) {
    this(name, host, port, secret, compression, connectTimeout, Optional.empty());
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return name + " at " + host + ":" + port;
  }
}
