package io.argosy.tests.histories;

import io.argosy.tests.process.ArgosyProcess;
import io.argosy.tests.process.CoordinatorFile;
import io.argosy.tests.process.Servers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers, agents and coordinators, each in processes of its own, and a link wherever one connects
 * to another: from clients to each coordinator, from each coordinator (and from the agents that
 * work for it) to each agent, and from each agent to its server.
 */
final class LinkedCluster implements AutoCloseable {
  private static final String SECRET = "the secret of the tests, 32 characters";
  private static final Map<String, String> ENVIRONMENT = Map.of("ARGOSY_SECRET", SECRET);
  private static final String SECRET_LINE = "secret_environment: ARGOSY_SECRET";
  private static final int CONNECTIONS = 60;

  private final Path directory;
  private final String settings;
  private final Servers servers;
  private final List<AgentPart> agents = new ArrayList<>();
  private final List<CoordinatorPart> coordinators = new ArrayList<>();
  private final Map<String, Part> parts = new HashMap<>();
  private final Map<String, Link> links = new HashMap<>();

  /**
   * Starts everything.
   *
   * @param settings further lines of the coordinators' files
   */
  LinkedCluster(Path directory, int nodes, int coordinatorCount, String settings)
      throws IOException {
    this.directory = directory;
    this.settings = settings;
    this.servers =
        Servers.start(
            directory,
            nodes,
            Map.of(
                "max_connections", "" + 2 * CONNECTIONS,
                "max_prepared_transactions", "" + 2 * CONNECTIONS));
    try {
      for (int node = 0; node < nodes; node++) {
        parts.put("server " + node, new ServerPart(node));
        agents.add(new AgentPart(node));
        parts.put("agent " + node, agents.getLast());
        agents.getLast().start();
      }
      for (int i = 0; i < coordinatorCount; i++) {
        coordinators.add(new CoordinatorPart(i));
        parts.put("coordinator " + i, coordinators.getLast());
        coordinators.getLast().start();
      }
    } catch (IOException | AssertionError e) {
      close();
      throw e;
    }
  }

  private Link link(String name) throws IOException {
    Link link = Link.start();
    links.put(name, link);
    return link;
  }

  Servers servers() {
    return servers;
  }

  /** What can fail, by names. */
  Map<String, Part> parts() {
    return parts;
  }

  /** What can fail between them, by names. */
  Map<String, Link> links() {
    return links;
  }

  /** A coordinator's, which stays the same when it starts again. */
  String url(int coordinator) {
    return "jdbc:postgresql://127.0.0.1:%d/argosy?user=postgres&socketTimeout=90"
        .formatted(coordinators.get(coordinator).clients.port());
  }

  int coordinatorCount() {
    return coordinators.size();
  }

  @Override
  public void close() throws IOException {
    coordinators.forEach(CoordinatorPart::close);
    agents.forEach(AgentPart::close);
    servers.close();
    for (Link link : links.values()) {
      link.close();
    }
  }

  private final class ServerPart implements Part {
    private final int node;

    ServerPart(int node) {
      this.node = node;
    }

    @Override
    public void freeze() {
      servers.freeze(node);
    }

    @Override
    public void thaw() {
      servers.thaw(node);
    }

    @Override
    public void restart() {
      servers.kill(node);
      servers.restart(node);
    }
  }

  /** One of our own processes. */
  private abstract static class ArgosyPart implements Part {
    private ArgosyProcess process;

    abstract ArgosyProcess started() throws IOException;

    void start() throws IOException {
      process = started();
    }

    @Override
    public void freeze() {
      process.freeze();
    }

    @Override
    public void thaw() {
      process.thaw();
    }

    @Override
    public void restart() {
      process.kill();
      try {
        start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void close() {
      if (process != null) {
        process.close();
      }
    }
  }

  private final class AgentPart extends ArgosyPart {
    private final int node;
    private final int port = Servers.freePort();
    private final Path file;

    AgentPart(int node) throws IOException {
      this.node = node;
      Link server = link("agent " + node + " to its server");
      server.leadTo(servers.port(node));
      file =
          Files.writeString(
              directory.resolve("agent" + node + ".yaml"),
              """
              name: node%d
              listen: {host: 127.0.0.1, port: %d}
              %s
              shutdown_seconds: 5
              postgres: {host: 127.0.0.1, port: %d, connections: %d}
              """
                  .formatted(node + 1, port, SECRET_LINE, server.port(), CONNECTIONS));
    }

    @Override
    ArgosyProcess started() {
      ArgosyProcess agent = ArgosyProcess.start(ENVIRONMENT, "agent", "--config", file.toString());
      agent.awaitReady();
      return agent;
    }
  }

  private final class CoordinatorPart extends ArgosyPart {
    private final Link clients;
    private final Path file;

    CoordinatorPart(int number) throws IOException {
      clients = link("clients to coordinator " + number);
      List<String> nodes = new ArrayList<>();
      for (AgentPart agent : agents) {
        Link link = link("coordinator " + number + " to agent " + agent.node);
        link.leadTo(agent.port);
        nodes.add(CoordinatorFile.agent(link.port(), SECRET_LINE));
      }
      file = CoordinatorFile.of(nodes).write(directory.resolve("coordinator" + number + ".yaml"));
      Files.writeString(file, Files.readString(file) + settings);
    }

    @Override
    ArgosyProcess started() {
      ArgosyProcess coordinator =
          ArgosyProcess.start(ENVIRONMENT, "coordinator", "--config", file.toString());
      String url = coordinator.awaitReady();
      clients.leadTo(Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1")));
      return coordinator;
    }
  }
}
