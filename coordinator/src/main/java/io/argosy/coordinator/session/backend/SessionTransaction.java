package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.ReadOnlyAttempt;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The life of a session's transactions: each begins, nodes join it as statements need them, its
 * modes change, and it commits or rolls back on all of them. At most one is open. Used by the
 * session's thread.
 */
public final class SessionTransaction {
  private static final String READ_WRITE = "SET TRANSACTION READ WRITE";

  private final Cluster cluster;
  private final DistributedTransactions transactions;
  private final LoggedInRole role;
  private final SessionSettings settings;
  private final LeasedBackends leased;
  private final Participants joined;
  private final StatementUndo undo;
  private final RunningStatement statement;
  private final DeadlockWatch watch;
  private final CatalogVersions versions;
  private final SessionChannels channels;
  private final StatementTimeout timeout;
  private TransactionBlock block;
  private OptionalInt onlyNode = OptionalInt.empty();

  /**
   * @param versions told when a transaction that has changed the catalog has committed
   */
  SessionTransaction(
      Cluster cluster,
      DistributedTransactions transactions,
      LoggedInRole role,
      SessionSettings settings,
      LeasedBackends leased,
      Participants joined,
      StatementUndo undo,
      RunningStatement statement,
      DeadlockWatch watch,
      CatalogVersions versions,
      SessionChannels channels,
      StatementTimeout timeout) {
    this.cluster = cluster;
    this.transactions = transactions;
    this.role = role;
    this.settings = settings;
    this.leased = leased;
    this.joined = joined;
    this.undo = undo;
    this.statement = statement;
    this.watch = watch;
    this.versions = versions;
    this.channels = channels;
    this.timeout = timeout;
  }

  /** The one that is open, or null. */
  TransactionBlock block() {
    return block;
  }

  /** Whether one is open, by BEGIN or by a statement's own need. */
  boolean isOpen() {
    return block != null;
  }

  /** Whether the client's transaction, if any, may not write. */
  boolean readOnly() {
    return block != null && block.readOnly();
  }

  /** Whether a transaction that says nothing of it may not write. */
  public boolean readOnlyByDefault() {
    return "on".equals(settings.shown("default_transaction_read_only"));
  }

  /** Whether one that says nothing of its level has this one. */
  boolean beginsAs(Isolation level) {
    return Isolation.of(settings.shown(TransactionModes.DEFAULT_ISOLATION)) == level;
  }

  /** Whether it may hold locks that others wait for. */
  public boolean mayHoldLocks() {
    return block != null && block.mayHoldLocks();
  }

  /** Its settings that backends outside of it are to have, too. */
  public Map<String, String> localSettings() {
    return block == null ? Map.of() : block.localSettingsOutside();
  }

  /** The one node on which it can work, if it is SERIALIZABLE and has worked there. */
  OptionalInt onlyNode() {
    return onlyNode;
  }

  /** What has been done in it is undone; where no node takes part any more, any can. */
  void undone() {
    if (joined.nodes().isEmpty()) {
      onlyNode = OptionalInt.empty();
    }
  }

  /**
   * Begins one.
   *
   * @param begin the statement that begins it on a node
   * @param implicit whether it ends by itself with the client's message
   */
  public void begin(String begin, boolean implicit) {
    block = new TransactionBlock(begin, implicit, settings.current());
    if (statement.beganOutside()) {
      // Others of the pipeline follow it, and its work must not be undone with theirs.
      block.countStatement();
    }
    leased.begin(Optional.of(settings.current()));
    watch.end();
    watch.begin();
    // What was leased before, a pinned home, joins when it is used next.
    joined.clear();
    onlyNode = OptionalInt.empty();
    TransactionModes.known(begin, settings::shown)
        .ifPresent(modes -> block.begun(modes, modes.beginning(begin)));
    if (implicit) {
      return;
    }
    if (block.begun()) {
      leased.way().asBefore();
    } else {
      // Such transactions are there to read, from all nodes.
      leased.way().agents();
    }
  }

