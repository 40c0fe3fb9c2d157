package io.argosy.server.config;

import io.argosy.node.Node;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
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
   * Reads an entry of {@code nodes}.
   *
   * @param agentsTls how the links to agents are encrypted; not at all where empty
   */
  static NodeConfiguration read(Section node, Optional<LinkTls> agentsTls) {
    String name = node.text("name");
    if (node.has("agent") == node.has("url")) {
      throw node.mistake(
          "agent",
          "write either agent (host:port of the node's agent) or url"
              + " (jdbc:postgresql://host:port/)");
    }
    NodeConfiguration read = node.has("agent") ? byAgent(name, node, agentsTls) : byUrl(name, node);
    node.end();
    return read;
  }

  private static NodeConfiguration byAgent(String name, Section node, Optional<LinkTls> tls) {
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

  private static NodeConfiguration byUrl(String name, Section node) {
    List<ServerAddress> servers = Address.parseJdbc(node.text("url"));
    if (servers.isEmpty()) {
      throw node.mistake(
          "url",
          "must be of the form jdbc:postgresql://host:port/, or host:port,host:port for a primary"
              + " and its standbys, without a database or parameters");
    }
    return new ByUrl(
        AgentConfiguration.engine(node, EngineConfig.of(name, servers)),
        node.truth("samples", true));
  }
}
