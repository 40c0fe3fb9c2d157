package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Parallel;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The nodes that take part in the current transaction, with the session's backends there. */
final class Participants {
  private final LeasedBackends leased;
  private final Set<Integer> nodes = new TreeSet<>();

  Participants(LeasedBackends leased) {
    this.leased = leased;
  }

  boolean contains(int node) {
    return nodes.contains(node);
  }

  /** A node takes part from now on; false when it did already. */
  boolean add(int node) {
    return nodes.add(node);
  }

  /** Their positions. */
  Set<Integer> nodes() {
    return Set.copyOf(nodes);
  }

  /** The transaction has ended on all of them. */
  void clear() {
    nodes.clear();
  }

  /** Their backends, by the nodes' positions. */
  Map<Integer, NodeSession> backends() {
    Map<Integer, NodeSession> backends = new TreeMap<>();
    nodes.forEach(node -> backends.put(node, leased.get(node)));
    return backends;
  }

  /** Runs a statement on one after the other. */
  void run(String sql) {
    backends().values().forEach(session -> TextResult.run(session, sql));
  }

  /** Runs a statement on some of them at the same time. */
  void run(Set<Integer> some, String sql) {
    Parallel.onAll(some, node -> TextResult.run(leased.get(node), sql));
  }

  /**
   * Runs a script on each node at the same time.
   *
   * @param scripts by the nodes' positions
   * @return what they have answered
   * @throws io.argosy.protocol.message.PostgresException the first failure, when all have ended
   */
  Map<Integer, TextResult> run(Map<Integer, String> scripts) {
    Map<Integer, TextResult> answers = new ConcurrentHashMap<>();
    Parallel.onAll(
        scripts.keySet(),
        node -> answers.put(node, TextResult.run(leased.get(node), scripts.get(node))));
    return answers;
  }

  /**
   * Undoes something wherever a transaction is open. A backend that is lost is found later.
   *
   * @return whether that has worked everywhere
   */
  boolean undo(String sql) {
    Map<Integer, NodeSession> open = backends();
    boolean all = !open.values().removeIf(session -> session.transactionStatus() == 'I');
    return leased.undo(open, sql).isEmpty() && all;
  }

  /** Rolls back everywhere but on some nodes; the others take part no more. */
  void rollBackOthers(Set<Integer> staying) {
    List<Integer> others = nodes.stream().filter(node -> !staying.contains(node)).toList();
    nodes.retainAll(staying);
    leased.rollBack(others);
  }

  /** Rolls back everywhere; nobody takes part any more. */
  void rollBack() {
    List<Integer> all = List.copyOf(nodes);
    nodes.clear();
    leased.rollBack(all);
  }
}
