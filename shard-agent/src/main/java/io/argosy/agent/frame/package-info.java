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
 * own sum has 16 bits and ends at every router and proxy. A frame whose checksum is wrong ends the
 * connection, since what it was and whose is not known; every stream on it fails with 08006. Only
 * an agent's first frame has another form ({@link io.argosy.agent.frame.Greeting}).
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
package io.argosy.agent.frame;
