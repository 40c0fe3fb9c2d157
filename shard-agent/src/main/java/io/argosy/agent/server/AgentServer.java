package io.argosy.agent.server;

import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.frame.SharedSecret;
import io.argosy.node.local.Engine;
import io.argosy.node.local.PoolUse;
import io.argosy.node.move.Inboxes;
import io.argosy.node.remote.Peers;
import io.argosy.node.sample.MachineSampler;
import io.argosy.node.sample.SampledServer;
import io.argosy.protocol.channel.DirectServerSocketChannel;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process beside a PostgreSQL server. Event loops move frames; a stream that has something to
 * do has a thread that runs its requests and may block. It waits for a backend on a virtual thread,
 * since many may have to. One that has a backend reads what that sends in pieces of 8 kB, and for
 * each piece the system wakes a thread of its own once, where for a virtual one it wakes the poller
 * and then a carrier.
 */
public final class AgentServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AgentServer.class);

  private final AgentConfig config;
  private final Engine engine;
  private final AgentStatistics statistics = new AgentStatistics();
  private final ExecutorService serving =
      Executors.newCachedThreadPool(Thread.ofPlatform().name("serve-", 0).daemon().factory());
  private final AtomicInteger opening = new AtomicInteger();
  private final Peers peers;
  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Silence silence = new Silence();
  private final Optional<MachineSampler> sampler;
  private final Channel listener;

  private AgentServer(AgentConfig config) throws IOException {
    this.config = config;
    this.engine = new Engine(config.postgres());
    this.peers = new Peers(config.secret(), config.compression(), loops, silence, config.tls());
    this.sampler =
        config.machine().samples()
            ? Optional.of(MachineSampler.start(SampledServer.of(config.machine().dataDirectory())))
            : Optional.empty();
    SharedSecret secret = new SharedSecret(config.secret());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(DirectServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    FrameDecoder decoder = FrameDecoder.listening();
                    config
                        .tls()
                        .map(tls -> tls.listening(channel.alloc()))
                        .ifPresent(handler -> channel.pipeline().addLast(handler));
                    channel
                        .pipeline()
                        .addLast(decoder)
                        .addLast(new FrameEncoder())
                        .addLast(silence)
                        .addLast(new AgentHandshake(secret, decoder, AgentServer.this::serve));
                    FrameWriter.attach(channel, false, silence::isSilent);
                  }
                })
            .bind(config.host(), config.port())
            .awaitUninterruptibly();
    listener = bound.channel();
    if (!bound.isSuccess()) {
      close();
      throw new IOException(
          "cannot listen on "
              + config.host()
              + ":"
              + config.port()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    warnOfPlainText();
  }

  private void warnOfPlainText() {
    InetSocketAddress address = (InetSocketAddress) listener.localAddress();
    if (config.tls().isEmpty() && !address.getAddress().isLoopbackAddress()) {
      log.warn(
          "what passes between {} and others is not encrypted: configure listen.tls, or keep it in"
              + " a network where nobody listens",
          address);
    }
  }

  /**
   * Starts to listen. Connects to PostgreSQL only when a coordinator asks for a backend.
   *
   * @throws IOException when the address is in use or not this machine's
   */
  public static AgentServer start(AgentConfig config) throws IOException {
    return new AgentServer(config);
  }

  /** The port that it listens on. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  public AgentStatistics statistics() {
    return statistics;
  }

  /** How many backends are leased at the moment. */
  public int leased() {
    return engine.leased();
  }

  /** How far the pool of its server's backends is used. */
  public PoolUse poolUse() {
    return engine.poolUse();
  }

  /** How many coordinators and other agents are connected. */
  public int connections() {
    return connections.size();
  }

  /** Where rows wait that this agent's server is to load. */
  public Inboxes inboxes() {
    return engine.inboxes();
  }

  /** What samples the machine; empty where nothing is to. */
  public Optional<MachineSampler> sampler() {
    return sampler;
  }

  private AgentConnection serve() {
    return new AgentConnection(
        engine,
        peers,
        config.compression(),
        statistics,
        config.machine(),
        sampler,
        serving,
        opening);
  }

  /**
   * Stops listening and waits until no backend is leased: until the transactions that are under way
   * have ended.
   *
   * @param patience how long
   * @return whether they have ended in time
   */
  public boolean drain(Duration patience) throws InterruptedException {
    listener.close().awaitUninterruptibly();
    return engine.awaitReturn(patience);
  }

  /** Stops listening and ends every connection, lease and backend. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    silence.begin();
    connections.close().awaitUninterruptibly();
    peers.close();
    engine.close();
    sampler.ifPresent(MachineSampler::close);
    serving.shutdown();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
