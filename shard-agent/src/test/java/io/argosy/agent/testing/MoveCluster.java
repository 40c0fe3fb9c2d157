package io.argosy.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.agent.server.AgentServer;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.node.move.Inboxes;
import io.argosy.node.remote.RemoteConfig;
import io.argosy.node.remote.RemoteNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Nodes with agents and without, all on the one server that tests share: temporary tables belong to
 * a backend, so that the nodes do not see each other's.
 */
public final class MoveCluster implements AutoCloseable {
  public static final String SECRET = "a shared secret of some length";

  /** As a session for anything but moves is opened. */
  public static final SessionOptions OPTIONS = new SessionOptions("postgres", "postgres", Map.of());

  private final Path directory;
  private final long inboxMemory;
  private final List<Node> nodes = new ArrayList<>();
  private final List<AgentServer> agents = new ArrayList<>();
  private final List<Inboxes> inboxes = new ArrayList<>();
  private final List<IntSupplier> leases = new ArrayList<>();

  /** Without nodes. Rows beyond so many bytes that wait on a node go to files. */
  public MoveCluster(Path directory, long inboxMemory) {
    this.directory = directory;
    this.inboxMemory = inboxMemory;
  }

  private EngineConfig engine(String name) {
    return EngineConfig.of(name, "127.0.0.1", PostgresServer.port())
        .withInboxes(inboxMemory, directory);
  }

  /** Adds a node with an agent. */
  public MoveCluster withAgent(String name) {
    return withAgent(name, SECRET);
  }

  /** Adds a node whose agent and coordinator share a secret of their own. */
  public MoveCluster withAgent(String name, String secret) {
    try {
      AgentServer agent =
          AgentServer.start(
              new AgentConfig(
                  "127.0.0.1",
                  0,
                  secret,
                  engine(name),
                  Compression.LZ4,
                  MachineMeter.ofWholeMachine()));
      agents.add(agent);
      inboxes.add(agent.inboxes());
      leases.add(agent::leased);
      nodes.add(
          new RemoteNode(
              new RemoteConfig(
                  name,
                  "127.0.0.1",
                  agent.port(),
                  secret,
                  Compression.LZ4,
                  Duration.ofSeconds(5))));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a node without an agent. */
  public MoveCluster withoutAgent(String name) {
    LocalNode node = new LocalNode(engine(name));
    inboxes.add(node.inboxes());
    leases.add(node::leased);
    nodes.add(node);
    return this;
  }

  public List<Node> nodes() {
    return nodes;
  }

  /** Those that there are, in the order in which they were added. */
  public List<AgentServer> agents() {
    return agents;
  }

  /** Bytes that have gone into files, on all nodes. */
  public long spilledBytes() {
    return inboxes.stream().mapToLong(Inboxes::spilledBytes).sum();
  }

  /** Fails unless soon nothing of any move is left anywhere. */
  public void assertNothingLeft() {
    await()
        .untilAsserted(
            () -> {
              assertThat(leases).allSatisfy(leased -> assertThat(leased.getAsInt()).isZero());
              assertThat(inboxes)
                  .allSatisfy(
                      open -> {
                        assertThat(open.size()).isZero();
                        assertThat(open.memoryBytes()).isZero();
                      });
            });
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (LocalNode observer = new LocalNode(engine("observer"));
        NodeSession session = observer.open(OPTIONS)) {
      assertThat(
              TextResult.run(session, "SELECT relname FROM pg_class WHERE relpersistence = 't'")
                  .rows())
          .isEmpty();
      // A backend that is cancelled, or has lost its agent, takes a moment to end.
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          TextResult.run(
                                  session,
                                  "SELECT query FROM pg_stat_activity WHERE xact_start IS NOT NULL"
                                      + " AND backend_type = 'client backend'"
                                      + " AND pid <> pg_backend_pid()")
                              .rows())
                      .isEmpty());
    }
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
    agents.forEach(AgentServer::close);
  }
}
