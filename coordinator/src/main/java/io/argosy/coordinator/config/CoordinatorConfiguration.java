package io.argosy.coordinator.config;

import io.argosy.coordinator.wire.server.ServerConfiguration;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * What {@code ./argosy coordinator --config FILE} is told.
 *
 * @param listener how clients are listened to
 * @param users who they are; the listener's authenticator
 * @param database the database's name on every node
 * @param administrator the role that owns Argosy's metadata on the nodes
 * @param commonSnapshots whether reads over several nodes and commits wait for each other, so that
 *     a read sees a transaction on all nodes or on none
 * @param nodes the nodes in their order
 */
public record CoordinatorConfiguration(
    ServerConfiguration listener,
    ClientUsers users,
    String database,
    String administrator,
    boolean commonSnapshots,
    List<NodeConfiguration> nodes) {
  private static final int MOST_CLIENTS = 100_000;

  public CoordinatorConfiguration {
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
    String administrator = root.text("administrator");
    ClientUsers users = ClientUsers.read(root.section("users"));
    ServerConfiguration listener =
        listener(listen, users, AgentConfiguration.shutdownTimeout(root));
    boolean commonSnapshots = root.truth("common_snapshots", true);
    List<NodeConfiguration> nodes =
        root.sections("nodes").stream().map(NodeConfiguration::read).toList();
    refuseEqualNames(root, nodes);
    root.end();
    return new CoordinatorConfiguration(
        listener, users, database, administrator, commonSnapshots, nodes);
  }

  private static ServerConfiguration listener(
      Section listen, ClientUsers users, Duration shutdownTimeout) {
    ServerConfiguration listener =
        ServerConfiguration.of(listen.text("host"), listen.listenPort("port"), users);
    listener =
        listener
            .withMaximumConnections(
                listen.integer("connections", 1, MOST_CLIENTS, listener.maximumConnections()))
            .withTimeouts(listener.startupTimeout(), shutdownTimeout);
    Optional<Section> tls = listen.optionalSection("tls");
    if (tls.isPresent()) {
      listener = listener.withTls(tls(listen, tls.get()));
    }
    listen.end();
    return listener;
  }

  private static SslContext tls(Section listen, Section tls) {
    Path certificate =
        tls.file("certificate").orElseThrow(() -> tls.missing("certificate", "a file's name"));
    Path key = tls.file("key").orElseThrow(() -> tls.missing("key", "a file's name"));
    tls.end();
    try {
      return SslContextBuilder.forServer(certificate.toFile(), key.toFile()).build();
    } catch (SSLException | IllegalArgumentException e) {
      throw listen.mistake(
          "tls",
          "the certificate and the key cannot be used; write the names of PEM files, the key's in"
              + " PKCS#8 (\"BEGIN PRIVATE KEY\")");
    }
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