  /**
   * The client has begun one: the home node begins it now, since its time is that of the
   * transaction, and checks the statement.
   *
   * @throws PostgresException what is wrong with the statement, or with the node
   */
  public void beginAtHome() {
    if (block.begun() && !joined.contains(Cluster.HOME) && block.isBeginOnly()) {
      transactions.resolve(Cluster.HOME);
      watch.begin();
      NodeSession home = leased.leaseAndAwait(Cluster.HOME);
      takesPart(Cluster.HOME, home);
      home.beginWithoutWaiting(block.joining());
    } else {
      asked(Cluster.HOME);
    }
  }

  /** Begins one that ends with the client's message, if none is open. */
  void beginImplicitly() {
    if (block == null) {
      begin("BEGIN", true);
    }
  }

  /** The session's backend on a node, as a part of the transaction if there is one. */
  NodeSession on(int node) {
    if (block != null) {
      if (block.is(Isolation.SERIALIZABLE)) {
        worksOn(node);
      }
      if (statement.writing()) {
        block.markWritten(node);
      }
    }
    return asked(node);
  }

  /** The same for what neither reads nor writes rows but those of temporary tables. */
  NodeSession asked(int node) {
    transactions.resolve(node);
    watch.begin();
    if (block == null) {
      return leased.lease(node);
    }
    NodeSession session = leased.leaseAndAwait(node);
    join(node, session);
    return session;
  }

  /** The same as {@link #on} on the home node. */
  NodeSession home() {
    return on(Cluster.HOME);
  }

  private void join(int node, NodeSession session) {
    if (joined.contains(node)) {
      return;
    }
    takesPart(node, session);
    if (block.begun() && block.isBeginOnly()) {
      session.beginWithNext(block.joining());
    } else if (block.begun()) {
      TextResult.run(session, block.joining());
    } else {
      TransactionModes modes = writable(session, TransactionModes.after(session, block.joining()));
      block.begun(modes, modes.beginning());
    }
  }

  /**
   * A node takes part from now on, and is to be told of the transaction.
   *
   * @return false when it did already
   */
  boolean takesPart(int node, NodeSession session) {
    if (block.changesSettings()) {
      session.discardOnClose();
    }
    return joined.add(node);
  }

  /**
   * A transaction of a session that may have temporary tables is READ ONLY for its client only:
   * what is told and moved for its queries makes objects in its own backend, which alone has those
   * tables, and they may be written.
   */
  private TransactionModes writable(NodeSession session, TransactionModes modes) {
    if (!modes.readOnly() || !leased.homePinned()) {
      return modes;
    }
    block.refuseWrites();
    return TransactionModes.after(session, READ_WRITE);
  }

  /** PostgreSQL finds out on one node only whether transactions can be put into an order. */
  private void worksOn(int node) {
    if (onlyNode.orElse(node) != node) {
      throw new PostgresException(
          "0A000",
          "SERIALIZABLE transactions over several nodes are not supported, and this one would"
              + " need node "
              + cluster.nodes().get(node).name(),
          "Use REPEATABLE READ.");
    }
    onlyNode = OptionalInt.of(node);
  }

  /** Runs a statement of transaction control or of settings on every node that takes part. */
  public void onAllJoined(String sql) {
    joined.run(sql);
  }

  /** The backends that take part. */
  Collection<NodeSession> joinedSessions() {
    return joined.backends().values();
  }

  /**
   * SET TRANSACTION.
   *
   * @param level whether it sets the isolation level, or what else can be set before any query only
   */
  public void changeModes(String sql, boolean level) {
    // A query may have run in other backends; PostgreSQL is to know that there was one.
    String first = block.queried() ? "SELECT WHERE false; " : "";
    if (!block.begun() || joined.nodes().isEmpty()) {
      home();
    }
    boolean forClientOnly = leased.homePinned() || !block.canBecomeReadOnly();
    if (!level && !block.readOnly() && forClientOnly) {
      boolean readOnly = block.refusesWrites() && block.hasSavepoints();
      if (ReadOnlyAttempt.modesAfter(home(), first + sql, readOnly).readOnly()) {
        block.refuseWrites();
        return;
      }
      block.allowWrites();
    }
    for (NodeSession session : joined.backends().values()) {
      block.changed(writable(session, TransactionModes.after(session, first + sql)));
    }
    block.remember(sql);
    if (leased.homePinned()) {
      block.remember(READ_WRITE);
    }
  }

