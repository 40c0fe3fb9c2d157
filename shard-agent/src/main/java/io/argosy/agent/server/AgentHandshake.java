package io.argosy.agent.server;

import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.Keepalive;
import io.argosy.node.frame.Limits;
import io.argosy.node.frame.SharedSecret;
import io.argosy.protocol.message.PostgresError;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's side of mutual authentication. Until a peer has proven that it knows the secret, the
 * only thing done for it is the check of that proof.
 */
final class AgentHandshake extends SimpleChannelInboundHandler<Frame> {
  private static final Logger log = LoggerFactory.getLogger(AgentHandshake.class);

  private final SharedSecret secret;
  private final FrameDecoder decoder;
  private final Supplier<? extends ChannelHandler> next;
  private final byte[] nonce = SharedSecret.nonce();
  private Future<?> deadline;
  private boolean refused;

  AgentHandshake(
      SharedSecret secret, FrameDecoder decoder, Supplier<? extends ChannelHandler> next) {
    this.secret = secret;
    this.decoder = decoder;
    this.next = next;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    deadline =
        context
            .executor()
            .schedule(
                () -> {
                  log.warn("{} did not authenticate in time", context.channel().remoteAddress());
                  context.close();
                },
                Limits.PROOF.toMillis(),
                TimeUnit.MILLISECONDS);
    context.writeAndFlush(new Frame.Hello(Limits.VERSION, nonce));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    if (refused) {
      // One attempt is all that a connection gets.
      return;
    }
    if (!(frame instanceof Frame.Authenticate authenticate)) {
      throw new DamagedFrameException("a frame before authentication");
    }
    byte[] expected = secret.coordinatorProof(nonce, authenticate.nonce());
    if (!SharedSecret.same(expected, authenticate.proof())) {
      refused = true;
      log.warn("{} does not know the secret", context.channel().remoteAddress());
      context
          .writeAndFlush(new Frame.Refused(0, PostgresError.of("28000", "the secret is wrong")))
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    deadline.cancel(false);
    decoder.liftLimit();
    context.writeAndFlush(new Frame.Authenticated(secret.agentProof(nonce, authenticate.nonce())));
    context.pipeline().addBefore(context.name(), null, new Keepalive());
    context.pipeline().replace(this, null, next.get());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    deadline.cancel(false);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.warn("{} was turned away: {}", context.channel().remoteAddress(), cause.getMessage());
    context.close();
  }
}
