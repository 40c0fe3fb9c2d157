package io.argosy.node.frame;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/**
 * Sends a Ping now and then, unless the event loop has sent something itself, and closes a
 * connection on which nothing is heard.
 */
public final class Keepalive extends IdleStateHandler {
  public Keepalive() {
    super(Limits.SILENCE.toMillis(), Limits.PING.toMillis(), 0, TimeUnit.MILLISECONDS);
  }

  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    if (event.state() == IdleState.READER_IDLE) {
      context.close();
    } else {
      FrameWriter.of(context.channel()).send(new Frame.Ping());
    }
  }
}
