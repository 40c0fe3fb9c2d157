package io.argosy.coordinator.session;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.SessionOptions;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.deadlock.DeadlockDetector;
import io.argosy.coordinator.deadlock.WaitingTransaction;
import io.argosy.coordinator.execute.NodeBackends;
import io.argosy.coordinator.session.TransactionModes.Isolation;
import io.argosy.coordinator.snapshot.SnapshotBarrier;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.Parallel;
import io.argosy.coordinator.tuning.FragmentSettings;
import io.argosy.coordinator.tuning.NodeProfiles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The backends that one session holds, at most one per node, and the transaction over them. Outside
 * a transaction they are given back after each statement. Used by the session's thread; {@link
 * #cancel} by any.
 */
public final class Backends implements NodeBackends, AutoCloseable {
  private final Cluster cluster;
  private final SnapshotBarrier snapshots;
  private final DistributedTransactions transactions;
  private final DeadlockDetector deadlocks;
  private final String user;
  private final SessionSettings settings;
  private final TimeLimits limits;
  private final Map<Integer, NodeSession> leased = new TreeMap<>();
  private final Map<Integer, NodeSession> beside = new TreeMap<>();
  private final Set<Integer> joined = new TreeSet<>();
  private final Set<NodeSession> cancellable = ConcurrentHashMap.newKeySet();
  private final NodeProfiles profiles;
  private final Runnable catalogCommitted;
  private final StatementTimeout timeout = new StatementTimeout(this::cancel);
  private TransactionBlock block;
  private WaitingTransaction waiting;
  private boolean homePinned;
  private boolean homeUsed;
  private boolean listening;
  private int lastNumber;

