/**
 * The protocol between a coordinator and an agent: frames over one TCP connection, on which many
 * streams run, each of them a leased backend.
 *
 * <pre>
 * +--------------+------+--------------+-----------+
 * | int32 length | type | int32 stream | content.. |   length counts what follows it
 * +--------------+------+--------------+-----------+
 * </pre>
 *
 * The peers first prove to each other that they know the same secret. Then a coordinator opens
 * streams and sends requests as PostgreSQL frontend messages; the agent answers with PostgreSQL
 * backend messages, in blocks that are compressed where that pays and checksummed always. Nobody
 * sends more of these, or of COPY data, than the receiver has granted.
 */
package io.argosy.agent.frame;
