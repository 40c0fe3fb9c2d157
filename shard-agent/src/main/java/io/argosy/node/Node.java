package io.argosy.node;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One PostgreSQL server of the cluster. Thread-safe. Implementations differ in where the engine
 * that talks to PostgreSQL runs, here, beside the server, or one in each place, not in what they
 * do.
 */
public interface Node extends AutoCloseable {
  /** The node's name in the configuration, which errors and EXPLAIN show. */
  String name();

  /**
   * Leases a backend that is logged in as the given user, idle, with exactly the given settings.
   * Blocks until one is free.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the node or its agent cannot be
   *     reached, 53300 when no backend became free in time, or the server's own error at login
   */
  NodeSession open(SessionOptions options);

  /**
   * The same where nobody need wait: the first request may follow at once, without a round trip for
   * the lease. What {@link #open} throws is thrown here, or by {@link NodeSession#awaitOpened} and
   * whatever else is asked of the session, which is to be closed in either case.
   */
  default NodeSession openWithoutWaiting(SessionOptions options) {
    return open(options);
  }

  /**
   * The node as it is reached in one way: itself, where there is one only. It is closed with this
   * one, not by who has asked for it.
   */
  default Node by(Way way) {
    return this;
  }

  /** The node in each way in which it is reached, the shortest first. */
  default List<Node> byEachWay() {
    return Arrays.stream(Way.values()).map(this::by).distinct().toList();
  }

  /**
   * What the node's machine can do; empty where nothing runs beside the server that could tell.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the agent cannot be reached
   */
  Optional<Machine> machine();

  /**
   * Samples of the node's machine; empty where nothing samples it.
   *
   * @param since they are those that ended later, by the clock that the times of samples are by;
   *     {@link java.time.Instant#EPOCH} for all that are kept
   * @param most how many at most, the last ones
   * @throws io.argosy.protocol.message.PostgresException 08006 when the agent cannot be reached,
   *     57014 when the thread is interrupted
   */
  Optional<MachineSamples> samples(Instant since, int most);

  /**
   * Closes the backends of a database that wait for work, so that it can be dropped. Returns when
   * that is done; the server may count them for a moment longer.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the agent cannot be reached
   */
  void leaveDatabase(String database);

  /** Ends every lease and connection. */
  @Override
  void close();
}
