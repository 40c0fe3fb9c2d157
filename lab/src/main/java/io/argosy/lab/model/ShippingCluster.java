package io.argosy.lab.model;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.agent.machine.MachineMeter;
import io.argosy.lab.testbed.ArgosyProgram;
import io.argosy.lab.testbed.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An Argosy on this machine whose agents and coordinator are processes of their own, so that the
 * processor time of each kind can be told apart. They end with this process. Used by one thread.
 */
final class ShippingCluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** As in {@code ready agent of node1 on 127.0.0.1:41234 for PostgreSQL at ..}. */
  private static final Pattern AGENT_PORT = Pattern.compile(" on [0-9.]+:([0-9]+) ");

  private static final Pattern URL = Pattern.compile("jdbc:\\S+");

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<String> nodeUrls = new ArrayList<>();
  private final List<ProcessHandle> agents = new CopyOnWriteArrayList<>();
  private volatile ProcessHandle coordinator;
  private String jdbcUrl;

  private ShippingCluster() {}

  /**
   * Processor seconds.
   *
   * @param servers of the PostgreSQL servers
   * @param agents of all agents
   * @param coordinator of the coordinator
   */
  record Used(List<ServerTime> servers, double agents, double coordinator) {
    /** What the servers have used since then. */
    double serversSince(Used before) {
      double all = 0;
      for (int i = 0; i < servers.size(); i++) {
        all += servers.get(i).since(before.servers.get(i));
      }
      return all;
    }
  }

  /** Starts everything; what had been started is stopped if that fails. */
  static ShippingCluster start(Path directory, int nodes) throws IOException, InterruptedException {
    ShippingCluster cluster = new ShippingCluster();
    // A signal ends this process where it is, and only hooks run.
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::endProcesses, "end-processes"));
    try {
      cluster.startAll(Files.createDirectories(directory).toRealPath(), nodes);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll(Path directory, int nodes) throws IOException, InterruptedException {
    long memory = MachineMeter.visibleMemory() / nodes >> 20;
    Map<String, String> addresses = new LinkedHashMap<>();
    for (int i = 1; i <= nodes; i++) {
      String name = "node" + i;
      Path data = directory.resolve(name);
      EmbeddedServer server = EmbeddedServer.start(data, EmbeddedNodes.settings(nodes));
      started.push(server);
      nodeUrls.add(server.jdbcUrl() + "?user=" + ArgosyProgram.USER);
      Service agent =
          start(
              directory.resolve(name + ".log"),
              ArgosyProgram.agent(
                  name,
                  LOOPBACK,
                  0,
                  memory,
                  data,
                  server.port(),
                  directory.resolve(name + ".yaml")));
      agents.add(agent.process());
      addresses.put(name, LOOPBACK + ":" + first(AGENT_PORT, 1, agent));
    }
    Service service =
        start(
            directory.resolve("coordinator.log"),
            ArgosyProgram.coordinator(
                LOOPBACK, 0, addresses, directory.resolve("coordinator.yaml")));
    coordinator = service.process();
    jdbcUrl =
        "%s?user=%s&password=%s"
            .formatted(first(URL, 0, service), ArgosyProgram.USER, ArgosyProgram.PASSWORD);
  }

  private void endProcesses() {
    agents.forEach(ProcessHandle::destroy);
    if (coordinator != null) {
      coordinator.destroy();
    }
  }

  private Service start(Path log, Service.Description description)
      throws IOException, InterruptedException {
    Service service = Service.start(log, description);
    started.push(service);
    return service;
  }

  private static String first(Pattern pattern, int group, Service service) throws IOException {
    Matcher found = pattern.matcher(service.readyLine());
    if (!found.find()) {
      throw new IOException("it is ready, but where? " + service.readyLine());
    }
    return found.group(group);
  }

  /** The coordinator's URL for PostgreSQL JDBC. */
  String jdbcUrl() {
    return jdbcUrl;
  }

  /** The URLs of the nodes' own servers. */
  List<String> nodeUrls() {
    return List.copyOf(nodeUrls);
  }

  /** Gives every process the share of the machine that it would be on. */
  void share(ProcessorShares shares) throws SQLException, IOException {
    for (int i = 0; i < nodeUrls.size(); i++) {
      try (Connection connection = DriverManager.getConnection(nodeUrls.get(i));
          Statement statement = connection.createStatement()) {
        for (ProcessHandle process : ServerTime.processes(statement)) {
          shares.onNode(i, process);
        }
      }
      shares.onNode(i, agents.get(i));
    }
    shares.onClient(coordinator);
  }

  /** What the processes have used since they were started. */
  Used used() throws SQLException {
    List<ServerTime> servers = new ArrayList<>();
    for (String url : nodeUrls) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        servers.add(ServerTime.now(statement));
      }
    }
    return new Used(
        servers,
        agents.stream().mapToDouble(ProcessorTime::seconds).sum(),
        ProcessorTime.seconds(coordinator));
  }

  /** Stops everything, last started first; the data stays. */
  @Override
  public void close() throws IOException, InterruptedException {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (IOException | InterruptedException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }
}
