package io.argosy.server.config;

import io.argosy.node.Node;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.node.pair.PairedNode;
import io.argosy.node.remote.RemoteConfig;
import io.argosy.node.remote.RemoteNode;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.tls.LinkTls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a coordinator reaches a node. */
public sealed interface NodeConfiguration {
  /** The node's name, by which {@code argosy.nodes} knows it. */
  String name();

  /** Where it is, for messages. */
  String location();

  /** Makes the node. Connects when it is first used. */
  Node open();

  /** Through the agent beside it. */
  record ByAgent(RemoteConfig agent) implements NodeConfiguration {
    @Override
    public String name() {
      return agent.name();
    }

    @Override
    public String location() {
      return "agent at " + agent.host() + ":" + agent.port();
    }

    @Override
    public Node open() {
      return new RemoteNode(agent);
    }
  }

  /**
   * Directly, by an engine in the coordinator: nothing is installed beside the server.
   *
   * @param samples whether its machine is sampled where that is the coordinator's
   */
  record ByUrl(EngineConfig server, boolean samples) implements NodeConfiguration {
    @Override
    public String name() {
      return server.name();
    }

    @Override
    public String location() {
      return "PostgreSQL at " + server.location();
    }

    @Override
    public Node open() {
      return new LocalNode(server, samples);
    }
  }

  /**
   * In both ways: directly for short statements, through the agent for what moves many rows.
   *
   * @param direct of the same name as the agent
   */
  record ByBoth(ByAgent agent, ByUrl direct) implements NodeConfiguration {
    @Override
    public String name() {
      return agent.name();
    }

    @Override
    public String location() {
      return agent.location() + ", and " + direct.location();
    }

    @Override
    public Node open() {
      return new PairedNode(direct.open(), agent.open());
    }
  }

  /**
   * Reads an entry of {@code nodes}.
   *
   * @param agentsTls how the links to agents are encrypted; not at all where empty
   */
  static NodeConfiguration read(Section node, Optional<LinkTls> agentsTls) {
    String name = node.text("name");
    boolean agent = node.has("agent");
    boolean url = node.has("url");
    if (!agent && !url) {
      throw node.mistake(
          "agent",
          "write agent (host:port of the node's agent), url (jdbc:postgresql://host:port/), or both"
              + " (url for short statements)");
    }
    NodeConfiguration read;
    if (agent && url) {
      // The agent samples the machine, and knows the server's processes.
      read = new ByBoth(byAgent(name, node, agentsTls), new ByUrl(engine(name, node), false));
    } else {
      read = agent ? byAgent(name, node, agentsTls) : byUrl(name, node);
    }
    node.end();
    return read;
  }

  private static ByAgent byAgent(String name, Section node, Optional<LinkTls> tls) {
    ServerAddress address =
        Address.parse(node.text("agent"))
            .orElseThrow(() -> node.mistake("agent", "must be of the form host:port"));
    return new ByAgent(
        new RemoteConfig(
            name,
            address.host(),
            address.port(),
            node.requiredSecret("secret"),
            node.choice("compression", Compression.LZ4),
            Duration.ofSeconds(10),
            tls));
  }

  private static ByUrl byUrl(String name, Section node) {
    return new ByUrl(engine(name, node), node.truth("samples", true));
  }

  private static EngineConfig engine(String name, Section node) {
    List<ServerAddress> servers = Address.parseJdbc(node.text("url"));
    if (servers.isEmpty()) {
      throw node.mistake(
          "url",
          "must be of the form jdbc:postgresql://host:port/, or host:port,host:port for a primary"
              + " and its standbys, without a database or parameters");
    }
    return AgentConfiguration.engine(node, EngineConfig.of(name, servers));
  }
}
