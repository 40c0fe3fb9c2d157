package io.argosy.agent.server;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;

/**
 * What an agent says no more when it ends. Its connections are closed one after the other, and what
 * that makes fail in the agent itself must not be told on those that are still open: peers are to
 * see an agent that is gone, not one that reports the loss of others.
 */
@ChannelHandler.Sharable
final class Silence extends ChannelOutboundHandlerAdapter {
  private volatile boolean silent;

  /** From now on nothing is sent. */
  void begin() {
    silent = true;
  }

  /** Whether nothing is sent any more. */
  boolean isSilent() {
    return silent;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (silent) {
      ReferenceCountUtil.release(message);
      promise.setFailure(new ClosedChannelException());
    } else {
      context.write(message, promise);
    }
  }
}
