package io.argosy.coordinator.testing;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.ForwardingSession;
import io.argosy.node.Inbox;
import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.SessionOptions;
import io.argosy.node.local.EngineConfig;
import io.argosy.node.local.LocalNode;
import io.argosy.node.pair.PairedNode;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One more coordinator over the nodes of the {@link SharedCluster}, which reaches them in both
 * ways. What it asks of the servers themselves is counted. To be closed when its tests have ended:
 * it is entered on the home node without an agent, and {@link SharedCluster#leasedBackends} takes
 * each entry for a backend of one.
 */
public final class WatchedNodes implements AutoCloseable {
  private static final int CONNECTIONS = 8;

  private final AtomicInteger leases = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger moves = new AtomicInteger();
  private final List<Node> servers = new ArrayList<>();
  private Coordinator coordinator;
  private String url;

  private WatchedNodes() {}

  /** Starts the coordinator. */
  public static WatchedNodes start() throws IOException, SQLException {
    WatchedNodes watched = new WatchedNodes();
    Cluster byAgents = SharedCluster.nodes();
    List<Node> nodes = new ArrayList<>();
    for (int node = 0; node < byAgents.nodes().size(); node++) {
      Node byAgent = byAgents.nodes().get(node);
      int port = Integer.parseInt(SharedCluster.onNode(node, "SHOW port").getFirst());
      EngineConfig server =
          EngineConfig.of(byAgent.name(), "127.0.0.1", port)
              .withMaxConnections(CONNECTIONS, Duration.ofSeconds(30));
      Node direct = watched.new WatchedNode(new LocalNode(server, false));
      watched.servers.add(direct);
      nodes.add(new PairedNode(direct, byAgent));
    }
    watched.coordinator =
        new Coordinator(
            new Cluster(nodes, byAgents.database(), byAgents.administrator()),
            new Planner()::plan,
            new SnapshotBarrier(true));
    watched.url = SharedCluster.serve(watched.coordinator);
    return watched;
  }

  /** A session through the coordinator. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url + "?user=postgres");
  }

  /** Counts from zero again. */
  public void forget() {
    leases.set(0);
    requests.set(0);
    moves.set(0);
  }

  /** How many backends have been leased without an agent. */
  public int leases() {
    return leases.get();
  }

  /** How many requests these have got, besides moves. */
  public int requests() {
    return requests.get();
  }

  /** How many steps of moves they have done. */
  public int moves() {
    return moves.get();
  }

  @Override
  public void close() {
    coordinator.close();
    servers.forEach(Node::close);
  }

  private final class WatchedNode implements Node {
    private final Node node;

    WatchedNode(Node node) {
      this.node = node;
    }

    @Override
    public String name() {
      return node.name();
    }

    @Override
    public NodeSession open(SessionOptions options) {
      leases.incrementAndGet();
      return new WatchedSession(node.open(options));
    }

    @Override
    public Optional<Machine> machine() {
      return node.machine();
    }

    @Override
    public Optional<MachineSamples> samples(Instant since, int most) {
      return node.samples(since, most);
    }

    @Override
    public void leaveDatabase(String database) {
      node.leaveDatabase(database);
    }

    @Override
    public void close() {
      node.close();
    }
  }

  private final class WatchedSession extends ForwardingSession {
    WatchedSession(NodeSession session) {
      super(session);
    }

    @Override
    public Result execute(Request request) {
      requests.incrementAndGet();
      return super.execute(request);
    }

    @Override
    public Inbox openInbox(int senders, long limitBytes) {
      moves.incrementAndGet();
      return super.openInbox(senders, limitBytes);
    }

    @Override
    public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
      moves.incrementAndGet();
      return super.send(query, routing, inboxes);
    }

    @Override
    public long load(Inbox inbox, String copy) {
      moves.incrementAndGet();
      return super.load(inbox, copy);
    }
  }
}
