package io.argosy.coordinator.testing;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.server.AgentServer;
import io.argosy.agent.testing.ExclusivePool;
import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.Databases;
import io.argosy.coordinator.analysis.PlanMaker;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.gateway.server.PostgresServer;
import io.argosy.coordinator.gateway.server.ServerConfiguration;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.planner.Planner;
import io.argosy.protocol.authentication.Authenticator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Three nodes and a coordinator, shared by the tests of a JVM, those of one class at a time; each
 * test makes its own tables.
 */
public final class SharedCluster {
  private static final ExclusivePool<Running> CLUSTERS = new ExclusivePool<>(SharedCluster::start);

  private SharedCluster() {}

  /** The nodes, and the URL of the coordinator in front of them. */
  private record Running(EmbeddedNodes nodes, String url) {
    Cluster cluster() {
      return clusterOf(nodes);
    }

    List<EmbeddedServer> servers() {
      return nodes.servers();
    }

    List<AgentServer> agents() {
      return nodes.agents();
    }
  }

  private static Running start() {
    try {
      Path directory = Files.createTempDirectory(Path.of("target"), "cluster");
      EmbeddedNodes nodes = EmbeddedNodes.start(3, directory, Map.of());
      Databases databases = new Databases(clusterOf(nodes));
      PostgresServer endpoint = listening(databases, SharedCluster::trust);
      Runtime.getRuntime()
          .addShutdownHook(
              Thread.ofPlatform()
                  .unstarted(
                      () -> {
                        endpoint.close();
                        databases.close();
                        nodes.close();
                      }));
      return new Running(nodes, url(endpoint));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Cluster clusterOf(EmbeddedNodes nodes) {
    return new Cluster(nodes.nodes(), EmbeddedServer.DATABASE, "postgres");
  }

  private static Authenticator.Requirement trust(
      String user, String database, SocketAddress client) {
    return new Authenticator.Requirement.Trust();
  }

  private static PostgresServer listening(
      ClientSession.Factory coordinator, Authenticator authenticator) throws IOException {
    PostgresServer endpoint =
        new PostgresServer(ServerConfiguration.of("127.0.0.1", 0, authenticator), coordinator);
    endpoint.start();
    return endpoint;
  }

  private static String url(PostgresServer endpoint) {
    return "jdbc:postgresql://127.0.0.1:" + endpoint.port() + "/" + EmbeddedServer.DATABASE;
  }

  private static Running cluster() {
    return CLUSTERS.get();
  }

  /** The coordinator's URL for PostgreSQL JDBC. */
  public static String url() throws IOException {
    return cluster().url();
  }

  /** A session through the coordinator. */
  public static Connection connect() throws IOException, SQLException {
    return DriverManager.getConnection(url() + "?user=postgres");
  }

  /** The nodes, for a coordinator of a test's own. */
  public static Cluster nodes() throws IOException {
    return cluster().cluster();
  }

  /**
   * Starts one more coordinator over the same nodes, which answers statements as a test says. It
   * lives as long as the JVM.
   */
  public static String startCoordinator(PlanMaker planner) throws IOException {
    return serve(new Coordinator(nodes(), planner, new SnapshotBarrier(true)));
  }

  /**
   * Starts one more process that serves all databases of the nodes.
   *
   * @param rest how long a database is kept open without a client
   */
  public static Databases databases(Duration rest) throws IOException {
    return new Databases(
        nodes(),
        new Planner()::plan,
        new SnapshotBarrier(true),
        CommitObserver.NONE,
        new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT),
        new Databases.Options(List.of(), rest));
  }

  /** Lets clients connect to a coordinator, as long as the JVM lives; returns its URL. */
  public static String serve(ClientSession.Factory coordinator) throws IOException {
    return serve(coordinator, SharedCluster::trust);
  }

  /** The same for clients that have to show who they are. */
  public static String serve(ClientSession.Factory coordinator, Authenticator authenticator)
      throws IOException {
    return url(listening(coordinator, authenticator));
  }

  /** A backend of a node's own, as a client of the administrator's role has it. */
  public static NodeSession session(int node) throws IOException {
    Cluster nodes = nodes();
    return nodes
        .nodes()
        .get(node)
        .open(new SessionOptions(nodes.database(), nodes.administrator(), Map.of()));
  }

  /** Runs a query on every node itself; the rows of all, a line each, values joined by a bar. */
  public static List<List<String>> onNodes(String query) throws IOException, SQLException {
    List<List<String>> answers = new ArrayList<>();
    for (int node = 0; node < cluster().servers().size(); node++) {
      answers.add(onNode(node, query));
    }
    return answers;
  }

  /** From now on what is made has another number on each node. */
  public static void makeNumbersDiffer() throws IOException, SQLException {
    onNodes(
        "SELECT lo_create(0) FROM generate_series(1, 1 + (SELECT position FROM argosy.nodes WHERE"
            + " self) * 7)");
  }

  /** Runs a query on one node itself. */
  public static List<String> onNode(int node, String query) throws IOException, SQLException {
    try (Connection connection = connectTo(node, "postgres")) {
      return rows(connection, query);
    }
  }

  /** A session on one node itself. */
  public static Connection connectTo(int node, String role) throws IOException, SQLException {
    return DriverManager.getConnection(cluster().servers().get(node).jdbcUrl() + "?user=" + role);
  }

  /** The same in another database of the nodes. */
  public static Connection connectTo(int node, String role, String database)
      throws IOException, SQLException {
    String url = cluster().servers().get(node).jdbcUrl();
    return DriverManager.getConnection(
        url.substring(0, url.lastIndexOf('/') + 1) + database + "?user=" + role);
  }

  /** The agent of one node. */
  public static AgentServer agent(int node) throws IOException {
    return cluster().agents().get(node);
  }

  /** How many backends the agents have leased to coordinators, besides the one that each keeps. */
  public static int leasedBackends() throws IOException, SQLException {
    int leased = cluster().agents().stream().mapToInt(AgentServer::leased).sum();
    return leased - onNode(0, "SELECT FROM argosy.coordinators").size();
  }

  /** The rows of a query, a line each, values joined by a bar. */
  public static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          values.add(result.getString(i));
        }
        rows.add(String.join("|", values.stream().map(String::valueOf).toList()));
      }
    }
    return rows;
  }

  /** Runs statements. */
  public static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Gives each node the slots that it has in a new cluster, through a coordinator. */
  public static void restoreSlots(Connection connection) throws IOException, SQLException {
    String moved =
        "SELECT o.owner, (o.slot - 1) * 3 / 1024, array_agg(o.slot - 1) FROM argosy.slot_map m,"
            + " unnest(m.owners) WITH ORDINALITY AS o (owner, slot)"
            + " WHERE o.owner <> (o.slot - 1) * 3 / 1024 GROUP BY 1, 2";
    for (String row : rows(connection, moved)) {
      String[] columns = row.split("\\|");
      String node = nodes().nodes().get(Integer.parseInt(columns[1])).name();
      run(connection, "SELECT move_slots('%s', '%s')".formatted(columns[2], node));
    }
  }
}