  /** LISTEN or UNLISTEN. */
  public void changeChannels(SessionChannels.Change change) {
    beginImplicitly();
    block.changeChannels(change);
  }

  /**
   * Before a statement that tells others something. That is a write of the home node's, which is
   * made or not with those of other nodes.
   */
  public void beforeNotify() {
    beginImplicitly();
    TextResult.run(home(), "SELECT FROM pg_catalog.pg_current_xact_id()");
    block.markWritten(Cluster.HOME);
    mayTellOthers();
  }

  /** The statement that runs may tell others something: itself, or by what it sets off. */
  public void mayTellOthers() {
    statement.markMayTell();
  }

  /** It changes the catalog, of all nodes: none joins until it ends. */
  public void changesCatalog() {
    if (!block.catalogChanged()) {
      holdNodes();
    }
    changesNodes();
  }

  /** It does something on all nodes that no guard looks at: none joins until it ends. */
  public void holdNodes() {
    TextResult.run(asked(Cluster.HOME), holdingNodes());
  }

  /** A statement on the home node by which none joins until its transaction ends. */
  public String holdingNodes() {
    return "SELECT argosy.hold_nodes(" + cluster.nodes().size() + ")";
  }

  /** It changes the catalog of all nodes, and keeps others from joining by itself. */
  public void changesNodes() {
    versions.restarted().expect();
    block.markCatalogChanged();
  }

  /** Commits on every node that took part: on all of them or on none. */
  public void commit() {
    TransactionBlock committed = block;
    try {
      SuspendedKeys.requireNone(this);
      channels.beforeCommit(committed.channels());
      Map<Integer, Long> raised = committed.catalogChanged() ? raiseVersions() : Map.of();
      transactions.commit(
          role.name(),
          joined.backends(),
          committed.written(),
          committed.catalogChanged()
              || leased.homePinned()
              || versions.deferredChecks().mayBeThere(),
          this::home,
          timeout);
      if (committed.catalogChanged()) {
        versions.committed(raised, committed.rolesChanged());
      }
      channels.committed(committed.channels());
      if (statement.mayTell()) {
        // They hear it while it is known whose backend has told it.
        channels.catchUp();
      }
      endBlock();
    } catch (PostgresException e) {
      timeout.rollsBack();
      settings.restore(committed.settingsBefore());
      channels.rolledBack();
      joined.rollBack();
      endBlock();
      throw e;
    }
  }

  /**
   * With the transaction, and as late as can be: until it ends, no other one has the rows that
   * count.
   */
  private Map<Integer, Long> raiseVersions() {
    versions.restarted().expect();
    timeout.waiting(
        () -> {
          versions.restarted().await();
          return true;
        });
    Map<Integer, Long> raised = new TreeMap<>();
    joined
        .backends()
        .forEach(
            (node, session) -> {
              block.markWritten(node);
              raised.put(node, CatalogVersions.raise(session));
            });
    return raised;
  }

  /** It has failed, if it has not before. */
  public void abort() {
    undo.abort(block);
  }

  /** Rolls back on every node that took part; the settings of its beginning hold again. */
  public void rollback() {
    timeout.rollsBack();
    settings.restore(block.settingsBefore());
    joined.rollBack();
    endBlock();
  }

  private void endBlock() {
    block = null;
    undo.forget();
    leased.begin(Optional.empty());
    joined.clear();
    statement.end(false);
  }

  /** The session has ended: its backends, which are given back, roll back by themselves. */
  void close() {
    joined.clear();
    watch.end();
    block = null;
  }
}
