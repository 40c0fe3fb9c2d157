/**
 * The protocol between a coordinator and an agent, and between two agents: frames over one TCP
 * connection, on which many streams run, each of them a leased backend or rows that are delivered
 * to an inbox.
 *
 * <pre>
 * +--------------+------+--------------+-------------+-----------+----------------+
 * | int32 length | type | int32 stream | CRC of head | content.. | CRC of frame   |
 * +--------------+------+--------------+-------------+-----------+----------------+
 * </pre>
 *
 * The length counts what follows it. Both checksums are CRC-32C: the first one of what stands
 * before it, so that a damaged length is not believed, the second one of head and content. TCP's
 * own sum has 16 bits and ends at every router and proxy. Into the first one goes how many frames
 * there were before: of frames that arrive, none is missing and none comes twice. A frame whose
 * checksum is wrong ends the connection, since what it was and whose is not known; every stream on
 * it fails with 08006. Only an agent's first frame has another form ({@link
 * io.argosy.node.frame.Greeting}).
 *
 * <p>No wait for a peer is without end. A connection on which nothing is heard is lost ({@link
 * io.argosy.node.frame.Keepalive}); a peer that has nothing to say says that it lives. What a
 * living peer is asked may take hours, and no clock tells that from an answer that a thread of its
 * has died with. So who has waited for a while asks (Ask), and is told if nobody works for what it
 * waits for (Idle). Nothing is missing on a connection, so everything that there was to say has
 * been heard by then, and the wait fails with 08006. A peer that works says nothing; it is not a
 * clock's to judge. Agents wait for coordinators as well, for the next request or for credit while
 * a client is slow: these waits end with the stream's Close or the connection, whichever is first.
 *
 * <p>The peers first prove to each other that they know the same secret. Then a coordinator opens
 * streams and sends requests as PostgreSQL frontend messages; the agent answers with PostgreSQL
 * backend messages, in blocks that are compressed where that pays. Nobody sends more of these, of
 * COPY data or of rows than the receiver has granted. An answer up to the inline limit, which the
 * coordinator names when it opens a stream, is one block, not compressed.
 *
 * <p>In a move the coordinator opens an inbox on the streams of all receivers, and tells the
 * senders where these are together with the query. A sender connects to the receivers' agents as a
 * coordinator does and delivers the rows there:
 *
 * <pre>
 * coordinator      sender           receiver
 *   OpenInbox ------------------------>
 *   <------------------------ InboxOpened
 *   Send, Request -->
 *                    Deliver, Rows .. ->
 *                    <-------- Credit ..
 *                    RowsEnd ---------->
 *                    <----------- Stored
 *   <-- Response, Moved
 *   Load, Request -------------------->
 *   <----------------- Response, Moved
 * </pre>
 */
package io.argosy.node.frame;
