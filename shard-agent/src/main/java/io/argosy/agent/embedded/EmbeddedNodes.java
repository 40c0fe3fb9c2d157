package io.argosy.agent.embedded;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.node.Node;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.node.pair.PairedNode;
import io.argosy.node.remote.RemoteConfig;
import io.argosy.node.remote.RemoteNode;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * N embedded PostgreSQL servers and an agent beside each, reached through the agent protocol over
 * loopback TCP, all in this process. Starting fails as a whole: what had been started by then is
 * stopped.
 */
public final class EmbeddedNodes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedNodes.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECRET_BYTES = 32;

  /** How many backends an agent, or an engine in this process, has of a server at most. */
  private static final int CONNECTIONS = 80;

  /** Connections to a server that are nobody's of those. */
  private static final int OTHER_CONNECTIONS = 20;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** PostgreSQL's own default. */
  private static final long LEAST_SHARED_BUFFERS_MEGABYTES = 128;

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<EmbeddedServer> servers = new ArrayList<>();
  private final List<AgentServer> agents = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();

  private final boolean direct;

  private EmbeddedNodes(boolean direct) {
    this.direct = direct;
  }

  /**
   * Starts all of them, to be reached through their agents.
   *
   * @param count how many nodes
   * @param directory where the nodes keep their data
   * @param settings PostgreSQL settings of all nodes, on top of {@link #settings}
   * @throws UncheckedIOException when a server does not start
   */
  public static EmbeddedNodes start(int count, Path directory, Map<String, String> settings) {
    return start(count, directory, settings, false);
  }

  /**
   * The same.
   *
   * @param direct whether short statements reach the servers without their agents
   */
  public static EmbeddedNodes start(
      int count, Path directory, Map<String, String> settings, boolean direct) {
    EmbeddedNodes nodes = new EmbeddedNodes(direct);
    try {
      nodes.startAll(count, directory, settings);
      return nodes;
    } catch (IOException e) {
      nodes.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      nodes.close();
      throw e;
    }
  }

  private void startAll(int count, Path directory, Map<String, String> added) throws IOException {
    String secret = secret();
    Map<String, String> settings = new TreeMap<>(settings(count));
    if (direct) {
      String connections = Integer.toString(2 * CONNECTIONS + OTHER_CONNECTIONS);
      settings.put("max_connections", connections);
      settings.put("max_prepared_transactions", connections);
    }
    settings.putAll(added);
    for (int i = 1; i <= count; i++) {
      String name = "node" + i;
      EmbeddedServer server = EmbeddedServer.start(directory.resolve(name), settings);
      started.push(server);
      servers.add(server);
      AgentServer agent =
          AgentServer.start(
              new AgentConfig(
                  LOOPBACK,
                  0,
                  secret,
                  engine(name, server),
                  Compression.LZ4,
                  new MachineMeter(
                      OptionalLong.of(MachineMeter.visibleMemory() / count),
                      Optional.of(directory.resolve(name)))));
      started.push(agent);
      agents.add(agent);
      Node byAgent =
          new RemoteNode(
              new RemoteConfig(
                  name, LOOPBACK, agent.port(), secret, Compression.LZ4, Duration.ofSeconds(10)));
      Node node =
          direct ? new PairedNode(new LocalNode(engine(name, server), false), byAgent) : byAgent;
      started.push(node);
      nodes.add(node);
    }
  }

  private static EngineConfig engine(String name, EmbeddedServer server) {
    return EngineConfig.of(name, LOOPBACK, server.port()).withMaxConnections(CONNECTIONS, PATIENCE);
  }

  /**
   * The PostgreSQL settings that each node has by default. Together the nodes get a quarter of the
   * machine's memory for their buffers, which is what PostgreSQL's manual suggests to begin with.
   *
   * @param count how many servers share the machine
   */
  public static Map<String, String> settings(int count) {
    long megabytes = MachineMeter.visibleMemory() / 4 / count >> 20;
    return Map.of(
        "max_connections",
        Integer.toString(CONNECTIONS + OTHER_CONNECTIONS),
        "shared_buffers",
        Math.max(LEAST_SHARED_BUFFERS_MEGABYTES, megabytes) + "MB",
        "fsync",
        "on",
        "full_page_writes",
        "on",
        "synchronous_commit",
        "on",
        "listen_addresses",
        LOOPBACK);
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The nodes as a coordinator reaches them. */
  public List<Node> nodes() {
    return List.copyOf(nodes);
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
