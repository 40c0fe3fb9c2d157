package io.argosy.agent.node;

import java.util.Optional;

/**
 * One PostgreSQL server of the cluster. Thread-safe. Implementations differ in where the engine
 * that talks to PostgreSQL runs, not in what they do.
 */
public interface Node extends AutoCloseable {
  /** The node's name in the configuration, which errors and EXPLAIN show. */
  String name();

  /**
   * Leases a backend that is logged in as the given user, idle, with exactly the given settings.
   * Blocks until one is free.
   *
   * @throws io.argosy.agent.postgres.PostgresException 08006 when the node or its agent cannot be
   *     reached, 53300 when no backend became free in time, or the server's own error at login
   */
  NodeSession open(SessionOptions options);

  /**
   * What the node's machine can do; empty where nothing runs beside the server that could tell.
   *
   * @throws io.argosy.agent.postgres.PostgresException 08006 when the agent cannot be reached
   */
  Optional<Machine> machine();

  /** Ends every lease and connection. */
  @Override
  void close();
}
