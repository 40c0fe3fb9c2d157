package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.cluster.tuning.NodeProfiles;
import io.argosy.coordinator.cluster.types.TypeNumbers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.coordinator.limit.Planning;
import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.RestartedStatements;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.ReadOnlyAttempt;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.settings.FragmentSettings;
import io.argosy.coordinator.settings.ReadFromSetting;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SettingBackends;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.barrier.VersionedSnapshot;
import io.argosy.coordinator.transaction.deadlock.DeadlockDetector;
import io.argosy.coordinator.transaction.deadlock.Party;
import io.argosy.node.AnswerMemory;
import io.argosy.node.NodeSession;
import io.argosy.node.ReadFrom;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The transaction over the backends of one session. Outside a transaction they are given back after
 * each statement. Used by the session's thread; {@link #cancel} by any.
 */
public final class Backends implements NodeBackends, SettingBackends, AutoCloseable {
  private static final String READ_WRITE = "SET TRANSACTION READ WRITE";

  private final Cluster cluster;
  private final ConsistentSnapshots snapshots;
  private final DistributedTransactions transactions;
  private final DeadlockWatch watch;
  private final FailureDiagnosis diagnosis;
  private final LoggedInRole role;
  private final SessionSettings settings;
  private final TimeLimits limits;
  private final LeasedBackends leased;
  private final SessionActivity activity;
  private final Turn turn;
  private final Planning planning;
  private final ClientOutput client;
  private final Participants joined;
  private final StatementUndo undo;
  private final NodeProfiles profiles;
  private final CatalogVersions versions;
  private final CatalogGuard guard;
  private final SessionChannels channels;
  private final StatementTimeout timeout = new StatementTimeout(this::cancel);
  private TransactionBlock block;
  private OptionalInt onlyNode = OptionalInt.empty();
  private boolean writing;

  /** Whether the statement that runs had no transaction when it started. */
  private boolean beganOutside;

  private boolean mayTell;
  private int lastNumber;

