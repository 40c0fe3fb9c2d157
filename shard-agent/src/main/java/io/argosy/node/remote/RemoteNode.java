package io.argosy.node.remote;

import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A node behind an agent. All sessions share one connection. */
public final class RemoteNode implements Node {
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final RemoteConnector connector;

  public RemoteNode(RemoteConfig config) {
    this.connector = new RemoteConnector(config, loop, List.of());
  }

  @Override
  public String name() {
    return connector.config().name();
  }

  @Override
  public NodeSession open(SessionOptions options) {
    NodeSession session = openWithoutWaiting(options);
    try {
      session.awaitOpened();
      return session;
    } catch (PostgresException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public NodeSession openWithoutWaiting(SessionOptions options) {
    return new RemoteSession(this, connector, connector.connection().open(options));
  }

  @Override
  public Optional<Machine> machine() {
    return Optional.of(connector.connection().machine());
  }

  @Override
  public Optional<MachineSamples> samples(Instant since, int most) {
    return connector.connection().samples(since, most);
  }

  @Override
  public void leaveDatabase(String database) {
    connector.connection().leaveDatabase(database);
  }

  @Override
  public void close() {
    connector.close();
    loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
