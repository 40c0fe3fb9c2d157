package io.argosy.tests.histories;

import io.argosy.tests.histories.Dependencies.Node;
import io.argosy.tests.histories.Graph.Edge;
import io.argosy.tests.histories.Graph.Kind;
import io.argosy.tests.histories.Operation.Read;
import io.argosy.tests.histories.Transaction.Level;
import io.argosy.tests.histories.Transaction.Outcome;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the anomalies of a history. All lists have been read in its end.
 *
 * <p>A snapshot shows what was committed before it, and nothing else. So it shows, with a
 * transaction, all on which that one depends, and what it does not show depends on nothing that it
 * shows: no cycle has exactly one edge {@link Kind#MISSED}. It also shows whatever had ended before
 * it was begun.
 */
final class Checker {
  private static final EnumSet<Kind> DEPENDS =
      EnumSet.of(Kind.OVERWRITES, Kind.READS, Kind.BELONGS);
  private static final EnumSet<Kind> ORDERED = EnumSet.complementOf(EnumSet.of(Kind.MISSED));
  private static final EnumSet<Kind> SERIAL = EnumSet.of(Kind.OVERWRITES, Kind.READS, Kind.MISSED);

  private final Report report = new Report();
  private final Versions versions;
  private final Dependencies dependencies;
  private final Graph graph;

  private Checker(Collection<Transaction> history) {
    versions = new Versions(history, report);
    dependencies = new Dependencies(history, versions);
    graph = dependencies.graph();
  }

  /** All anomalies. */
  static Report check(Collection<Transaction> history) {
    Checker checker = new Checker(history);
    checker.findCycles();
    checker.findMissed();
    return checker.report;
  }

  private void findCycles() {
    for (List<Edge> cycle : graph.cycles(EnumSet.of(Kind.OVERWRITES), node -> true)) {
      report.add(Anomaly.G0, describe(cycle));
    }
    for (List<Edge> cycle : graph.cycles(DEPENDS, node -> true)) {
      if (cycle.stream().anyMatch(edge -> edge.kind() != Kind.OVERWRITES)) {
        report.add(Anomaly.G1C, describe(cycle));
      }
    }
    for (List<Edge> cycle : graph.cycles(SERIAL, this::isSerializable)) {
      if (cycle.stream().anyMatch(edge -> edge.kind() == Kind.MISSED)) {
        report.add(Anomaly.G2, describe(cycle));
      }
    }
  }

  private boolean isSerializable(int node) {
    Transaction transaction = dependencies.node(node).transaction();
    return transaction != null
        && transaction.level() == Level.SERIALIZABLE
        && transaction.outcome() != Outcome.ABORTED;
  }

  private void findMissed() {
    for (int node = 0; node < graph.size(); node++) {
      for (Edge edge : graph.from(node)) {
        if (edge.kind() == Kind.MISSED) {
          look(edge);
        }
      }
    }
  }

  private void look(Edge missed) {
    List<Edge> path = back(missed, DEPENDS);
    if (!path.isEmpty()) {
      report.add(kind(missed, path), describe(missed, path));
      return;
    }
    path = back(missed, ORDERED);
    if (!path.isEmpty()) {
      Node reader = dependencies.node(missed.from());
      boolean told = dependencies.node(missed.to()).end() < reader.begin();
      report.add(told ? Anomaly.STALE_READ : Anomaly.BACKWARD_READ, describe(missed, path));
    }
  }

  /**
   * From who was missed to who has missed it. What has begun only when the reader had ended cannot
   * have been seen by anybody whom the reader has seen: who commits later is not read ({@link
   * Anomaly#DIRTY_READ}).
   */
  private List<Edge> back(Edge missed, EnumSet<Kind> kinds) {
    Node reader = dependencies.node(missed.from());
    long end = reader.transaction().end();
    return graph.path(
        missed.to(), missed.from(), kinds, node -> dependencies.node(node).begin() <= end);
  }

  private Anomaly kind(Edge missed, List<Edge> path) {
    if (path.stream().allMatch(e -> e.kind() == Kind.OVERWRITES && e.key().equals(missed.key()))) {
      return Anomaly.LOST_UPDATE;
    }
    Transaction writer = dependencies.node(missed.to()).transaction();
    boolean fractured = false;
    for (Read read : dependencies.node(missed.from()).reads()) {
      for (Map.Entry<Key, List<Integer>> list : read.lists().entrySet()) {
        if (list.getValue().stream().anyMatch(value -> versions.writer(value) == writer)) {
          fractured = true;
          if (list.getKey().besides(missed.key())) {
            return Anomaly.FRACTURED_READ_OF_ONE_NODE;
          }
        }
      }
    }
    if (!fractured) {
      return Anomaly.G_SINGLE;
    }
    return dependencies.node(missed.from()).isBehindWrite()
        ? Anomaly.FRACTURED_READ_BEHIND_WRITE
        : Anomaly.FRACTURED_READ;
  }

  private String describe(Edge missed, List<Edge> path) {
    return describe(missed) + "; " + describe(path);
  }

  private String describe(List<Edge> edges) {
    StringBuilder text = new StringBuilder();
    edges.forEach(edge -> text.append(describe(edge)).append("; "));
    edges.stream()
        .flatMap(edge -> List.of(edge.from(), edge.to()).stream())
        .distinct()
        .map(node -> dependencies.node(node).transaction())
        .filter(Objects::nonNull)
        .distinct()
        .forEach(transaction -> text.append("\n    ").append(transaction));
    return text.toString();
  }

  private String describe(Edge edge) {
    return switch (edge.kind()) {
      case MISSED -> name(edge.from()) + " has not seen " + name(edge.to()) + " in " + edge.key();
      case READS -> name(edge.to()) + " has seen " + name(edge.from()) + " in " + edge.key();
      case OVERWRITES ->
          name(edge.to()) + " has appended after " + name(edge.from()) + " to " + edge.key();
      case BELONGS -> name(edge.from()) + " belongs to " + name(edge.to());
      case FOLLOWS -> name(edge.to()) + " is after " + name(edge.from());
    };
  }

  private String name(int number) {
    Node node = dependencies.node(number);
    return node.transaction() == null
        ? "" + node.begin()
        : node.transaction().name() + " (from " + node.begin() + ")";
  }
}
