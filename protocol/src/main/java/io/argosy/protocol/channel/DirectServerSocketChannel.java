package io.argosy.protocol.channel;

import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, and gives each client a {@link DirectSocketChannel}. */
public final class DirectServerSocketChannel extends NioServerSocketChannel {
  private static final Logger LOG = LoggerFactory.getLogger(DirectServerSocketChannel.class);

  @Override
  protected int doReadMessages(List<Object> accepted) throws IOException {
    SocketChannel client = javaChannel().accept();
    if (client == null) {
      return 0;
    }
    try {
      accepted.add(new DirectSocketChannel(this, client));
      return 1;
    } catch (RuntimeException | Error e) {
      // One client is lost, not the listener.
      LOG.warn("a client could not be accepted", e);
      client.close();
      return 0;
    }
  }
}
