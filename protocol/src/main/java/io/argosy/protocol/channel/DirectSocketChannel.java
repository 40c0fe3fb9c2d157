package io.argosy.protocol.channel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * A socket channel that can be written to past its pipeline and its event loop. Whoever does so
 * sees to it that nothing else is on its way to the socket.
 */
public final class DirectSocketChannel extends NioSocketChannel {
  /** One that is to be connected. */
  public DirectSocketChannel() {}

  DirectSocketChannel(Channel listener, SocketChannel accepted) {
    super(listener, accepted);
  }

  /**
   * A channel as one of these, with all that encrypts in its pipeline, if anything does; empty
   * where it is another one or something encrypts, so that it cannot be written to past that.
   */
  public static Optional<DirectSocketChannel> of(Channel channel) {
    return channel instanceof DirectSocketChannel direct
            && channel.pipeline().get(SslHandler.class) == null
        ? Optional.of(direct)
        : Optional.empty();
  }

  /**
   * Writes as much as the system takes at once, on the caller's thread.
   *
   * @param message its readable bytes; those that were written are consumed
   * @throws IOException where the connection is gone
   */
  public void writeNow(ByteBuf message) throws IOException {
    message.readBytes(javaChannel(), message.readableBytes());
  }
}
