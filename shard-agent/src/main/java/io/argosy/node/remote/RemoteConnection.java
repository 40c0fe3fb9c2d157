package io.argosy.node.remote;

import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.frame.SharedSecret;
import io.argosy.protocol.channel.DirectSocketChannel;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An authenticated connection to an agent and the streams on it. Thread-safe. */
final class RemoteConnection extends SimpleChannelInboundHandler<Frame> {
  private static final Logger log = LoggerFactory.getLogger(RemoteConnection.class);

  private final RemoteConfig config;
  private final Map<Integer, RemoteStream> streams = new ConcurrentHashMap<>();
  private final AtomicInteger lastStream = new AtomicInteger();
  private volatile Channel channel;
  private volatile FrameWriter writer;
  private volatile boolean inactive;
  private volatile String reason = "the agent closed the connection";

  private RemoteConnection(RemoteConfig config) {
    this.config = config;
  }

  /**
   * Connects and authenticates.
   *
   * @throws PostgresException 08006 when the agent cannot be reached, 28000 when one of us does not
   *     know the other's secret
   */
  static RemoteConnection connect(
      RemoteConfig config,
      SharedSecret secret,
      EventLoopGroup loop,
      List<ChannelOutboundHandler> filters) {
    RemoteConnection connection = new RemoteConnection(config);
    CompletableFuture<Void> authenticated = new CompletableFuture<>();
    ChannelFuture connected =
        new Bootstrap()
            .group(loop)
            .channel(DirectSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(config.connectTimeout().toMillis()))
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    FrameDecoder decoder = FrameDecoder.connecting();
                    config
                        .tls()
                        .map(tls -> tls.connecting(channel.alloc(), config.host(), config.port()))
                        .ifPresent(handler -> channel.pipeline().addLast(handler));
                    channel
                        .pipeline()
                        .addLast(decoder)
                        .addLast(new FrameEncoder())
                        .addLast(filters.toArray(ChannelHandler[]::new))
                        .addLast(
                            new RemoteHandshake(
                                config.name(), secret, decoder, connection, authenticated));
                    FrameWriter.attach(channel, !filters.isEmpty(), () -> false);
                  }
                })
            .connect(config.host(), config.port())
            .awaitUninterruptibly();
    connection.channel = connected.channel();
    connection.writer = FrameWriter.of(connection.channel);
    if (!connected.isSuccess()) {
      throw ConnectFailure.of(config, connected.cause());
    }
    try {
      authenticated.orTimeout(config.connectTimeout().toMillis(), TimeUnit.MILLISECONDS).join();
      return connection;
    } catch (CompletionException e) {
      connection.channel.close();
      throw e.getCause() instanceof PostgresException refused
          ? new PostgresException(refused.error(), refused)
          : ConnectFailure.of(config, e.getCause());
    }
  }

  boolean isOpen() {
    return !inactive && channel.isActive();
  }

  String nodeName() {
    return config.name();
  }

  void send(Frame frame) {
    writer.send(frame);
  }

  /** Sends a frame with the next one, or a moment later. */
  void sendSoon(Frame frame) {
    writer.sendSoon(frame);
  }

  /** Sends what was to be sent soon. */
  void flush() {
    writer.flush();
  }

  /** Opens a stream. Does not wait for its backend. */
  RemoteStream open(SessionOptions options) {
    RemoteStream stream = begin(true);
    // What is asked of the backend comes behind it, or who waits for it.
    sendSoon(new Frame.Open(stream.id(), options));
    return stream;
  }

  /** Asks the agent about its machine. */
  Machine machine() {
    RemoteStream stream = begin(false);
    try {
      send(new Frame.Measure(stream.id()));
      return stream.awaitMeasured();
    } finally {
      forget(stream);
    }
  }

  /** Asks the agent for samples of its machine. */
  Optional<MachineSamples> samples(Instant since, int most) {
    RemoteStream stream = begin(false);
    try {
      Instant asked = Instant.now();
      send(new Frame.Sample(stream.id(), since, most));
      Frame.Sampled answer = stream.awaitSampled();
      return answer.on()
          ? Optional.of(
              MachineSamples.answered(answer.samples(), answer.now(), asked, Instant.now()))
          : Optional.empty();
    } finally {
      forget(stream);
    }
  }

  /** Has the agent close the backends of a database that are idle. */
  void leaveDatabase(String database) {
    RemoteStream stream = begin(false);
    try {
      send(new Frame.LeaveDatabase(stream.id(), database));
      stream.awaitDatabaseLeft();
    } finally {
      forget(stream);
    }
  }

  /** Begins to deliver rows to an inbox. Does not wait for the agent. */
  RemoteStream deliver(UUID inbox, String sender) {
    RemoteStream stream = begin(false);
    send(new Frame.Deliver(stream.id(), inbox, sender));
    return stream;
  }

  private RemoteStream begin(boolean leases) {
    RemoteStream stream = new RemoteStream(lastStream.incrementAndGet(), this, leases);
    streams.put(stream.id(), stream);
    if (inactive) {
      // Lost between the look at it and here, too early or too late for channelInactive to see us.
      stream.fail(lost());
    }
    return stream;
  }

  /** The stream has ended: frames that still come for it are dropped. */
  void forget(RemoteStream stream) {
    streams.remove(stream.id());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    if (frame instanceof Frame.Ping) {
      return;
    }
    if (frame instanceof Frame.Lost lost && frame.stream() == 0) {
      reason = lost.error().message();
      return;
    }
    RemoteStream stream = streams.get(frame.stream());
    if (stream != null) {
      stream.receive(frame);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    inactive = true;
    PostgresError error = lost();
    streams.values().forEach(stream -> stream.fail(error));
    streams.clear();
  }

  private PostgresError lost() {
    return PostgresError.of(
        "08006",
        "the connection to the agent of node \"" + config.name() + "\" was lost: " + reason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    damaged(DamagedFrameException.reason(cause));
  }

  /** What the agent sent cannot be understood: nothing on this connection can be trusted. */
  void damaged(Throwable cause) {
    log.warn("the connection to the agent of node {} is closed", config.name(), cause);
    reason =
        cause instanceof DamagedFrameException
            ? "damaged in transit: " + cause.getMessage()
            : cause.toString();
    channel.close();
  }

  void close() {
    reason = "it was closed";
    channel.close().awaitUninterruptibly();
  }
}
