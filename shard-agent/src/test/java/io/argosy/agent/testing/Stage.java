package io.argosy.agent.testing;

import io.argosy.node.Inbox;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * One stage of a statement: a backend per node, in a transaction, that first sends and then loads
 * into its temporary table {@code moved}.
 */
public final class Stage implements AutoCloseable {
  private static final Executor THREADS = Thread::startVirtualThread;

  private final List<NodeSession> sessions = new ArrayList<>();
  private final List<Inbox> inboxes = new ArrayList<>();

  /** What came of it on one node: a failure, or what was sent and how many rows were loaded. */
  public record Outcome(Sent sent, long loaded, PostgresException failure) {}

  /** Opens the backends and creates the tables. */
  public Stage(List<Node> nodes, String columns) {
    for (Node node : nodes) {
      NodeSession session = node.open(MoveCluster.OPTIONS);
      sessions.add(session);
      TextResult.run(session, "BEGIN; CREATE TEMP TABLE moved (" + columns + ")");
    }
  }

  public NodeSession session(int node) {
    return sessions.get(node);
  }

  public Inbox inbox(int node) {
    return inboxes.get(node);
  }

  /** Opens inboxes on the first so many nodes. */
  public void openInboxes(int receivers, int senders, long limitBytes) {
    for (NodeSession session : sessions.subList(0, receivers)) {
      inboxes.add(session.openInbox(senders, limitBytes));
    }
  }

  /** Every node sends to all inboxes and then loads its own. */
  public List<CompletableFuture<Outcome>> start(IntFunction<String> queries, Routing routing) {
    List<CompletableFuture<Outcome>> running = new ArrayList<>();
    for (int i = 0; i < sessions.size(); i++) {
      int node = i;
      String query = queries.apply(node);
      running.add(CompletableFuture.supplyAsync(() -> sendAndLoad(node, query, routing), THREADS));
    }
    return running;
  }

  private Outcome sendAndLoad(int node, String query, Routing routing) {
    NodeSession session = sessions.get(node);
    try {
      Sent sent = session.send(Request.Extended.of(query, 1), routing, inboxes);
      long loaded = node < inboxes.size() ? load(node) : 0;
      return new Outcome(sent, loaded, null);
    } catch (PostgresException e) {
      return new Outcome(null, 0, e);
    }
  }

  private long load(int node) {
    return sessions
        .get(node)
        .load(inboxes.get(node), "COPY pg_temp.moved FROM STDIN (FORMAT binary)");
  }

  /** The same, waiting for all of them. */
  public List<Outcome> run(IntFunction<String> queries, Routing routing) {
    return start(queries, routing).stream().map(CompletableFuture::join).toList();
  }

  /** What a query over the node's table answers. */
  public List<String> ask(int node, String sql) {
    return TextResult.run(sessions.get(node), sql).rows().getFirst();
  }

  @Override
  public void close() {
    sessions.forEach(NodeSession::close);
  }
}
