package io.argosy.node;

import io.argosy.protocol.message.PostgresError;

/**
 * Where the rows of a move wait on the node that receives them, until the session that opened it
 * loads them into a table. It takes rows at any time, in memory first and then in a file of its
 * node, so that nodes which all send and receive with one backend each cannot wait for each other.
 *
 * <p>It ends with the session that opened it at the latest, and leaves nothing then. Thread-safe.
 */
public interface Inbox extends AutoCloseable {
  /** The node that receives. */
  Node node();

  /**
   * Begins the rows of one of the senders, which come from this process and not from {@link
   * NodeSession#send}.
   *
   * @param sender who sends, for messages
   * @throws io.argosy.protocol.message.PostgresException 08006 when the node was lost, or the error
   *     that the inbox has failed with
   */
  InboxWriter writer(String sender);

  /**
   * Makes everyone who sends to this inbox or loads it fail with an error. The first error stays.
   * Without effect when all rows have been loaded. Does not wait.
   */
  void fail(PostgresError error);

  /**
   * Frees what it holds; senders and a load that are under way fail. Does not wait. Never throws; a
   * second call does nothing.
   */
  @Override
  void close();
}
