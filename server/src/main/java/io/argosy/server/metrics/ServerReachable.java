package io.argosy.server.metrics;

import io.argosy.protocol.client.PostgresConnection;
import io.argosy.protocol.client.ServerAddress;
import java.time.Duration;
import java.util.List;

/** An agent can serve when one of its PostgreSQL servers can be connected to. */
public final class ServerReachable implements Readiness {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final List<ServerAddress> servers;

  public ServerReachable(List<ServerAddress> servers) {
    this.servers = List.copyOf(servers);
  }

  @Override
  public List<String> problems() {
    return servers.stream().anyMatch(server -> PostgresConnection.isReachable(server, PATIENCE))
        ? List.of()
        : List.of("the server cannot be reached");
  }
}
