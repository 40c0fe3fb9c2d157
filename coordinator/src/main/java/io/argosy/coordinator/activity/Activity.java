package io.argosy.coordinator.activity;

import io.argosy.coordinator.limit.StatementQueue.Turn;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The sessions of one coordinator, in all of its databases. Thread-safe. */
public final class Activity {
  /** Tells this coordinator's statements from those of others in the logs of agents. */
  private final String prefix = HexFormat.of().toHexDigits(new SecureRandom().nextInt());

  private final AtomicLong lastStatement = new AtomicLong();
  private final Set<SessionActivity> sessions = ConcurrentHashMap.newKeySet();
  private final List<StatementObserver> observers = new CopyOnWriteArrayList<>();
  private final LongAdder twoPhaseCommits = new LongAdder();
  private final List<NodeTraffic> traffic = new CopyOnWriteArrayList<>();

  /**
   * @param nodes the nodes' names, in their order
   */
  public Activity(List<String> nodes) {
    grow(nodes);
  }

  /**
   * Nodes have joined.
   *
   * @param nodes the names of all, in their order
   */
  public synchronized void grow(List<String> nodes) {
    for (String joined : nodes.subList(Math.min(traffic.size(), nodes.size()), nodes.size())) {
      NodeTraffic added = new NodeTraffic(traffic.size(), joined);
      traffic.add(added);
      observers.forEach(observer -> observer.joined(added));
    }
  }

  /** Somebody wants to know of statements from now on. */
  public void observe(StatementObserver observer) {
    observers.add(observer);
  }

  /**
   * A client is connecting. It is listed when it is told that it has.
   *
   * @param database the database that it is connected to
   * @param turn says whether its statement waits until it may run
   */
  public SessionActivity open(String role, String database, Turn turn) {
    return new SessionActivity(this, role, database, turn);
  }

  /** The sessions that are open. */
  public Collection<SessionActivity> sessions() {
    return List.copyOf(sessions);
  }

  /** How many statements are running. */
  public long running() {
    return sessions.stream().filter(session -> session.current().isPresent()).count();
  }

  /** What passes between sessions and the node of a position. */
  public NodeTraffic traffic(int node) {
    return traffic.get(node);
  }

  /** The same of all nodes, in their order. */
  public List<NodeTraffic> traffic() {
    return List.copyOf(traffic);
  }

  /** A transaction over several nodes has been committed in two phases. */
  public void countTwoPhaseCommit() {
    twoPhaseCommits.increment();
  }

  /** How many have been since the start. */
  public long twoPhaseCommits() {
    return twoPhaseCommits.sum();
  }

  String nextId() {
    return prefix + "-" + lastStatement.incrementAndGet();
  }

  void completed(SessionActivity session, StatementActivity statement) {
    observers.forEach(observer -> observer.completed(session, statement));
  }

  void failed(SessionActivity session, Optional<StatementActivity> statement, String sqlState) {
    observers.forEach(observer -> observer.failed(session, statement, sqlState));
  }

  void opened(SessionActivity session) {
    sessions.add(session);
  }

  void closed(SessionActivity session) {
    sessions.remove(session);
  }
}
