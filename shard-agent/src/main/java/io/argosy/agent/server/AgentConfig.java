package io.argosy.agent.server;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.protocol.tls.LinkTls;
import java.util.Optional;

/**
 * What an agent is told.
 *
 * @param host the address to listen on
 * @param port the TCP port to listen on; 0 for any that is free
 * @param secret what coordinators must know
 * @param postgres the server that it works for
 * @param compression how results are compressed
 * @param machine measures the machine that both are on
 * @param tls how connections of coordinators and other agents are encrypted; not at all where empty
 */
public record AgentConfig(
    String host,
    int port,
    String secret,
    EngineConfig postgres,
    Compression compression,
    MachineMeter machine,
    Optional<LinkTls> tls) {
  /** Without encryption. */
  public AgentConfig(
      String host,
      int port,
      String secret,
      EngineConfig postgres,
      Compression compression,
      MachineMeter machine) {
    this(host, port, secret, postgres, compression, machine, Optional.empty());
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "agent of " + postgres.name() + " on " + host + ":" + port;
  }
}
