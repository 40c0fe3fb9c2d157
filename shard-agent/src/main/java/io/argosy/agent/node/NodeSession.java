package io.argosy.agent.node;

/**
 * A leased backend of one node. Used by one thread at a time, except {@link #cancel} and {@link
 * #close}. Only one result is open at a time: the one before must have been read to its {@link
 * ResultEvent.Ready} or closed.
 */
public interface NodeSession extends AutoCloseable {
  Node node();

  /**
   * Starts a request. Returns at once; failures of the statement arrive as {@link
   * ResultEvent.Failed}.
   *
   * @throws io.argosy.agent.postgres.PostgresException 08006 when the node was lost
   */
  Result execute(Request request);

  /**
   * Asks PostgreSQL to cancel what the backend is running. Does not wait. Any thread may call it.
   */
  void cancel();

  /** The transaction status of the last {@link ResultEvent.Ready}: 'I', 'T' or 'E'. */
  char transactionStatus();

  /**
   * Says that the statements of this lease left something in the backend that is not in its {@link
   * SessionOptions} (a setting, a temporary table, a prepared statement, a lock of the session), so
   * that it must be cleaned before anyone else gets it.
   */
  void discardOnClose();

  /**
   * Ends the lease. A running request is cancelled, an open transaction rolled back. Never throws;
   * a second call does nothing.
   */
  @Override
  void close();
}
