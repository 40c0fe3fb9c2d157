package io.argosy.agent.server;

import io.argosy.agent.engine.EngineConfig;
import io.argosy.agent.frame.Compression;
import io.argosy.agent.machine.MachineMeter;

/**
 * What an agent is told.
 *
 * @param host the address to listen on
 * @param port the TCP port to listen on; 0 for any that is free
 * @param secret what coordinators must know
 * @param postgres the server that it works for
 * @param compression how results are compressed
 * @param machine measures the machine that both are on
 */
public record AgentConfig(
    String host,
    int port,
    String secret,
    EngineConfig postgres,
    Compression compression,
    MachineMeter machine) {
  /** Without the secret. */
  @Override
  public String toString() {
    return "agent of " + postgres.name() + " on " + host + ":" + port;
  }
}
