package io.argosy.node.local;

import io.argosy.node.ReadFrom;
import io.argosy.protocol.client.PostgresConnection;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The servers of a node: one, or a primary and its standbys, any of which can be promoted at any
 * time. Which is which they say themselves at login, in parameter {@code in_hot_standby} (since
 * PostgreSQL 14). The one that was right last is asked first. One that did not answer at all costs
 * the connect timeout, so for {@link #SILENT} it is asked for the primary only when no other is it,
 * and for a standby not at all. Thread-safe.
 */
final class NodeServers {
  /** Logs in to a server. */
  @FunctionalInterface
  interface Login {
    PostgresConnection at(ServerAddress server) throws IOException;
  }

  /** For so long a server that did not answer is not waited for where another will do. */
  static final Duration SILENT = Duration.ofSeconds(30);

  private final List<ServerAddress> servers;
  private final LongSupplier nanoTime;
  private final Map<ReadFrom, ServerAddress> last = new ConcurrentHashMap<>();

  /** When a server last did not answer. */
  private final Map<ServerAddress, Long> silentAt = new ConcurrentHashMap<>();

  NodeServers(List<ServerAddress> servers) {
    this(servers, System::nanoTime);
  }

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  NodeServers(List<ServerAddress> servers, LongSupplier nanoTime) {
    this.servers = List.copyOf(servers);
    this.nanoTime = nanoTime;
  }

  /** What is the same where there is only one server. */
  ReadFrom distinguished(ReadFrom readFrom) {
    return servers.size() == 1 ? ReadFrom.PRIMARY : readFrom;
  }

  /**
   * A connection to a server of the wanted kind; to the primary where a standby is preferred and
   * none can be had.
   *
   * @throws IOException when none can be reached; says of each why not
   * @throws PostgresException when a server refuses the login, and no other is of the wanted kind:
   *     the first refusal
   */
  PostgresConnection connect(ReadFrom readFrom, Login login) throws IOException {
    if (servers.size() == 1) {
      return primary(login.at(servers.getFirst()));
    }
    boolean wantsStandby = readFrom == ReadFrom.PREFER_REPLICA;
    List<String> failures = new ArrayList<>();
    IOException failure = null;
    PostgresException refusal = null;
    for (ServerAddress server : inOrder(readFrom)) {
      try {
        PostgresConnection connection = login.at(server);
        if (isStandby(connection) == wantsStandby) {
          last.put(readFrom, server);
          return connection;
        }
        connection.close();
        failures.add(server + " is " + (wantsStandby ? "the primary" : "a standby"));
      } catch (IOException e) {
        failures.add(server + ": " + e.getMessage());
        failure = e;
        if (isSilence(e)) {
          silentAt.put(server, nanoTime.getAsLong());
        }
      } catch (PostgresException e) {
        failures.add(server + ": " + e.getMessage());
        // It may be refused by a standby alone, whose pg_hba.conf is its own.
        if (refusal == null && !startsOrStops(e)) {
          refusal = e;
        }
      }
    }
    if (wantsStandby) {
      return connect(ReadFrom.PRIMARY, login);
    }
    if (refusal != null) {
      throw refusal;
    }
    throw new IOException(
        "none of its servers is a primary (" + String.join("; ", failures) + ")", failure);
  }

  /** Another server may have been promoted, of which nobody here knows: this one is behind it. */
  private PostgresConnection primary(PostgresConnection connection) throws IOException {
    if (isStandby(connection)) {
      connection.close();
      throw new IOException(servers.getFirst() + " is a standby, and no other server is known");
    }
    return connection;
  }

  private Set<ServerAddress> inOrder(ReadFrom readFrom) {
    Set<ServerAddress> order = new LinkedHashSet<>();
    ServerAddress first = last.get(readFrom);
    if (first != null && !wasSilent(first)) {
      order.add(first);
    }
    servers.stream().filter(Predicate.not(this::wasSilent)).forEach(order::add);
    if (readFrom == ReadFrom.PRIMARY) {
      order.addAll(servers);
    }
    return order;
  }

  private boolean wasSilent(ServerAddress server) {
    Long since = silentAt.get(server);
    return since != null && nanoTime.getAsLong() - since < SILENT.toNanos();
  }

  /** A host that is up and has no server refuses at once, and costs nothing. */
  private static boolean isSilence(IOException failure) {
    return failure instanceof SocketTimeoutException || failure instanceof NoRouteToHostException;
  }

  private static boolean isStandby(PostgresConnection connection) {
    return "on".equals(connection.parameters().get("in_hot_standby"));
  }

  /** 57P01, 57P02, 57P03: it may be another server's turn. */
  private static boolean startsOrStops(PostgresException refusal) {
    return refusal.error().sqlState().startsWith("57P");
  }
}
