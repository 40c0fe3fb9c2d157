package io.argosy.coordinator.config;

import io.argosy.agent.node.Node;
import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.snapshot.SnapshotBarrier;
import io.argosy.coordinator.transaction.CommitObserver;
import io.argosy.coordinator.wire.server.PostgresServer;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A coordinator that serves as its configuration says. */
public final class CoordinatorProcess implements AutoCloseable {
  private final List<Node> nodes;
  private final CoordinatorConfiguration configuration;
  private final CommitObserver observer;
  private Coordinator coordinator;
  private PostgresServer endpoint;

  private CoordinatorProcess(CoordinatorConfiguration configuration, CommitObserver observer) {
    this.configuration = configuration;
    this.observer = observer;
    this.nodes = new ArrayList<>();
  }

  /**
   * Connects to the nodes, makes or checks the metadata on them, and listens.
   *
   * @throws IOException when the address is in use or not this machine's; nothing is left running
   * @throws io.argosy.agent.postgres.PostgresException when a node cannot be reached or is not the
   *     one it was; nothing is left running
   */
  public static CoordinatorProcess start(CoordinatorConfiguration configuration)
      throws IOException {
    return start(configuration, CommitObserver.NONE);
  }

  /** The same with somebody who sees every step of a commit. */
  public static CoordinatorProcess start(
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
    configuration.nodes().forEach(node -> nodes.add(node.open()));
    Cluster cluster = new Cluster(nodes, configuration.database(), configuration.administrator());
    SnapshotBarrier snapshots = new SnapshotBarrier(configuration.commonSnapshots());
    coordinator = new Coordinator(cluster, new Planner()::plan, snapshots, observer);
    PostgresServer server = new PostgresServer(configuration.listener(), coordinator);
    // Closes itself where it cannot listen.
    server.start();
    endpoint = server;
  }

  /** The port that clients connect to. */
  public int port() {
    return endpoint.port();
  }

  /**
   * A URL for PostgreSQL JDBC on this machine or, where it listens on one address only, to that.
   */
  public String jdbcUrl() {
    String host = configuration.listener().host();
    boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
    String shown = everywhere ? "localhost" : host.contains(":") ? "[" + host + "]" : host;
    return "jdbc:postgresql://" + shown + ":" + port() + "/" + configuration.database();
  }

  /** Stops listening, gives statements their time, and closes the connections to the nodes. */
  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (coordinator != null) {
      coordinator.close();
    }
    nodes.forEach(Node::close);
  }
}
