package io.argosy.agent.client;

import io.argosy.agent.frame.Compression;
import java.time.Duration;

/**
 * Where a node's agent is.
 *
 * @param name the node's name, for messages
 * @param host name or address of the agent
 * @param port its TCP port
 * @param secret what it must know too
 * @param compression how COPY data is compressed on its way to the agent
 * @param connectTimeout for the connection and for the authentication, each
 */
public record RemoteConfig(
    String name,
    String host,
    int port,
    String secret,
    Compression compression,
    Duration connectTimeout) {
  /** Without the secret. */
  @Override
  public String toString() {
    return name + " at " + host + ":" + port;
  }
}
