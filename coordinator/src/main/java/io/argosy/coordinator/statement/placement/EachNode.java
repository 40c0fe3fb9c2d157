package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Runs a statement on every node at the same time, in the session's own backends. */
final class EachNode {
  private EachNode() {}

  /**
   * The answers, in the nodes' order.
   *
   * @param sql the statement for the node at a position
   * @throws io.argosy.protocol.message.PostgresException the failure of the first node that has one
   */
  static List<TextResult> run(NodeBackends backends, IntFunction<String> sql) {
    List<Integer> positions = backends.cluster().positions();
    List<NodeSession> sessions = positions.stream().map(backends::on).toList();
    TextResult[] answers = new TextResult[sessions.size()];
    Parallel.onAll(
        positions, node -> answers[node] = TextResult.run(sessions.get(node), sql.apply(node)));
    return Arrays.asList(answers);
  }
}
