package io.argosy.server.local;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.node.Node;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.remote.RemoteConfig;
import io.argosy.node.remote.RemoteNode;
import io.argosy.protocol.authentication.Authenticator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * N embedded PostgreSQL servers, an agent beside each, reached through the agent protocol over
 * loopback TCP, and a coordinator in front of them, all in this process. Starting fails as a whole:
 * what had been started by then is stopped.
 */
public final class LocalCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECRET_BYTES = 32;

  /** PostgreSQL's own default. */
  private static final long LEAST_SHARED_BUFFERS_MEGABYTES = 128;

  /**
   * @param nodes how many nodes
   * @param port the port that clients connect to; 0 for any that is free
   * @param directory where the nodes keep their data
   * @param settings PostgreSQL settings of all nodes, on top of the defaults for a local cluster
   */
  public record Options(int nodes, int port, Path directory, Map<String, String> settings) {
    public Options(int nodes, int port, Path directory) {
      this(nodes, port, directory, Map.of());
    }
  }

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<EmbeddedServer> servers = new ArrayList<>();
  private final List<AgentServer> agents = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private PostgresServer endpoint;

  private LocalCluster() {}

  /**
   * Starts everything.
   *
   * @throws UncheckedIOException when a server does not start or the port is in use
   * @throws io.argosy.protocol.message.PostgresException when the directory holds another cluster
   */
  public static LocalCluster start(Options options) {
    LocalCluster cluster = new LocalCluster();
    try {
      cluster.startAll(options);
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll(Options options) throws IOException {
    String secret = secret();
    Map<String, String> settings = new TreeMap<>(nodeSettings(options.nodes()));
    settings.putAll(options.settings());
    for (int i = 1; i <= options.nodes(); i++) {
      String name = "node" + i;
      EmbeddedServer server = EmbeddedServer.start(options.directory().resolve(name), settings);
      started.push(server);
      servers.add(server);
      AgentServer agent =
          AgentServer.start(
              new AgentConfig(
                  LOOPBACK,
                  0,
                  secret,
                  EngineConfig.of(name, LOOPBACK, server.port())
                      .withMaxConnections(80, Duration.ofSeconds(30)),
                  Compression.LZ4,
                  new MachineMeter(
                      OptionalLong.of(MachineMeter.visibleMemory() / options.nodes()),
                      Optional.of(options.directory().resolve(name)))));
      started.push(agent);
      agents.add(agent);
      RemoteNode node =
          new RemoteNode(
              new RemoteConfig(
                  name, LOOPBACK, agent.port(), secret, Compression.LZ4, Duration.ofSeconds(10)));
      started.push(node);
      nodes.add(node);
    }
    Databases databases = new Databases(cluster());
    started.push(databases);
    Authenticator trust = (user, database, client) -> new Authenticator.Requirement.Trust();
    endpoint =
        new PostgresServer(ServerConfiguration.of(LOOPBACK, options.port(), trust), databases);
    started.push(endpoint);
    try {
      endpoint.start();
    } catch (BindException e) {
      throw new IOException("port " + options.port() + " is in use; choose another with --port", e);
    }
  }

  /**
   * The PostgreSQL settings that each node has by default. Together the nodes get a quarter of the
   * machine's memory for their buffers, which is what PostgreSQL's manual suggests to begin with.
   *
   * @param nodes how many servers share the machine
   */
  public static Map<String, String> nodeSettings(int nodes) {
    long megabytes = MachineMeter.visibleMemory() / 4 / nodes >> 20;
    return Map.of(
        "max_connections", "100",
        "shared_buffers", Math.max(LEAST_SHARED_BUFFERS_MEGABYTES, megabytes) + "MB",
        "fsync", "on",
        "full_page_writes", "on",
        "synchronous_commit", "on",
        "listen_addresses", LOOPBACK);
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The port that clients connect to. */
  public int port() {
    return endpoint.port();
  }

  /** A URL for PostgreSQL JDBC. */
  public String jdbcUrl() {
    return "jdbc:postgresql://" + LOOPBACK + ":" + port() + "/" + EmbeddedServer.DATABASE;
  }

  /** The nodes as a coordinator sees them. */
  public Cluster cluster() {
    return new Cluster(nodes, EmbeddedServer.DATABASE, "postgres");
  }

  /** The nodes' servers, in the nodes' order. */
  public List<EmbeddedServer> servers() {
    return List.copyOf(servers);
  }

  /** The nodes' agents, in the nodes' order. */
  public List<AgentServer> agents() {
    return List.copyOf(agents);
  }

  /** Stops everything, last started first. */
  @Override
  public void close() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        LOG.warn("a part of the local cluster did not stop cleanly", e);
      }
    }
  }
}
