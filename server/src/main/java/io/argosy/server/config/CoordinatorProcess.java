package io.argosy.server.config;

import io.argosy.console.ConsoleServer;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.metadata.Members;
import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.metadata.OneServer;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.node.Node;
import io.argosy.planner.Planner;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.UserSalts;
import io.argosy.protocol.message.PostgresException;
import io.argosy.server.metrics.CoordinatorMetrics;
import io.argosy.server.metrics.MetricsServer;
import io.argosy.server.metrics.NodesReachable;
import io.argosy.server.trace.StatementTraces;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A coordinator that serves as its configuration says. */
public final class CoordinatorProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorProcess.class);

  /** For how long a start is tried again whose connections to nodes fail. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final List<Node> nodes;
  private final Map<String, String> locations = new ConcurrentHashMap<>();
  private final CoordinatorConfiguration configuration;
  private final CommitObserver observer;
  private final CoordinatorLimits limits;
  private Databases databases;
  private UserSalts salts;
  private CurrentUsers users;
  private PostgresServer endpoint;
  private Optional<MetricsServer> metrics = Optional.empty();
  private Optional<ConsoleServer> console = Optional.empty();
  private Optional<StatementTraces> traces = Optional.empty();

  private CoordinatorProcess(CoordinatorConfiguration configuration, CommitObserver observer) {
    this.configuration = configuration;
    this.observer = observer;
    this.limits = new CoordinatorLimits(configuration.limits());
    this.nodes = new CopyOnWriteArrayList<>();
  }

  /**
   * Connects to the nodes, makes or checks the metadata on them, and listens. Nodes may be started
   * at the same moment, and links fail: a start that loses its connection to a node is tried again
   * for {@link #PATIENCE}.
   *
   * @throws IOException when the address is in use or not this machine's; nothing is left running
   * @throws PostgresException when a node cannot be reached or is not the one it was; nothing is
   *     left running
   */
  public static CoordinatorProcess start(CoordinatorConfiguration configuration)
      throws IOException {
    return start(configuration, CommitObserver.NONE);
  }

  /** The same with somebody who sees every step of a commit. */
  public static CoordinatorProcess start(
      CoordinatorConfiguration configuration, CommitObserver observer) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return startOnce(configuration, observer);
      } catch (PostgresException e) {
        boolean over = System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
        if (over || !isOfConnection(e)) {
          throw e;
        }
        LOG.warn("the start is tried again: {}", e.error().message());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Classes 08, connection exceptions, and 57P, servers that stop or start. */
  private static boolean isOfConnection(PostgresException failure) {
    String sqlState = failure.error().sqlState();
    return sqlState.startsWith("08") || sqlState.startsWith("57P");
  }

  private static CoordinatorProcess startOnce(
      CoordinatorConfiguration configuration, CommitObserver observer) throws IOException {
    CoordinatorProcess process = new CoordinatorProcess(configuration, observer);
    boolean serves = false;
    try {
      process.serve();
      serves = true;
      return process;
    } finally {
      if (!serves) {
        process.close();
      }
    }
  }

  private void serve() throws IOException {
    configuration.logLevel().apply();
    if (configuration.metrics().isPresent()) {
      metrics = Optional.of(MetricsServer.start(configuration.metrics().get()));
    }
    for (NodeConfiguration node : configuration.nodes()) {
      nodes.add(node.open());
      locations.put(node.name(), node.location());
    }
    Cluster configured =
        new Cluster(nodes, configuration.database(), configuration.administrator());
    new StartingNodes(configured).awaitReachable();
    Cluster members = Members.of(configured, new NodeDirectory(nodes));
    new StartingNodes(members).await();
    members.nodes().forEach(node -> OneServer.verify(members, node));
    SnapshotBarrier snapshots =
        new SnapshotBarrier(configuration.commonSnapshots(), configuration.snapshotLimit());
    databases =
        new Databases(
            configured,
            new Planner()::plan,
            snapshots,
            observer,
            limits,
            Databases.Options.of(configuration.otherDatabases()));
    traces = configuration.traces().map(StatementTraces::start);
    traces.ifPresent(databases.main().activity()::observe);
    Cluster cluster = databases.main().cluster();
    salts = new Metadata(cluster).userSalts();
    users = new CurrentUsers(authenticator(configuration));
    PostgresServer server =
        new PostgresServer(
            configuration.listener().withAuthenticator(users).withSalts(salts),
            databases,
            limits.memory());
    metrics.ifPresent(told -> told.add(new CoordinatorMetrics(databases.main(), server)));
    // Closes itself where it cannot listen.
    server.start();
    endpoint = server;
    if (configuration.console().isPresent()) {
      startConsole(configuration);
    }
    metrics.ifPresent(told -> told.readyWhen(new NodesReachable(cluster)));
  }

  /** Clients are served without it, too. */
  private void startConsole(CoordinatorConfiguration configuration) {
    try {
      console =
          Optional.of(
              ConsoleServer.start(
                  configuration.console().get(), ownHost(), port(), configuration.database()));
    } catch (IOException e) {
      LOG.error("{}; the coordinator serves without a console", e.getMessage());
    }
  }

  private Authenticator authenticator(CoordinatorConfiguration asConfigured) {
    return asConfigured.users().before(salts, databases.main().roles()::requirement);
  }

  /**
   * Has of another configuration what can change while it serves: users, limits, how much is
   * logged, and more nodes, which may join. Sessions that are open go on. May be called by any
   * thread.
   */
  public synchronized void reload(CoordinatorConfiguration changed) {
    changed.nodes().stream()
        .filter(node -> !node.location().equals(locations.get(node.name())))
        .forEach(this::reach);
    users.become(authenticator(changed));
    limits.change(changed.limits());
    endpoint.maximumConnections(changed.listener().maximumConnections());
    changed.logLevel().apply();
  }

  /** A node that may join, or another address of it. */
  private void reach(NodeConfiguration node) {
    boolean member =
        databases.main().cluster().nodes().stream()
            .anyMatch(other -> other.name().equals(node.name()));
    if (member) {
      LOG.warn("another address of node {} counts from the next start", node.name());
      return;
    }
    Node opened = node.open();
    nodes.add(opened);
    locations.put(node.name(), node.location());
    databases.directory().put(opened);
  }

  /** The port that clients connect to. */
  public int port() {
    return endpoint.port();
  }

  /** The port that metrics are told on; empty where they are not. */
  public Optional<Integer> metricsPort() {
    return metrics.map(MetricsServer::port);
  }

  /**
   * A URL for PostgreSQL JDBC on this machine or, where it listens on one address only, to that.
   */
  public String jdbcUrl() {
    String host = ownHost();
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return "jdbc:postgresql://" + shown + ":" + port() + "/" + configuration.database();
  }

  private String ownHost() {
    String host = configuration.listener().host();
    return host.equals("0.0.0.0") || host.equals("::") ? "localhost" : host;
  }

  /** Where browsers are served; empty where they are not. */
  public Optional<String> consoleUrl() {
    return console.map(ConsoleServer::url);
  }

  /**
   * Is not ready any more, stops listening, gives statements their time, and closes the connections
   * to the nodes.
   */
  @Override
  public void close() {
    metrics.ifPresent(MetricsServer::stopping);
    console.ifPresent(ConsoleServer::close);
    if (endpoint != null) {
      endpoint.close();
    }
    if (databases != null) {
      databases.close();
    }
    nodes.forEach(Node::close);
    traces.ifPresent(StatementTraces::close);
    metrics.ifPresent(MetricsServer::close);
  }
}
