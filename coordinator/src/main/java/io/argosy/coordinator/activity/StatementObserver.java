package io.argosy.coordinator.activity;

import java.util.Optional;

/**
 * Is told what becomes of statements, by their sessions' threads, which wait for it. Of nodes, too.
 */
public interface StatementObserver {
  /** A statement has been answered. */
  void completed(SessionActivity session, StatementActivity statement);

  /**
   * A client is going to be told an error.
   *
   * @param statement the statement that has failed; empty where it was none, or another before it
   * @param sqlState five characters
   */
  void failed(SessionActivity session, Optional<StatementActivity> statement, String sqlState);

  /** A node has joined the cluster, of which nothing has passed yet. */
  default void joined(NodeTraffic node) {}
}
