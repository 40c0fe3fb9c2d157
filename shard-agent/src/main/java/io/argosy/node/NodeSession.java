package io.argosy.node;

import io.argosy.protocol.message.PostgresError;
import java.util.List;
import java.util.Optional;

/**
 * A leased backend of one node. Used by one thread at a time, except {@link #cancel} and {@link
 * #close}. Only one result is open at a time: the one before must have been read to its {@link
 * ResultEvent.Ready} or closed.
 */
public interface NodeSession extends AutoCloseable {
  Node node();

  /**
   * Says which statement of a client the requests from now on are for, so that the logs of this
   * node's agent tell it, too. What PostgreSQL is sent does not change.
   *
   * @param id empty for none
   */
  void worksFor(String id);

  /**
   * Says which step of a statement the requests from now on are for, until it says another one, for
   * who meters them. What PostgreSQL is sent does not change.
   *
   * @param step empty for none
   */
  default void worksOn(String step) {}

  /**
   * Says what memory the answers of requests from now on are held in, where they come through the
   * network: a result that does not find room in it fails with 53200, is then closed by its reader,
   * and leaves the session as a cancelled one does.
   */
  void answersIn(AnswerMemory memory);

  /**
   * Starts a request. Returns at once; failures of the statement arrive as {@link
   * ResultEvent.Failed}.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006 when the node was lost
   */
  Result execute(Request request);

  /**
   * Has a transaction begin with the next request, in the same round trip where that can be; if it
   * cannot begin, nothing of that request runs. Until then nothing is sent, and {@link
   * #transactionStatus} is 'T'. For sessions that are in no transaction.
   *
   * @param begin one statement without rows
   * @throws io.argosy.protocol.message.PostgresException why it could not begin, if it was tried
   */
  default void beginWithNext(String begin) {
    TextResult.run(this, begin);
  }

  /**
   * Has a transaction begin now, without waiting for it. What goes wrong is thrown by what is asked
   * of the session next. For sessions that are in no transaction.
   *
   * @param begin one statement without rows
   * @throws io.argosy.protocol.message.PostgresException 08006 when the node is known to be lost
   */
  default void beginWithoutWaiting(String begin) {
    TextResult.run(this, begin);
  }

  /**
   * Opens an inbox on this node. To be done before any of its senders starts.
   *
   * @param senders how many will send to it; {@link #load} waits for so many to end
   * @param limitBytes rows are refused, and all who send or load fail with {@link
   *     MoveLimit#exceeded}, when there are more bytes of them in the format of binary COPY
   * @throws io.argosy.protocol.message.PostgresException 08006 when the node was lost
   */
  Inbox openInbox(int senders, long limitBytes);

  /**
   * Runs a query and sends its rows to inboxes, from the node itself where it can reach them, by
   * way of this process where it cannot. Blocks until the query has ended and the inboxes have all
   * rows; afterwards the session is ready for the next request, also after a failure. When it
   * fails, so do those of the inboxes that have not been loaded yet, with the same error and this
   * node's name in its context, unless another one came before. Notices of the query are dropped.
   *
   * @param query with all result columns in binary format
   * @param inboxes where to, on any nodes, this one too; opened by any sessions of this process
   * @throws io.argosy.protocol.message.PostgresException the query's error; 08006, naming the node,
   *     when this node or one of the receivers was lost or cannot be reached from this node; 28000
   *     when their agents do not know the same secret; the error that one of the inboxes has failed
   *     with; 57014 when the session was cancelled or closed
   */
  Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes);

  /**
   * Loads the rows of an inbox that this session has opened, until all senders have ended, and
   * closes it. Blocks; afterwards the session is ready for the next request, also after a failure.
   * When it fails, so do those who still send.
   *
   * @param copy {@code COPY .. FROM STDIN (FORMAT binary)}
   * @return how many rows were loaded
   * @throws io.argosy.protocol.message.PostgresException the error of the COPY, or the first that a
   *     sender or the network had, with the sending node's name in its message or context; 08006
   *     when this node was lost; 57014 when the session was cancelled or closed
   */
  long load(Inbox inbox, String copy);

  /**
   * Has PostgreSQL cancel the request that was sent last, unless it has ended, also when the
   * backend has not come to it yet; stops a {@link #send} or {@link #load}. Does not wait. Any
   * thread may call it.
   */
  void cancel();

  /**
   * Waits for the backend of a session that was opened without waiting. Any thread may call it.
   *
   * @throws io.argosy.protocol.message.PostgresException as {@link Node#open}
   */
  void awaitOpened();

  /** Whether the backend is there, so that nobody has to wait for it. Any thread. */
  boolean isOpened();

  /** Whether the node has said that there is no backend: nothing of what was asked has run. */
  boolean isRefused();

  /**
   * What the request before has used of the node's machine, when it has been read to its end, or
   * the move has returned. Empty where nobody can tell: nothing runs beside the server, it is not
   * wanted, or the server's processes cannot be seen.
   */
  Optional<ResourceUse> used();

  /**
   * The process id of the backend, by which its node knows it.
   *
   * @throws io.argosy.protocol.message.PostgresException as {@link #awaitOpened}
   */
  int processId();

  /** The transaction status of the last {@link ResultEvent.Ready}: 'I', 'T' or 'E'. */
  char transactionStatus();

  /**
   * Says that the statements of this lease left something in the backend that is not in its {@link
   * SessionOptions} (a setting, a temporary table, a prepared statement, a lock of the session), so
   * that it must be cleaned before anyone else gets it.
   */
  void discardOnClose();

  /**
   * Gives the backend up without waiting for it: whoever waits for an answer fails with this error
   * or one that says that the connection was lost, and {@link #close} is all that may follow. What
   * has become of the last request is not known. Any thread may call it.
   */
  void abandon(PostgresError reason);

  /**
   * Ends the lease and its inboxes. A running request is cancelled, an open transaction rolled
   * back. Never throws; a second call does nothing.
   */
  @Override
  void close();
}
