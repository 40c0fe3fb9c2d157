package io.argosy.node.remote;

import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.Keepalive;
import io.argosy.node.frame.Limits;
import io.argosy.node.frame.SharedSecret;
import io.argosy.protocol.message.PostgresException;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** The side of mutual authentication that has connected. */
final class RemoteHandshake extends SimpleChannelInboundHandler<Frame> {
  private final String nodeName;
  private final SharedSecret secret;
  private final FrameDecoder decoder;
  private final ChannelHandler next;
  private final CompletableFuture<Void> authenticated;
  private final byte[] nonce = SharedSecret.nonce();
  private byte[] agentNonce;

  RemoteHandshake(
      String nodeName,
      SharedSecret secret,
      FrameDecoder decoder,
      ChannelHandler next,
      CompletableFuture<Void> authenticated) {
    this.nodeName = nodeName;
    this.secret = secret;
    this.decoder = decoder;
    this.next = next;
    this.authenticated = authenticated;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    if (frame instanceof Frame.Hello hello && agentNonce == null) {
      if (hello.version() != Limits.VERSION) {
        throw new PostgresException(
            "08P01",
            "the agent of node \""
                + nodeName
                + "\" speaks version "
                + hello.version()
                + " of the agent protocol, we speak version "
                + Limits.VERSION,
            "Run the same version of Argosy on the coordinator and on all nodes.");
      }
      agentNonce = hello.nonce();
      context.writeAndFlush(
          new Frame.Authenticate(
              Limits.VERSION, nonce, secret.coordinatorProof(agentNonce, nonce)));
    } else if (frame instanceof Frame.Authenticated proof && agentNonce != null) {
      if (!SharedSecret.same(secret.agentProof(agentNonce, nonce), proof.proof())) {
        throw refused("the agent of node \"" + nodeName + "\" does not know the secret");
      }
      decoder.liftLimit();
      context.pipeline().addBefore(context.name(), null, new Keepalive());
      context.pipeline().replace(this, null, next);
      authenticated.complete(null);
    } else if (frame instanceof Frame.Refused refused) {
      throw refused(
          "the agent of node \"" + nodeName + "\" refused us: " + refused.error().message());
    } else {
      throw new DamagedFrameException("unexpected " + frame.getClass().getSimpleName());
    }
  }

  private static PostgresException refused(String message) {
    return new PostgresException(
        "28000", message, "The coordinator and all agents must be given the same secret.");
  }

  /** How the handshake of TLS ended. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      authenticated.completeExceptionally(handshake.cause());
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    authenticated.completeExceptionally(
        agentNonce == null
            ? new NoGreetingException("the agent closed the connection without a greeting")
            : new IOException("the agent closed the connection before it was authenticated"));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable reason = DamagedFrameException.reason(cause);
    authenticated.completeExceptionally(
        agentNonce == null && reason instanceof DamagedFrameException
            ? new NoGreetingException("what answers there does not greet as an agent does")
            : reason);
    context.close();
  }
}
