package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.protocol.channel.DirectServerSocketChannel;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.StartupPacket;
import io.argosy.protocol.tls.ChannelBinding;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for PostgreSQL clients and gives each a {@link ClientSession}. Start it once, close it
 * once; {@link #close} may be called from any thread.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
  private static final WriteBufferWaterMark WRITE_BUFFER =
      new WriteBufferWaterMark(128 * 1024, 512 * 1024);
  private static final Duration QUIET_END = Duration.ofSeconds(2);

  private final ServerConfiguration configuration;
  private final Connection.Services services;
  private final Connections connections;
  private final MultiThreadIoEventLoopGroup eventLoops;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private Channel listener;

  /** With a quarter of the heap for what clients send. */
  public PostgresServer(ServerConfiguration configuration, ClientSession.Factory sessions) {
    this(configuration, sessions, new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT).memory());
  }

  /**
   * @param memory where long messages of clients are counted; what is more is refused with 53200
   */
  public PostgresServer(
      ServerConfiguration configuration, ClientSession.Factory sessions, MemoryBudget memory) {
    SecureRandom random = new SecureRandom();
    this.configuration = configuration;
    this.services =
        new Connection.Services(
            configuration.authenticator(),
            new SaslHandshake(random, configuration.salts()),
            sessions,
            new CancelKeys(random),
            memory);
    this.connections = new Connections(configuration.maximumConnections());
    this.eventLoops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  }

  /**
   * Listens from now on.
   *
   * @throws IOException when the address cannot be bound; the server is closed then
   */
  public void start() throws IOException {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(DirectServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel);
                  }
                });
    var bound = bootstrap.bind(configuration.host(), configuration.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(
          "cannot listen on %s port %d: %s"
              .formatted(configuration.host(), configuration.port(), bound.cause().getMessage()),
          bound.cause());
    }
    listener = bound.channel();
    LOG.info("listening on {}", listener.localAddress());
  }

  /** The port that is listened on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** How many clients are connected. */
  public int connections() {
    return connections.count();
  }

  /** How many clients may be. */
  public int maximumConnections() {
    return connections.maximum();
  }

  /** Changes how many clients may be connected; those that are stay. */
  public void maximumConnections(int maximum) {
    connections.maximum(maximum);
  }

  /** How many clients were refused since so many were connected. */
  public long refusedConnections() {
    return connections.refused();
  }

  private void accept(SocketChannel channel) {
    channels.add(channel);
    Future<?> timeout =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  LOG.debug("{}: startup took too long", channel.remoteAddress());
                  channel.close();
                },
                configuration.startupTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> timeout.cancel(false));
    channel
        .pipeline()
        .addLast(
            new StartupHandler(
                configuration.tls(),
                services.cancelKeys(),
                (context, startup, binding) -> begin(context, startup, binding, timeout)));
  }

  private FrameHandler begin(
      ChannelHandlerContext context,
      StartupPacket.Startup startup,
      Optional<ChannelBinding> binding,
      Future<?> timeout)
      throws PostgresException {
    Connection connection =
        new Connection(context.channel(), startup, binding, services, () -> timeout.cancel(false));
    connections.start(connection);
    return connection.frameHandler();
  }

  /**
   * Stops listening, sends idle clients 57P01, waits for running statements as long as configured,
   * and closes what is left then.
   */
  @Override
  public void close() {
    if (listener != null) {
      listener.close().awaitUninterruptibly();
    }
    if (!connections.terminate(configuration.shutdownTimeout())) {
      LOG.warn("closing connections whose statements still run");
    }
    channels.close().awaitUninterruptibly();
    connections.terminate(QUIET_END);
    eventLoops
        .shutdownGracefully(0, QUIET_END.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly();
  }
}
