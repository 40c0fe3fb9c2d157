package io.argosy.tests.histories;

import io.argosy.tests.histories.Graph.Kind;
import io.argosy.tests.histories.Operation.Append;
import io.argosy.tests.histories.Operation.Read;
import io.argosy.tests.histories.Transaction.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The graph of a history. A node is a transaction; of one that is READ COMMITTED each read is one
 * of its own, since it has a snapshot of its own, and another one is all that the transaction
 * writes.
 */
final class Dependencies {
  private static final long NEVER = Long.MAX_VALUE;

  private final Versions versions;
  private final Graph graph = new Graph();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Transaction, Integer> writers = new HashMap<>();

  /** When nodes have ended, after which others have begun. */
  private final TreeMap<Long, Integer> times = new TreeMap<>();

  /**
   * A node of the graph.
   *
   * @param transaction nothing for a moment
   * @param reads that are of one snapshot
   * @param begin when the first of what it is was begun
   * @param end after which others can know what it has seen and done
   */
  record Node(Transaction transaction, List<Read> reads, long begin, long end) {
    /** Whether it is a read that has a snapshot of its own, in a transaction that wrote before. */
    boolean isBehindWrite() {
      List<Operation> operations = transaction.operations();
      return !transaction.hasOneSnapshot()
          && operations.subList(0, operations.indexOf(reads.getFirst())).stream()
              .anyMatch(Append.class::isInstance);
    }
  }

  Dependencies(Collection<Transaction> history, Versions versions) {
    this.versions = versions;
    for (Transaction transaction : history) {
      if (!transaction.operations().isEmpty()) {
        add(transaction);
      }
    }
    addMoments();
    versions.keys().forEach(this::connectWrites);
    for (int node = 0; node < nodes.size(); node++) {
      for (Read read : nodes.get(node).reads()) {
        for (Key key : read.lists().keySet()) {
          connectRead(node, read, key);
        }
      }
    }
  }

  Graph graph() {
    return graph;
  }

  Node node(int number) {
    return nodes.get(number);
  }

  private int add(Node node) {
    nodes.add(node);
    return graph.add();
  }

  private void add(Transaction transaction) {
    List<Operation> operations = transaction.operations();
    List<Read> reads =
        operations.stream().filter(Read.class::isInstance).map(Read.class::cast).toList();
    boolean snapshot = transaction.hasOneSnapshot();
    long begin = operations.getFirst().begin();
    List<Read> own = snapshot ? reads : List.of();
    int whole = add(new Node(transaction, own, begin, end(transaction, own)));
    writers.put(transaction, whole);
    for (Read read : snapshot ? List.<Read>of() : reads) {
      int part = add(new Node(transaction, List.of(read), read.begin(), read.end()));
      graph.connect(part, whole, Kind.BELONGS, null);
    }
  }

  /** Nobody knows more when a transaction has ended that has not committed what it has written. */
  private static long end(Transaction transaction, List<Read> reads) {
    if (transaction.outcome() == Outcome.COMMITTED && !transaction.appends().isEmpty()) {
      return transaction.end();
    }
    boolean perhaps = transaction.outcome() == Outcome.UNKNOWN && !transaction.appends().isEmpty();
    return reads.isEmpty() || perhaps ? NEVER : transaction.operations().getLast().end();
  }

  /** Who has ended before a moment comes before all who begin later. */
  private void addMoments() {
    int count = nodes.size();
    for (int node = 0; node < count; node++) {
      if (nodes.get(node).end() < NEVER) {
        times.computeIfAbsent(
            nodes.get(node).end(), time -> add(new Node(null, List.of(), time, time)));
      }
    }
    int before = -1;
    for (int moment : times.values()) {
      if (before >= 0) {
        graph.connect(before, moment, Kind.FOLLOWS, null);
      }
      before = moment;
    }
    for (int node = 0; node < count; node++) {
      if (nodes.get(node).end() < NEVER) {
        graph.connect(node, times.get(nodes.get(node).end()), Kind.FOLLOWS, null);
      }
      Map.Entry<Long, Integer> last = times.lowerEntry(entered(nodes.get(node)));
      if (last != null) {
        graph.connect(last.getValue(), node, Kind.FOLLOWS, null);
      }
    }
  }

  /** What has ended before is seen by it, or by everybody who sees it. */
  private static long entered(Node node) {
    return node.reads().isEmpty() ? node.transaction().commitBegin() : node.begin();
  }

  private void connectWrites(Key key) {
    List<Integer> order = versions.order(key);
    for (int i = 1; i < order.size(); i++) {
      graph.connect(writer(order.get(i - 1)), writer(order.get(i)), Kind.OVERWRITES, key);
    }
  }

  private int writer(Integer value) {
    return writers.get(versions.writer(value));
  }

  private void connectRead(int reader, Read read, Key key) {
    Transaction transaction = nodes.get(reader).transaction();
    List<Integer> seen = versions.others(transaction, read, key);
    List<Integer> order = versions.order(key);
    if (seen.size() > order.size() || !order.subList(0, seen.size()).equals(seen)) {
      return;
    }
    int last = seen.isEmpty() ? reader : writer(seen.getLast());
    graph.connect(last, reader, Kind.READS, key);
    if (seen.size() < order.size() && versions.writer(order.get(seen.size())) != transaction) {
      int next = writer(order.get(seen.size()));
      // Half of one transaction is an anomaly of its own.
      if (next != last) {
        graph.connect(reader, next, Kind.MISSED, key);
      }
    }
  }
}
