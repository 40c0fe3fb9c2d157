package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.commit.CommitObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Servers, a process for each agent, and one for the coordinator, which can be started again; one
 * for a second coordinator, if the test wants that.
 */
public final class Deployment implements AutoCloseable {
  /** What the coordinator and the agents share. */
  public static final String SECRET = "the secret of the tests, 32 characters";

  private static final Map<String, String> ENVIRONMENT = Map.of("ARGOSY_SECRET", SECRET);

  private static final int DEFAULT_CONNECTIONS = 32;

  /** Connections to a server that are not its agent's. */
  private static final int BESIDE_AGENTS = 68;

  private final Path directory;
  private final int connections;
  private final Servers servers;
  private final List<Integer> agentPorts = new ArrayList<>();
  private final List<ArgosyProcess> agents = new ArrayList<>();
  private ArgosyProcess coordinator;
  private volatile String url;
  private ArgosyProcess secondCoordinator;
  private volatile String secondUrl;
  private String settings = "";
  private boolean direct;
  private int listed;

  /** Starts servers and agents; the coordinator is the test's to start. */
  public Deployment(Path directory, int nodes) throws IOException {
    this(directory, nodes, DEFAULT_CONNECTIONS);
  }

  /**
   * The same with other settings of the servers.
   *
   * @param settings of PostgreSQL, by their names
   */
  public Deployment(Path directory, int nodes, Map<String, String> settings) throws IOException {
    this(directory, nodes, DEFAULT_CONNECTIONS, settings);
  }

  /**
   * The same with more backends than usual.
   *
   * @param connections how many backends an agent has at most
   */
  public Deployment(Path directory, int nodes, int connections) throws IOException {
    this(directory, nodes, connections, Map.of());
  }

  private Deployment(Path directory, int nodes, int connections, Map<String, String> more)
      throws IOException {
    this.directory = directory;
    this.connections = connections;
    this.listed = nodes;
    Map<String, String> ofServers = new HashMap<>(more);
    ofServers.put("max_connections", Integer.toString(connections + BESIDE_AGENTS));
    ofServers.put("max_prepared_transactions", Integer.toString(connections + BESIDE_AGENTS));
    this.servers = Servers.start(directory, nodes, ofServers);
    try {
      for (int node = 0; node < nodes; node++) {
        agentPorts.add(Servers.freePort());
        agents.add(null);
      }
      for (int node = 0; node < nodes; node++) {
        startAgent(node);
      }
    } catch (IOException | AssertionError e) {
      close();
      throw e;
    }
  }

  /** Says more in the file of coordinators that are started from now on. */
  void configure(String lines) {
    settings = lines;
  }

  /** Coordinators that are started from now on reach the servers without agents, too. */
  void reachServers() {
    direct = true;
  }

  /** How many nodes coordinators have in their file that are started now. */
  int listed() {
    return listed;
  }

  /** Coordinators that are started from now on have so many nodes in their file. */
  void listNodes(int count) {
    listed = count;
  }

  public void startAgent(int node) throws IOException {
    startAgent(node, "");
  }

  /** The same with more in its file. */
  void startAgent(int node, String lines) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("agent" + node + ".yaml"),
            """
            name: node%d
            listen: {host: 127.0.0.1, port: %d}
            secret_environment: ARGOSY_SECRET
            shutdown_seconds: 5
            postgres: {host: 127.0.0.1, port: %d, connections: %d}
            """
                    .formatted(node + 1, agentPorts.get(node), servers.port(node), connections)
                + lines);
    ArgosyProcess agent = ArgosyProcess.start(ENVIRONMENT, "agent", "--config", file.toString());
    agents.set(node, agent);
    assertThat(agent.awaitReady()).contains("agent of node" + (node + 1));
  }

  public void startCoordinator() throws IOException {
    coordinator = ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", configuration());
    awaitCoordinator();
  }

  /** The same for one more. */
  void startSecondCoordinator() throws IOException {
    secondCoordinator =
        ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", configuration());
    secondUrl = urlOf(secondCoordinator);
  }

  /** Starts a coordinator that stops somewhere, perhaps before it is ready. */
  void startCoordinator(CommitObserver.Point point, int node, Path file) throws IOException {
    coordinator =
        ArgosyProcess.start(
            StoppedCoordinator.class,
            ENVIRONMENT,
            configuration(),
            point.name(),
            "node" + (node + 1),
            file.toString());
  }

  /** Waits until the coordinator serves. */
  void awaitCoordinator() {
    url = urlOf(coordinator);
  }

  private static String urlOf(ArgosyProcess coordinator) {
    return coordinator.awaitReady() + "?user=postgres&socketTimeout=60";
  }

  private String configuration() throws IOException {
    CoordinatorFile file =
        CoordinatorFile.of(IntStream.range(0, listed).mapToObj(this::reached).toList());
    return Files.writeString(directory.resolve("coordinator.yaml"), file.text() + settings)
        .toString();
  }

  /** How a node is reached, as the coordinator's file says it. */
  private String reached(int node) {
    String agent = CoordinatorFile.agent(agentPorts.get(node), "secret_environment: ARGOSY_SECRET");
    return direct ? CoordinatorFile.url(servers.port(node)) + ", connections: 20, " + agent : agent;
  }

  public Servers servers() {
    return servers;
  }

  public ArgosyProcess agent(int node) {
    return agents.get(node);
  }

  public ArgosyProcess coordinator() {
    return coordinator;
  }

  ArgosyProcess secondCoordinator() {
    return secondCoordinator;
  }

  /** Where an agent listens. */
  public int agentPort(int node) {
    return agentPorts.get(node);
  }

  /** The coordinator's, for PostgreSQL JDBC. */
  public String url() {
    return url;
  }

  /** Those of all coordinators. */
  List<String> urls() {
    return secondUrl == null ? List.of(url) : List.of(url, secondUrl);
  }

  public List<String> ask(String sql) {
    return Servers.ask(url, sql);
  }

  /** What a statement fails with. */
  SQLException failureOf(String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return new SQLException("the statement did not fail");
    } catch (SQLException e) {
      return e;
    }
  }

  /** What all threads of the processes, and all backends, do at the moment. */
  public String stacks() {
    StringBuilder stacks = new StringBuilder(ProcessUse.stacks(coordinator.id()));
    for (int node = 0; node < agents.size(); node++) {
      stacks.append(ProcessUse.stacks(agent(node).id()));
      servers
          .ask(
              node,
              "SELECT row(pid, state, state_change, wait_event_type, wait_event,"
                  + " pg_blocking_pids(pid), query) FROM pg_stat_activity WHERE backend_type ="
                  + " 'client backend'")
          .forEach(line -> stacks.append(line).append('\n'));
    }
    return stacks.toString();
  }

  /** Nothing runs on a node, nothing is open, and no temporary table is there. */
  public void expectNothingLeft() {
    for (int node = 0; node < servers.count(); node++) {
      int here = node;
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                assertThat(servers.busy(here)).isEmpty();
                assertThat(servers.temporaryTables(here)).isEmpty();
              });
    }
  }

  @Override
  public void close() {
    if (coordinator != null) {
      coordinator.close();
    }
    if (secondCoordinator != null) {
      secondCoordinator.close();
    }
    agents.stream().filter(Objects::nonNull).forEach(ArgosyProcess::close);
    servers.close();
  }
}
