package io.argosy.server.local;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.server.AgentServer;
import io.argosy.console.ConsoleOptions;
import io.argosy.console.ConsoleServer;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.protocol.authentication.Authenticator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * N embedded PostgreSQL servers, an agent beside each, reached through the agent protocol over
 * loopback TCP, and a coordinator in front of them, all in this process. Where the options say so,
 * the coordinator is connected to the servers, too, for short statements. Starting fails as a
 * whole: what had been started by then is stopped.
 */
public final class LocalCluster implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

  /** Where the console is, unless something else is there. */
  public static final int CONSOLE_PORT = 5480;

  private static final String LOOPBACK = "127.0.0.1";

  /**
   * @param nodes how many nodes
   * @param port the port that clients connect to; 0 for any that is free
   * @param directory where the nodes keep their data
   * @param settings PostgreSQL settings of all nodes, on top of the defaults for a local cluster
   * @param direct whether short statements reach the servers without their agents
   */
  public record Options(
      int nodes, int port, Path directory, Map<String, String> settings, boolean direct) {
    /**
     * With PostgreSQL's defaults, and through agents only, which count what crosses the network.
     */
    public Options(int nodes, int port, Path directory) {
      this(nodes, port, directory, Map.of(), false);
    }
  }

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private EmbeddedNodes nodes;
  private PostgresServer endpoint;
  private Optional<ConsoleServer> console = Optional.empty();

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
    nodes =
        EmbeddedNodes.start(
            options.nodes(), options.directory(), options.settings(), options.direct());
    started.push(nodes);
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
   * Serves the web console, too.
   *
   * @param port where; if nothing is said, {@link #CONSOLE_PORT} or, where that is in use, any that
   *     is free
   * @throws UncheckedIOException when the port that is given is in use
   */
  public void startConsole(Optional<Integer> port) {
    try {
      ConsoleServer served = console(port.orElse(CONSOLE_PORT), port.isEmpty());
      started.push(served);
      console = Optional.of(served);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ConsoleServer console(int port, boolean orAny) throws IOException {
    try {
      return ConsoleServer.start(
          ConsoleOptions.local(port), LOOPBACK, port(), EmbeddedServer.DATABASE);
    } catch (IOException e) {
      if (!orAny) {
        throw e;
      }
      return console(0, false);
    }
  }

  /** Where the web console is; empty where it is not served. */
  public Optional<String> consoleUrl() {
    return console.map(ConsoleServer::url);
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
    return new Cluster(nodes.nodes(), EmbeddedServer.DATABASE, "postgres");
  }

  /** The nodes' servers, in the nodes' order. */
  public List<EmbeddedServer> servers() {
    return nodes.servers();
  }

  /** The nodes' agents, in the nodes' order. */
  public List<AgentServer> agents() {
    return nodes.agents();
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
