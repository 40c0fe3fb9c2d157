/**
 * Socket channels that any thread may write to. What a thread gives to a channel of Netty's, the
 * channel's event loop writes, and has to be woken up for it; for a short answer that costs more
 * than all else that is done with it.
 */
package io.argosy.protocol.channel;