  /**
   * @param versions told when a transaction that has changed the catalog has committed
   */
  public Backends(
      Cluster cluster,
      SnapshotBarrier barrier,
      DistributedTransactions transactions,
      DeadlockDetector deadlocks,
      NodeProfiles profiles,
      LoggedInRole role,
      SessionSettings settings,
      TimeLimits limits,
      SessionActivity activity,
      Turn turn,
      Planning planning,
      ClientOutput client,
      AnswerMemory memory,
      TypeNumbers types,
      CatalogVersions versions,
      KeptBackends kept,
      SessionChannels channels) {
    this.channels = channels;
    this.cluster = cluster;
    this.transactions = transactions;
    this.profiles = profiles;
    this.role = role;
    this.settings = settings;
    this.limits = limits;
    this.versions = versions;
    this.guard = new CatalogGuard(versions.known());
    this.leased =
        new LeasedBackends(
            cluster,
            transactions,
            role,
            limits,
            activity,
            memory,
            types,
            guard,
            timeout,
            kept,
            channels.processes());
    this.activity = activity;
    this.turn = turn;
    this.planning = planning;
    this.client = client;
    this.snapshots = new ConsistentSnapshots(barrier, transactions, leased, guard, timeout);
    this.watch = new DeadlockWatch(deadlocks, this::cancel, leased);
    this.diagnosis = new FailureDiagnosis(this, versions, guard, watch, timeout);
    this.joined = new Participants(leased);
    this.undo = new StatementUndo(joined, leased, guard);
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public SnapshotBarrier.Section takeSnapshots(Collection<Integer> nodes) {
    return snapshots.section(nodes);
  }

  @Override
  public FractureCheck fractureCheck(boolean guarded) {
    return snapshots.fractureCheck(guarded);
  }

  @Override
  public void check(FractureCheck check, Map<Integer, VersionedSnapshot> taken) {
    snapshots.check(check, taken);
  }

  /** What takes snapshots of several nodes that fit together. */
  public ConsistentSnapshots snapshots() {
    return snapshots;
  }

  /** The session's backend on a node, as a part of the current transaction if there is one. */
  @Override
  public NodeSession on(int node) {
    if (block != null) {
      if (block.is(Isolation.SERIALIZABLE)) {
        worksOn(node);
      }
      if (writing) {
        block.markWritten(node);
      }
    }
    return asked(node);
  }

  @Override
  public NodeSession asked() {
    return asked(Cluster.HOME);
  }

  @Override
  public NodeSession asked(int node) {
    transactions.resolve(node);
    watch.begin();
    if (block == null) {
      return leased.lease(node);
    }
    NodeSession session = leased.leaseAndAwait(node);
    join(node, session);
    return session;
  }

  private void join(int node, NodeSession session) {
    if (joined.contains(node)) {
      return;
    }
    takesPart(node, session);
    if (block.begun()) {
      TextResult.run(session, block.joining());
    } else {
      block.begun(writable(session, TransactionModes.after(session, block.joining())));
    }
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

  private boolean takesPart(int node, NodeSession session) {
    if (block.changesSettings()) {
      session.discardOnClose();
    }
    return joined.add(node);
  }

  /** What says why a statement has failed. */
  public FailureDiagnosis diagnosis() {
    return diagnosis;
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

  @Override
  public OptionalInt onlyNode() {
    return onlyNode;
  }

  @Override
  public Map<String, String> startRuns(int count) {
    Optional<TimeLimit> limit = limits.ofStatements(count, block);
    timeout.startRuns(limit);
    return limits.ofEachStatement(block);
  }

  @Override
  public void undone() {
    guard.undone();
  }

  @Override
  public void readsOnly() {
    guard.readsOnly();
  }

  @Override
  public NodeSession home() {
    return on(Cluster.HOME);
  }

  /** Has the home node's backend be one that takes a value of a setting, if another will do. */
  public void requireHomeThatTakes(String setting, String value) {
    leased.leaseHomeThatTakes(setting, value, block() == null);
  }

  /** A backend outside the transaction, which the caller closes. */
  @Override
  public NodeSession open(int node) {
    watch.begin();
    return leased.open(node, localSettings());
  }

  /**
   * The same on the home node, for questions only: it gives up with 55P03 when it would wait for a
   * lock for longer than a moment.
   */
  public NodeSession openImpatient() {
    watch.begin();
    return leased.open(Cluster.HOME, limits.impatient(localSettings()));
  }

  /** Whether the current transaction, if there is one, may hold locks that others wait for. */
  public boolean mayHoldLocks() {
    return block != null && block.mayHoldLocks();
  }

  /** The settings of the transaction that backends outside of it are to have, too. */
  public Map<String, String> localSettings() {
    return block == null ? Map.of() : block.localSettingsOutside();
  }

  /** Gives back a backend of {@link #open}. */
  @Override
  public void close(NodeSession session) {
    leased.close(session);
  }

  /** What is noted of the session. */
  public SessionActivity activity() {
    return activity;
  }

  @Override
  public TransactionBlock block() {
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

  public void begin(String statement, boolean implicit) {
    block = new TransactionBlock(statement, implicit, settings.current());
    if (beganOutside) {
      // Others of the pipeline follow it, and its work must not be undone with theirs.
      block.countStatement();
    }
    leased.begin(Optional.of(settings.current()));
    watch.end();
    watch.begin();
    // What was leased before, a pinned home, joins when it is used next.
    joined.clear();
    onlyNode = OptionalInt.empty();
  }

  @Override
  public void ensureTransaction() {
    transactions.requireTwoPhaseCommit();
    ensureWriting();
  }

  /** Before a write that need not be on several nodes. */
  public void ensureWriting() {
    if (block == null && !beginsAs(Isolation.READ_COMMITTED)) {
      // One snapshot for all that it reads on any node.
      beginImplicitly();
      beforeQuery();
    }
    beginImplicitly();
    block.markWriting();
    writing = true;
  }

  @Override
  public void markTablesLocked() {
    block.markTablesLocked();
  }

  @Override
  public void beginImplicitly() {
    if (block == null) {
      begin("BEGIN", true);
    }
  }

  /** Begins the transaction of one statement, all of whose queries see the same state. */
  public void beginReading() {
    begin("BEGIN ISOLATION LEVEL REPEATABLE READ", true);
    beforeQuery();
  }

  /** The transaction changes the catalog. */
  public void changesCatalog() {
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
      transactions.commit(role.name(), joined.backends(), committed.written(), this::home, timeout);
      if (committed.catalogChanged()) {
        versions.committed(raised, committed.rolesChanged());
      }
      channels.committed(committed.channels());
      if (mayTell) {
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

  /**
   * A statement starts that is based on what is known of the catalog.
   *
   * @param based the versions that were known before anything else of it was
   * @param counts whether it does more than the script of a transaction can do again
   */
  public void guardBy(List<Long> based, boolean counts) {
    boolean open = block != null;
    beganOutside = counts && !open;
    if (open && counts) {
      undo.count(block);
    }
    guard.starts(counts, based, open, open && block.begun() && !block.is(Isolation.READ_COMMITTED));
  }

  /** The client's next statement is about to start, for the first time. */
  public void nextStatement() {
    undo.starts();
  }

  /**
   * The statement has been planned, and several nodes may do a part of it. Where it is likely that
   * it has to start again, it is made possible to undo it alone.
   */
  public void prepareToUndo() {
    if (block != null
        && block.is(Isolation.READ_COMMITTED)
        && !block.failed()
        && !block.catalogChanged()
        && versions.restarted().likely()) {
      undo.prepare(block);
    }
  }

  /** The client's statement is complete: what it has done stays. */
  public void settleStatement() {
    undo.settle();
  }

  /** The client ends its transaction. */
  public void forgetUndo() {
    undo.forget();
  }

  /** What the statement that runs is based on. */
  CatalogGuard guard() {
    return guard;
  }

  /**
   * The statement that runs is based on an older catalog and has failed by that: what it has done
   * is undone, so that it can start again.
   *
   * @param begunBefore whether the transaction had begun before it
   * @return whether that is possible
   */
  public boolean undoStatement(boolean begunBefore) {
    if (block == null || !begunBefore) {
      return undoOnAllNodes(begunBefore);
    }
    return undone(undo.undoParts(block));
  }

  /** The same for one that has failed after some nodes have done their part. */
  public boolean undoOnAllNodes(boolean begunBefore) {
    if (block == null) {
      endStatement();
      return true;
    }
    if (!begunBefore) {
      rollback();
      return true;
    }
    return undone(undo.undoEverywhere(block));
  }

  private boolean undone(boolean all) {
    if (all && joined.nodes().isEmpty()) {
      onlyNode = OptionalInt.empty();
    }
    return all;
  }

  /** The transaction has failed, if it has not before. */
  public void abort() {
    undo.abort(block);
  }

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
    endStatement();
  }

  /**
   * Before a statement that takes a snapshot. Under REPEATABLE READ that is the transaction's, so
   * all nodes join it and take their snapshots together.
   *
   * @throws PostgresException when a node cannot
   */
  public void beforeQuery() {
    if (block == null && beginsAs(Isolation.SERIALIZABLE)) {
      // What reads several nodes by itself is refused as in any other transaction.
      beginImplicitly();
    }
    if (block == null || block.failed() || block.queried()) {
      return;
    }
    if (!block.begun()) {
      asked();
    }
    block.markQueried();
    if (block.is(Isolation.REPEATABLE_READ) && cluster.nodes().size() > 1) {
      takeFittingSnapshots();
    }
  }

  private void takeFittingSnapshots() {
    for (int attempts = 1; ; attempts++) {
      try {
        takeSnapshots();
        return;
      } catch (FracturedReadException e) {
        if (beganOutside) {
          // The statement starts again, and its transaction with it.
          throw e;
        }
        if (attempts >= RestartedStatements.MOST_ATTEMPTS || !undo.beginAgainBefore(block)) {
          throw new PostgresException(e.error(), e);
        }
        snapshots.awaitEnd(e);
        asked();
        block.markQueried();
      }
    }
  }

  /** Whether a transaction that says nothing of its level has this one. */
  private boolean beginsAs(Isolation level) {
    return Isolation.of(settings.shown(TransactionModes.DEFAULT_ISOLATION)) == level;
  }

  private void takeSnapshots() {
    Map<Integer, String> scripts = new TreeMap<>();
    cluster.positions().forEach(leased::lease);
    for (int node = 0; node < cluster.nodes().size(); node++) {
      boolean joins = takesPart(node, leased.leaseAndAwait(node));
      scripts.put(
          node, (joins ? block.joining() + "; " : "") + "SELECT " + VersionedSnapshot.COLUMNS);
    }
    Map<Integer, VersionedSnapshot> taken = new TreeMap<>();
    FractureCheck check;
    try (SnapshotBarrier.Section section = takeSnapshots(scripts.keySet())) {
      // No guard is asked yet, and the transaction keeps these snapshots.
      check = fractureCheck(false);
      joined
          .run(scripts)
          .forEach(
              (node, answer) -> taken.put(node, VersionedSnapshot.of(answer.rows().getFirst())));
    }
    check(check, taken);
  }

  /**
   * SET TRANSACTION.
   *
   * @param level whether it sets the isolation level, or what else can be set before any query only
   */
  public void changeModes(String sql, boolean level) {
    // A query may have run in other backends; PostgreSQL is to know that there was one.
    String first = block.queried() ? "SELECT WHERE false; " : "";
    if (!block.begun()) {
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

  @Override
  public boolean readsBeside() {
    return block == null
        || (block.begun()
            && block.is(Isolation.READ_COMMITTED)
            && (block.readOnly() || (!leased.homePinned() && !block.hasOwnState())));
  }

  @Override
  public boolean snapshotPerStatement() {
    return snapshots.active()
        && block != null
        && block.is(Isolation.READ_COMMITTED)
        && !readsBeside();
  }

  @Override
  public NodeSession beside(int node) {
    return block == null ? on(node) : leased.beside(node, localSettings());
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
  public void onAllJoined(String sql) {
    joined.run(sql);
  }

  @Override
  public Collection<NodeSession> joinedSessions() {
    return joined.backends().values();
  }

  /**
   * A statement starts.
   *
   * @param mayWrite whether it may write where it runs, more than temporary tables of its own
   */
  public void startStatement(boolean mayWrite) {
    writing = mayWrite;
    leased.readFrom(ReadFrom.PRIMARY);
  }

  /**
   * A query starts that only reads, and needs no temporary tables in the backends it is run in.
   * Outside of a transaction, standbys answer it where the session wants that.
   */
  public void startRead() {
    if (block == null) {
      leased.readFrom(ReadFromSetting.of(settings.current()));
    }
  }

  /** Outside a transaction: gives the backends back. */
  public void endStatement() {
    turn.leave();
    writing = false;
    leased.giveBackBeside();
    if (block == null) {
      beganOutside = false;
      mayTell = false;
      leased.giveBack();
      watch.end();
    }
  }

  /**
   * Keeps the home node's backend for the session, since a statement has left something in it: a
   * temporary table, a lock, a channel that is listened to.
   */
  public void pinHome() {
    home();
    leased.pinHome();
  }

  @Override
  public void takeNumbers() {
    asked();
    leased.takeNumbers();
  }

  /**
   * A statement starts that asks for the numbers that the session has taken from sequences.
   *
   * @throws PostgresException 0A000 when they are not known any more
   */
  public void requireNumbers() {
    asked();
    if (leased.numbersForgotten()) {
      throw new PostgresException(
          "0A000",
          "the numbers that this session has taken from sequences are not known any more",
          "Ask for them in the transaction that takes them, or use RETURNING.");
    }
  }

  /**
   * A function of a user's, or one that leaves something behind, runs in the session's backends
   * until they are given back. They are not given to others as they are then.
   */
  public void runUnknownFunctions() {
    leased.markChanged();
    if (block != null) {
      block.markTablesLocked();
    }
  }

  /** The process ids of the home node's backends that work for the session. Any thread. */
  public Set<Integer> atHome() {
    return leased.working().stream()
        .filter(backend -> backend.node() == Cluster.HOME)
        .map(Party.Backend::process)
        .collect(Collectors.toSet());
  }

  @Override
  public boolean homePinned() {
    return leased.homePinned();
  }

  /** How many backends of the home node have been kept for the session so far. */
  public long pins() {
    return leased.pins();
  }

  /**
   * Whether the session may have temporary objects, or make some without saying so. Those that it
   * has made keep the home node's backend.
   */
  public boolean mayHaveTemporaryObjects() {
    String local = block == null ? null : block.localSettings().get("search_path");
    String path = local == null ? settings.shown("search_path") : local;
    return leased.homePinned() || path != null && path.contains("pg_temp");
  }

  /** LISTEN or UNLISTEN. */
  public void changeChannels(SessionChannels.Change change) {
    if (block == null) {
      beginImplicitly();
    }
    block.changeChannels(change);
  }

  /** The channels that the session listens to. */
  public SessionChannels channels() {
    return channels;
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

  /** The statement may tell others something: itself, or by what it sets off. */
  public void mayTellOthers() {
    mayTell = true;
  }

  /** Whether a transaction that says nothing of it may not write. */
  public boolean readOnlyByDefault() {
    return "on".equals(settings.shown("default_transaction_read_only"));
  }

  public void unpinHome() {
    leased.unpinHome();
    endStatement();
  }

  @Override
  public String setting(String name) {
    return settings.current().get(name);
  }

  @Override
  public Map<String, String> fragmentSettings(int node) {
    return FragmentSettings.parse(settings.current().get(FragmentSettings.SETTING))
        .on(() -> profiles.plannerSettings(node, role), this::isSet);
  }

  @Override
  public Map<String, String> keptSettings() {
    return limits.kept(block);
  }

  private boolean isSet(String name) {
    return settings.current().containsKey(name)
        || (block != null && block.localSettings().containsKey(name));
  }

  @Override
  public int nextNumber() {
    return ++lastNumber;
  }

  @Override
  public Planning planning() {
    return planning;
  }

  /** What ends the client's statement when its time is over. */
  public StatementTimeout timeout() {
    return timeout;
  }

  /** Cancels whatever runs, here or on any node. */
  void cancel() {
    turn.cancel();
    planning.cancel();
    leased.cancel();
    client.cancelCopyIn();
  }

  @Override
  public void close() {
    timeout.stop();
    turn.leave();
    channels.close();
    leased.close();
    joined.clear();
    watch.end();
    block = null;
  }
}