  /**
   * @param catalogCommitted told when a transaction that has changed the catalog has committed
   */
  Backends(
      Cluster cluster,
      SnapshotBarrier snapshots,
      DistributedTransactions transactions,
      DeadlockDetector deadlocks,
      NodeProfiles profiles,
      String user,
      SessionSettings settings,
      TimeLimits limits,
      Runnable catalogCommitted) {
    this.cluster = cluster;
    this.snapshots = snapshots;
    this.transactions = transactions;
    this.deadlocks = deadlocks;
    this.profiles = profiles;
    this.user = user;
    this.settings = settings;
    this.limits = limits;
    this.catalogCommitted = catalogCommitted;
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public SnapshotBarrier.Section takeSnapshots(Collection<Integer> nodes) {
    SnapshotBarrier.Section section = snapshots.takeSnapshots();
    try {
      // A commit may have left a part behind while this waited.
      nodes.forEach(transactions::resolve);
      return section;
    } catch (RuntimeException e) {
      section.close();
      throw e;
    }
  }

  /** The session's backend on a node, as a part of the current transaction if there is one. */
  @Override
  public NodeSession on(int node) {
    transactions.resolve(node);
    NodeSession session = lease(node);
    if (block != null) {
      join(node, session);
    }
    return session;
  }

  private NodeSession lease(int node) {
    NodeSession session = leased.get(node);
    if (session == null) {
      session = open(node);
      leased.put(node, session);
    }
    return session;
  }

  private void join(int node, NodeSession session) {
    if (joined.contains(node)) {
      homeUsed |= node == Cluster.HOME;
      return;
    }
    if (block.is(Isolation.SERIALIZABLE)) {
      becomeOnly(node);
    }
    takesPart(node, session);
    if (block.begun()) {
      TextResult.run(session, joining());
    } else {
      block.begun(TransactionModes.after(session, joining()));
    }
  }

  private boolean takesPart(int node, NodeSession session) {
    waiting.joined(node, session.processId());
    return joined.add(node);
  }

  /** What the client is told of a failure, by whoever knows its cause. */
  PostgresException explained(PostgresException failure) {
    return block == null
        ? timeout.explained(failure)
        : waiting.explained(failure).orElseGet(() -> timeout.explained(failure));
  }

  private String joining() {
    return String.join("; ", block.script());
  }

  /** PostgreSQL finds out on one node only whether transactions can be put into an order. */
  private void becomeOnly(int node) {
    if (homeUsed || !Set.of(Cluster.HOME).containsAll(joined)) {
      throw new PostgresException(
          "0A000",
          "SERIALIZABLE transactions over several nodes are not supported, and this one would"
              + " need node "
              + cluster.nodes().get(node).name(),
          "Use REPEATABLE READ.");
    }
    rollbackNodes();
  }

  @Override
  public NodeSession home() {
    return on(Cluster.HOME);
  }

  /** A backend outside the transaction, which the caller closes. */
  @Override
  public NodeSession open(int node) {
    transactions.resolve(node);
    NodeSession session =
        cluster
            .nodes()
            .get(node)
            .open(new SessionOptions(cluster.database(), user, limits.onNodes()));
    cancellable.add(session);
    return session;
  }

  /** Gives back a backend of {@link #open}. */
  @Override
  public void close(NodeSession session) {
    cancellable.remove(session);
    session.close();
  }

  /** The current transaction, or null. */
  TransactionBlock block() {
    return block;
  }

  /** Whether the client's transaction, if any, may write. */
  @Override
  public boolean readOnly() {
    return block != null && block.readOnly();
  }

  /** Whether a transaction over the nodes is open, by BEGIN or by a statement's own need. */
  @Override
  public boolean inTransaction() {
    return block != null;
  }

  void begin(String statement, boolean implicit) {
    block = new TransactionBlock(statement, implicit, settings.current());
    waiting = deadlocks.begin(this::cancel);
    // What was leased before, a pinned home, joins when it is used next.
    joined.clear();
    homeUsed = false;
  }

  @Override
  public void ensureTransaction() {
    transactions.requireTwoPhaseCommit();
    ensureWriting();
  }

  /** Before a write that need not be on several nodes. */
  void ensureWriting() {
    if (block == null && !beginsAs(Isolation.READ_COMMITTED)) {
      // One snapshot for all that it reads on any node.
      beginImplicitly();
      beforeQuery();
    }
    beginImplicitly();
    block.markWriting();
  }

  @Override
  public void markTablesLocked() {
    block.markTablesLocked();
  }

  /** Starts a transaction if none is open; it may turn out to read only. */
  void beginImplicitly() {
    if (block == null) {
      begin("BEGIN", true);
    }
  }

  /** Commits on every node that took part: on all of them or on none. */
  void commit() {
    TransactionBlock committed = block;
    try {
      Map<Integer, NodeSession> parts = new TreeMap<>();
      joined.forEach(node -> parts.put(node, leased.get(node)));
      transactions.commit(user, parts, committed.writes(), this::home, timeout);
      if (committed.catalogChanged()) {
        catalogCommitted.run();
      }
      endBlock();
    } catch (PostgresException e) {
      timeout.rollsBack();
      settings.restore(committed.settingsBefore());
      rollbackNodes();
      endBlock();
      throw e;
    }
  }

  void rollback() {
    settings.restore(block.settingsBefore());
    rollbackNodes();
    endBlock();
  }

  private void rollbackNodes() {
    for (int node : List.copyOf(joined)) {
      rollback(node);
      joined.remove(node);
    }
  }

  private void rollback(int node) {
    try {
      TextResult.run(leased.get(node), "ROLLBACK");
    } catch (PostgresException e) {
      // A lost backend has rolled back by itself; the lease must not be used again.
      drop(node);
    }
  }

  private void endBlock() {
    deadlocks.end(waiting);
    block = null;
    joined.clear();
    endStatement();
  }

  /**
   * Before a statement that takes a snapshot. Under REPEATABLE READ that is the transaction's, so
   * all nodes join it and take their snapshots together.
   *
   * @throws PostgresException when a node cannot
   */
  void beforeQuery() {
    if (block == null && beginsAs(Isolation.SERIALIZABLE)) {
      // What reads several nodes by itself is refused as in any other transaction.
      beginImplicitly();
    }
    if (block == null || block.failed() || block.queried()) {
      return;
    }
    if (!block.begun()) {
      home();
    }
    block.markQueried();
    if (block.is(Isolation.REPEATABLE_READ) && cluster.nodes().size() > 1) {
      takeSnapshots();
    }
  }

  /** Whether a transaction that says nothing of its level has this one. */
  private boolean beginsAs(Isolation level) {
    return Isolation.of(settings.shown(TransactionModes.DEFAULT_ISOLATION)) == level;
  }

  private void takeSnapshots() {
    Map<Integer, String> scripts = new TreeMap<>();
    for (int node = 0; node < cluster.nodes().size(); node++) {
      boolean joins = takesPart(node, lease(node));
      scripts.put(node, (joins ? joining() + "; " : "") + "SELECT WHERE false");
    }
    try (SnapshotBarrier.Section section = takeSnapshots(scripts.keySet())) {
      onEach(scripts);
    }
  }

  private void onEach(Map<Integer, String> scripts) {
    Map<Integer, PostgresException> failures =
        Parallel.onEach(
            scripts.keySet(), node -> TextResult.run(leased.get(node), scripts.get(node)));
    if (!failures.isEmpty()) {
      throw failures.values().iterator().next();
    }
  }

  /** SET TRANSACTION. */
  void changeModes(String sql) {
    // A query may have run in other backends; PostgreSQL is to know that there was one.
    String first = block.queried() ? "SELECT WHERE false; " : "";
    if (!block.begun()) {
      home();
    }
    for (int node : joined) {
      block.changed(TransactionModes.after(leased.get(node), first + sql));
    }
    block.remember(sql);
  }

  @Override
  public boolean readsBeside() {
    return block == null
        || (block.begun()
            && block.is(Isolation.READ_COMMITTED)
            && (block.readOnly() || (!homePinned && !block.hasOwnState())));
  }

  @Override
  public NodeSession beside(int node) {
    return block == null ? on(node) : beside.computeIfAbsent(node, this::open);
  }

  @Override
  public Optional<String> exportedSnapshot(int node) {
    if (block == null || !block.readOnly() || block.is(Isolation.READ_COMMITTED)) {
      return Optional.empty();
    }
    return Optional.of(
        block
            .exportedSnapshots()
            .computeIfAbsent(
                node,
                n -> TextResult.run(on(n), "SELECT pg_catalog.pg_export_snapshot()").single()));
  }

  /** Before a savepoint, behind which PostgreSQL exports no snapshot any more. */
  void exportSnapshots() {
    if (block.readOnly() && block.is(Isolation.REPEATABLE_READ)) {
      beforeQuery();
      for (int node = 0; node < cluster.nodes().size(); node++) {
        exportedSnapshot(node);
      }
    }
  }

  /** Runs a statement of transaction control or of settings on every node that takes part. */
  void onAllJoined(String sql) {
    for (int node : joined) {
      TextResult.run(leased.get(node), sql);
    }
  }

  List<NodeSession> joinedSessions() {
    List<NodeSession> sessions = new ArrayList<>();
    joined.forEach(node -> sessions.add(leased.get(node)));
    return sessions;
  }

  /** Outside a transaction: gives the backends back. */
  public void endStatement() {
    beside.values().forEach(this::close);
    beside.clear();
    if (block != null) {
      return;
    }
    for (int node : List.copyOf(leased.keySet())) {
      if (node != Cluster.HOME || !homePinned) {
        drop(node);
      }
    }
    if (homePinned && leased.get(Cluster.HOME).transactionStatus() != 'I') {
      // A read of several nodes was a transaction there, and has failed or was stopped.
      rollback(Cluster.HOME);
    }
  }

  private void drop(int node) {
    NodeSession session = leased.remove(node);
    if (session != null) {
      close(session);
    }
    if (node == Cluster.HOME) {
      homePinned = false;
    }
  }

  /**
   * Keeps the home node's backend for the session, since a statement has left something in it: a
   * temporary table, a lock, a channel that is listened to.
   */
  public void pinHome() {
    home().discardOnClose();
    homePinned = true;
  }

  @Override
  public boolean homePinned() {
    return homePinned;
  }

  /** Notifications of other sessions may arrive at the home node's backend from now on. */
  void listenAtHome() {
    pinHome();
    listening = true;
  }

  /** Whether {@link #listenAtHome} was called and the backend is still there. */
  boolean listening() {
    return listening && homePinned;
  }

  void unpinHome() {
    listening = false;
    homePinned = false;
    endStatement();
  }

  @Override
  public String setting(String name) {
    return settings.current().get(name);
  }

  @Override
  public Map<String, String> fragmentSettings(int node) {
    return FragmentSettings.parse(settings.current().get(FragmentSettings.SETTING))
        .on(() -> profiles.plannerSettings(node, user), this::isSet);
  }

  private boolean isSet(String name) {
    return settings.current().containsKey(name)
        || (block != null && block.localSettings().containsKey(name));
  }

  @Override
  public int nextNumber() {
    return ++lastNumber;
  }

  /** What ends the client's statement when its time is over. */
  StatementTimeout timeout() {
    return timeout;
  }

  /** Cancels whatever runs on any node. */
  void cancel() {
    cancellable.forEach(NodeSession::cancel);
  }

  @Override
  public void close() {
    timeout.stop();
    leased.values().forEach(NodeSession::close);
    leased.clear();
    beside.values().forEach(NodeSession::close);
    beside.clear();
    joined.clear();
    cancellable.clear();
    if (block != null) {
      deadlocks.end(waiting);
      block = null;
    }
  }
}
