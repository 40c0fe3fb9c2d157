package io.argosy.node.local;

import io.argosy.protocol.client.PostgresTls;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.client.TlsMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The PostgreSQL server that an engine runs on; or several, a primary and its standbys.
 *
 * @param name the node's name, for messages
 * @param servers where they are, at least one
 * @param tls whether and how to encrypt
 * @param passwords from a role to its password; empty where the server asks for none
 * @param pool how many backends there are
 * @param inbox where rows wait that are to be loaded
 * @param metersUse whether it is metered what requests use of this machine, where the servers are
 *     on it
 */
public record EngineConfig(
    String name,
    List<ServerAddress> servers,
    PostgresTls tls,
    Function<String, Optional<String>> passwords,
    Pool pool,
    Inbox inbox,
    boolean metersUse) {
  /**
   * @param maxConnections backends at most, over all databases and roles
   * @param acquireTimeout how long a lease waits for a backend to become free
   * @param connectTimeout how long a connection and its login may take
   */
  public record Pool(int maxConnections, Duration acquireTimeout, Duration connectTimeout) {}

  /**
   * @param memory bytes that waiting rows may hold in memory, over all moves
   * @param directory where files are made for more of them
   */
  public record Inbox(long memory, Path directory) {}

  private static final long DEFAULT_INBOX_MEMORY = 64L << 20;

  public EngineConfig {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("a node has at least one server");
    }
  }

  /**
   * Without TLS and passwords, with 32 backends at most, 30 s to wait for one, 10 s to connect, 64
   * MB for inboxes and then Java's directory for temporary files.
   */
  public static EngineConfig of(String name, String host, int port) {
    return of(name, List.of(new ServerAddress(host, port)));
  }

  /** The same for several servers. */
  public static EngineConfig of(String name, List<ServerAddress> servers) {
    return new EngineConfig(
        name,
        servers,
        PostgresTls.unverified(TlsMode.DISABLE),
        user -> Optional.empty(),
        new Pool(32, Duration.ofSeconds(30), Duration.ofSeconds(10)),
        new Inbox(DEFAULT_INBOX_MEMORY, Path.of(System.getProperty("java.io.tmpdir"))),
        true);
  }

  public EngineConfig withTls(PostgresTls newTls) {
    return new EngineConfig(name, servers, newTls, passwords, pool, inbox, metersUse);
  }

  public EngineConfig withPasswords(Function<String, Optional<String>> newPasswords) {
    return new EngineConfig(name, servers, tls, newPasswords, pool, inbox, metersUse);
  }

  public EngineConfig withMaxConnections(int maxConnections, Duration acquireTimeout) {
    Pool newPool = new Pool(maxConnections, acquireTimeout, pool.connectTimeout());
    return new EngineConfig(name, servers, tls, passwords, newPool, inbox, metersUse);
  }

  public EngineConfig withInboxes(long memory, Path directory) {
    Inbox newInbox = new Inbox(memory, directory);
    return new EngineConfig(name, servers, tls, passwords, pool, newInbox, metersUse);
  }

  /** The same, metering or not. */
  public EngineConfig withMeters(boolean wanted) {
    return new EngineConfig(name, servers, tls, passwords, pool, inbox, wanted);
  }

  /** The servers' hosts, as certificates name them. */
  public String hosts() {
    return servers.stream().map(ServerAddress::host).collect(Collectors.joining(", "));
  }

  /** The servers as messages name them. */
  public String location() {
    return servers.stream().map(ServerAddress::toString).collect(Collectors.joining(", "));
  }
}
