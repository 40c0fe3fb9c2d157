package io.argosy.agent.engine;

import io.argosy.agent.postgres.TlsMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The PostgreSQL server that an engine runs on.
 *
 * @param name the node's name, for messages
 * @param host name or address of the server
 * @param port its TCP port
 * @param tls whether to encrypt
 * @param passwords from a role to its password; empty where the server asks for none
 * @param pool how many backends there are
 * @param inbox where rows wait that are to be loaded
 */
public record EngineConfig(
    String name,
    String host,
    int port,
    TlsMode tls,
    Function<String, Optional<String>> passwords,
    Pool pool,
    Inbox inbox) {
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

  /**
   * Without TLS and passwords, with 32 backends at most, 30 s to wait for one, 10 s to connect, 64
   * MB for inboxes and then Java's directory for temporary files.
   */
  public static EngineConfig of(String name, String host, int port) {
    return new EngineConfig(
        name,
        host,
        port,
        TlsMode.DISABLE,
        user -> Optional.empty(),
        new Pool(32, Duration.ofSeconds(30), Duration.ofSeconds(10)),
        new Inbox(DEFAULT_INBOX_MEMORY, Path.of(System.getProperty("java.io.tmpdir"))));
  }

  public EngineConfig withTls(TlsMode newTls) {
    return new EngineConfig(name, host, port, newTls, passwords, pool, inbox);
  }

  public EngineConfig withPasswords(Function<String, Optional<String>> newPasswords) {
    return new EngineConfig(name, host, port, tls, newPasswords, pool, inbox);
  }

  public EngineConfig withMaxConnections(int maxConnections, Duration acquireTimeout) {
    Pool newPool = new Pool(maxConnections, acquireTimeout, pool.connectTimeout());
    return new EngineConfig(name, host, port, tls, passwords, newPool, inbox);
  }

  public EngineConfig withInboxes(long memory, Path directory) {
    Inbox newInbox = new Inbox(memory, directory);
    return new EngineConfig(name, host, port, tls, passwords, pool, newInbox);
  }
}
