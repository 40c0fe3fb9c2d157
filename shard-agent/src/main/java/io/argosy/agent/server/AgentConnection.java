package io.argosy.agent.server;

import io.argosy.agent.engine.Engine;
import io.argosy.agent.frame.Compression;
import io.argosy.agent.frame.DamagedFrameException;
import io.argosy.agent.frame.Frame;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of one authenticated coordinator. Runs on an event loop, so it only hands frames on.
 * When the coordinator is gone, so is every lease it had, and nothing of it stays in a backend.
 */
final class AgentConnection extends SimpleChannelInboundHandler<Frame> {
  private static final Logger log = LoggerFactory.getLogger(AgentConnection.class);

  private final Engine engine;
  private final Compression compression;
  private final AgentStatistics statistics;
  private final Map<Integer, AgentStream> streams = new HashMap<>();

  AgentConnection(Engine engine, Compression compression, AgentStatistics statistics) {
    this.engine = engine;
    this.compression = compression;
    this.statistics = statistics;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    switch (frame) {
      case Frame.Open open -> open(context, open);
      case Frame.Close close -> {
        AgentStream stream = streams.remove(close.stream());
        if (stream == null) {
          context.writeAndFlush(new Frame.Closed(close.stream()));
        } else {
          stream.close(close.discard());
        }
      }
      case Frame.Request ignored -> toStream(frame);
      case Frame.CopyData ignored -> toStream(frame);
      case Frame.CopyDone ignored -> toStream(frame);
      case Frame.CopyFail ignored -> toStream(frame);
      case Frame.Credit credit -> {
        AgentStream stream = streams.get(credit.stream());
        if (stream != null) {
          stream.grant(credit.bytes());
        }
      }
      case Frame.Cancel cancel -> {
        AgentStream stream = streams.get(cancel.stream());
        if (stream != null) {
          stream.cancel();
        }
      }
      case Frame.Ping ignored -> {}
      case Frame.Hello ignored -> throw unexpected(frame);
      case Frame.Authenticate ignored -> throw unexpected(frame);
      case Frame.Authenticated ignored -> throw unexpected(frame);
      case Frame.Opened ignored -> throw unexpected(frame);
      case Frame.Refused ignored -> throw unexpected(frame);
      case Frame.Response ignored -> throw unexpected(frame);
      case Frame.Closed ignored -> throw unexpected(frame);
      case Frame.Lost ignored -> throw unexpected(frame);
    }
  }

  private void open(ChannelHandlerContext context, Frame.Open open) {
    AgentStream stream =
        new AgentStream(open.stream(), context.channel(), engine, compression, statistics);
    if (streams.putIfAbsent(open.stream(), stream) != null) {
      throw new DamagedFrameException("stream " + open.stream() + " is open already");
    }
    Thread.ofVirtual().name("stream-" + open.stream()).start(() -> stream.run(open.options()));
  }

  private void toStream(Frame frame) {
    AgentStream stream = streams.get(frame.stream());
    if (stream != null) {
      stream.receive(frame);
    }
  }

  private static DamagedFrameException unexpected(Frame frame) {
    return new DamagedFrameException(
        "a coordinator does not send " + frame.getClass().getSimpleName());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    streams.values().forEach(stream -> stream.close(true));
    streams.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.warn("the connection of {} is closed", context.channel().remoteAddress(), cause);
    context.close();
  }
}
