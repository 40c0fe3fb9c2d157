package io.argosy.server.config;

import io.argosy.console.ConsoleOptions;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.coordinator.gateway.server.ServerTls;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.tls.LinkTls;
import io.argosy.server.metrics.MetricsServer;
import io.argosy.server.trace.TraceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code ./argosy coordinator --config FILE} is told.
 *
 * @param listener how clients are listened to, of whom it lets in nobody yet
 * @param users those of them whom the file lists; the others are roles of the nodes
 * @param database the database's name on every node
 * @param otherDatabases those that it serves, too; empty for all that the nodes share
 * @param administrator the role that owns Argosy's metadata on the nodes
 * @param commonSnapshots whether reads over several nodes and commits wait for each other, so that
 *     a read sees a transaction on all nodes or on none
 * @param snapshotLimit how long they wait for one whose nodes do not answer
 * @param limits how much the coordinator does at a time
 * @param logLevel how much is logged
 * @param metrics where it tells its metrics, if anywhere
 * @param console where browsers are served, if anywhere
 * @param traces where statements' traces are sent, if anywhere
 * @param nodes the nodes in their order
 */
public record CoordinatorConfiguration(
    ServerConfiguration listener,
    ClientUsers users,
    String database,
    List<String> otherDatabases,
    String administrator,
    boolean commonSnapshots,
    Duration snapshotLimit,
    CoordinatorLimits.Values limits,
    LogLevel logLevel,
    Optional<MetricsServer.Listener> metrics,
    Optional<ConsoleOptions> console,
    Optional<TraceOptions> traces,
    List<NodeConfiguration> nodes) {
  private static final int LONGEST_SNAPSHOT_LIMIT = 3600;
  private static final int MOST_CLIENTS = 100_000;
  private static final int MOST_MEGABYTES = 1 << 20;

  public CoordinatorConfiguration {
    otherDatabases = List.copyOf(otherDatabases);
    nodes = List.copyOf(nodes);
  }

  /**
   * Reads a file.
   *
   * @param environment what {@code .._environment} refers to
   * @throws ConfigurationException when something in it is wrong
   */
  public static CoordinatorConfiguration read(Path file, Map<String, String> environment) {
    Section root = new Document(file, environment).root();
    Section listen = root.section("listen");
    String database = root.text("database");
    List<String> otherDatabases =
        root.has("other_databases") ? root.texts("other_databases") : List.of();
    String administrator = root.text("administrator");
    ClientUsers users =
        root.optionalSection("users").map(ClientUsers::read).orElseGet(ClientUsers::none);
    ServerConfiguration listener = listener(listen, AgentConfiguration.shutdownTimeout(root));
    boolean commonSnapshots = root.truth("common_snapshots", true);
    Duration snapshotLimit =
        Duration.ofSeconds(
            root.integer(
                "snapshot_limit_seconds",
                1,
                LONGEST_SNAPSHOT_LIMIT,
                Math.toIntExact(SnapshotBarrier.USUAL_LIMIT.toSeconds())));
    Optional<LinkTls> agentsTls = Certificates.link(root, "agents_tls");
    CoordinatorLimits.Values limits = limits(root);
    LogLevel logLevel = LogLevel.read(root);
    Optional<MetricsServer.Listener> metrics = AgentConfiguration.metrics(root);
    Optional<ConsoleOptions> console = ConsoleSection.read(root);
    Optional<TraceOptions> traces = TracesSection.read(root);
    List<NodeConfiguration> nodes =
        root.sections("nodes").stream()
            .map(node -> NodeConfiguration.read(node, agentsTls))
            .toList();
    refuseEqualNames(root, nodes);
    root.end();
    return new CoordinatorConfiguration(
        listener,
        users,
        database,
        otherDatabases,
        administrator,
        commonSnapshots,
        snapshotLimit,
        limits,
        logLevel,
        metrics,
        console,
        traces,
        nodes);
  }

  private static CoordinatorLimits.Values limits(Section root) {
    CoordinatorLimits.Values values = CoordinatorLimits.Values.DEFAULT;
    Optional<Section> section = root.optionalSection("limits");
    if (section.isPresent()) {
      Section given = section.get();
      values =
          new CoordinatorLimits.Values(
              given.integer("concurrent_statements", 0, MOST_CLIENTS, 0),
              given.integer("memory_megabytes", 0, MOST_MEGABYTES, 0),
              given.integer("statement_memory_megabytes", 0, MOST_MEGABYTES, 0));
      given.end();
    }
    return values;
  }

  private static ServerConfiguration listener(Section listen, Duration shutdownTimeout) {
    ServerConfiguration listener =
        ServerConfiguration.of(
            listen.text("host"),
            listen.listenPort("port"),
            (user, database, client) -> new Authenticator.Requirement.Impossible());
    listener =
        listener
            .withMaximumConnections(
                listen.integer("connections", 1, MOST_CLIENTS, listener.maximumConnections()))
            .withTimeouts(listener.startupTimeout(), shutdownTimeout);
    Optional<ServerTls> tls = Certificates.server(listen, "tls");
    if (tls.isPresent()) {
      listener = listener.withTls(tls.get());
    }
    listen.end();
    return listener;
  }

  private static void refuseEqualNames(Section root, List<NodeConfiguration> nodes) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (!names.add(nodes.get(i).name())) {
        throw root.mistake(
            "nodes[" + i + "].name",
            "another node has the name " + nodes.get(i).name() + "; give each node its own");
      }
    }
  }
}
