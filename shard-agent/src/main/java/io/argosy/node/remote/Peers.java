package io.argosy.node.remote;

import io.argosy.node.frame.Compression;
import io.argosy.node.frame.InboxAddress;
import io.argosy.node.move.RowSink;
import io.argosy.protocol.tls.LinkTls;
import io.netty.channel.ChannelOutboundHandler;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The other agents that an agent delivers rows to: one connection to each of them. Thread-safe. */
public final class Peers implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final String secret;
  private final Compression compression;
  private final EventLoopGroup loops;
  private final ChannelOutboundHandler filter;
  private final Optional<LinkTls> tls;
  private final Map<Peer, RemoteConnector> connectors = new ConcurrentHashMap<>();

  private record Peer(String node, String host, int port) {}

  /**
   * Without any connection yet.
   *
   * @param secret what all agents know
   * @param compression how rows are compressed on their way
   * @param loops what moves the frames
   * @param filter what all frames to peers go through; must be sharable
   * @param tls how the connections are encrypted; not at all where empty
   */
  public Peers(
      String secret,
      Compression compression,
      EventLoopGroup loops,
      ChannelOutboundHandler filter,
      Optional<LinkTls> tls) {
    this.secret = secret;
    this.compression = compression;
    this.loops = loops;
    this.filter = filter;
    this.tls = tls;
  }

  /**
   * Begins to deliver rows; connects where there is no connection.
   *
   * @throws io.argosy.protocol.message.PostgresException 08006, naming the node, when its agent
   *     cannot be reached; 28000 when one of us does not know the other's secret
   */
  public RowSink deliver(InboxAddress inbox, String sender) {
    RemoteConnector connector =
        connectors.computeIfAbsent(
            new Peer(inbox.node(), inbox.host(), inbox.port()), this::connector);
    return new RemoteDelivery(connector.connection().deliver(inbox.inbox(), sender), compression);
  }

  private RemoteConnector connector(Peer peer) {
    return new RemoteConnector(
        new RemoteConfig(
            peer.node(), peer.host(), peer.port(), secret, compression, CONNECT_TIMEOUT, tls),
        loops,
        List.of(filter));
  }

  @Override
  public void close() {
    connectors.values().forEach(RemoteConnector::close);
  }
}
