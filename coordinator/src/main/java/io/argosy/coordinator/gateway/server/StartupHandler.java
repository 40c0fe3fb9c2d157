package io.argosy.coordinator.gateway.server;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.BackendEncoder;
import io.argosy.protocol.server.ProtocolException;
import io.argosy.protocol.server.StartupPacket;
import io.argosy.protocol.tls.ChannelBinding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The packets before a connection proper: offers of encryption, requests to cancel, and the startup
 * message, at which a {@link Connection} begins and this handler is replaced.
 */
final class StartupHandler extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(StartupHandler.class);
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final Optional<ServerTls> tls;
  private final CancelKeys cancelKeys;
  private final Starter starter;
  private ByteBuf received = Unpooled.buffer();
  private Optional<ChannelBinding> channelBinding = Optional.empty();
  private boolean encryptionAsked;
  private boolean finished;

  /** Begins connections. */
  @FunctionalInterface
  interface Starter {
    /**
     * Begins a connection and returns the handler of what follows.
     *
     * @param channelBinding what a login can be bound to; empty without TLS
     * @throws PostgresException when there are too many already
     */
    FrameHandler start(
        ChannelHandlerContext context,
        StartupPacket.Startup startup,
        Optional<ChannelBinding> channelBinding);
  }

  StartupHandler(Optional<ServerTls> tls, CancelKeys cancelKeys, Starter starter) {
    this.tls = tls;
    this.cancelKeys = cancelKeys;
    this.starter = starter;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (finished) {
      ReferenceCountUtil.release(message);
      return;
    }
    ByteBuf in = (ByteBuf) message;
    received.writeBytes(in);
    in.release();
    try {
      boolean more = true;
      while (more && !finished) {
        more = readPacket(context);
      }
    } catch (PostgresException e) {
      refuse(context, e.error());
    }
  }

  /** Handles one packet if it has come whole. */
  private boolean readPacket(ChannelHandlerContext context) {
    if (received.readableBytes() < LENGTH_BYTES) {
      return false;
    }
    int length = received.getInt(received.readerIndex());
    if (length < 2 * LENGTH_BYTES || length > StartupPacket.LIMIT) {
      // What speaks here is not a PostgreSQL client, so an ErrorResponse would not help it.
      LOG.debug("{}: invalid length of startup packet", context.channel().remoteAddress());
      close(context);
      return false;
    }
    if (received.readableBytes() < length) {
      return false;
    }
    received.skipBytes(LENGTH_BYTES);
    byte[] packet = new byte[length - LENGTH_BYTES];
    received.readBytes(packet);
    handle(context, StartupPacket.decode(packet));
    return true;
  }

  private void handle(ChannelHandlerContext context, StartupPacket packet) {
    switch (packet) {
      case StartupPacket.SslRequest() -> offerTls(context);
      case StartupPacket.GssEncryptionRequest() -> {
        requireNothingMore("GSSAPI encryption request");
        answer(context, 'N');
      }
      case StartupPacket.CancelRequest cancel -> {
        boolean accepted = cancelKeys.cancel(cancel.processId(), cancel.secretKey());
        LOG.debug("cancel request for process {}: {}", cancel.processId(), accepted);
        close(context);
      }
      case StartupPacket.Startup startup -> start(context, startup);
    }
  }

  private void offerTls(ChannelHandlerContext context) {
    requireNothingMore("SSL request");
    if (tls.isEmpty() || encryptionAsked) {
      answer(context, 'N');
      return;
    }
    encryptionAsked = true;
    answer(context, 'S');
    ServerTls.Offer offer = tls.get().offer(context.alloc());
    channelBinding = offer.channelBinding();
    context.pipeline().addFirst(offer.handler());
  }

  /** Bytes behind a request for encryption could have been put there by somebody in the middle. */
  private void requireNothingMore(String request) {
    if (received.isReadable()) {
      throw new ProtocolException(
          PostgresError.of("FATAL", "08P01", "received unencrypted data after " + request)
              .withDetail(
                  "This could be either a client-software bug or evidence of an attempted"
                      + " man-in-the-middle attack."));
    }
  }

  private void requireEncryption() {
    if (tls.isPresent() && tls.get().isRequired() && !encryptionAsked) {
      throw new ProtocolException(
          PostgresError.of("FATAL", "28000", "connection requires TLS")
              .withHint(
                  "Connect with sslmode=require, or with verify-full, which checks the"
                      + " coordinator's certificate."));
    }
  }

  private static void answer(ChannelHandlerContext context, char answer) {
    context.writeAndFlush(context.alloc().buffer(1).writeByte(answer));
  }

  private void start(ChannelHandlerContext context, StartupPacket.Startup startup) {
    requireEncryption();
    FrameHandler handler = starter.start(context, startup, channelBinding);
    finished = true;
    ByteBuf rest = received;
    received = Unpooled.EMPTY_BUFFER;
    context.pipeline().replace(this, "frames", handler);
    context.fireChannelRead(rest);
  }

  private void refuse(ChannelHandlerContext context, PostgresError error) {
    finished = true;
    ByteBuf out = context.alloc().buffer();
    new BackendEncoder(out).error(error.with('S', "FATAL").with('V', "FATAL"));
    context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
  }

  private void close(ChannelHandlerContext context) {
    finished = true;
    context.close();
  }

  /** The client sends no more: what it has sent so far is nothing that could be answered. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !finished) {
      close(context);
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    received.release();
    received = Unpooled.EMPTY_BUFFER;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("{}: {}", context.channel().remoteAddress(), cause.toString());
    context.close();
  }
}
