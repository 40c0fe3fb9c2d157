package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.cluster.tuning.NodeProfiles;
import io.argosy.coordinator.cluster.types.TypeNumbers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.coordinator.limit.Planning;
import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.coordinator.settings.FragmentSettings;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SettingBackends;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.deadlock.DeadlockDetector;
import io.argosy.node.AnswerMemory;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The backends of one session as its statements use them: those of its transaction, and others
 * beside it. Outside a transaction they are given back after each statement. Used by the session's
 * thread; {@link #cancel} by any.
 */
public final class Backends implements NodeBackends, SettingBackends, AutoCloseable {
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
  private final RunningStatement statement;
  private final SessionTransaction transaction;
  private final TransactionSnapshot transactionSnapshot;
  private final StatementRollback statementRollback;
  private final PinnedHome pinnedHome;
  private final NodeProfiles profiles;
  private final CatalogVersions versions;
  private final CatalogGuard guard;
  private final StatementSlots slots;
  private final SessionChannels channels;
  private final StatementTimeout timeout = new StatementTimeout(this::cancel);
  private int lastNumber;

  /**
   * @param cluster the coordinator's, of which the session knows as many nodes as its statements do
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
    this.cluster = cluster.first(versions.known().size());
    this.transactions = transactions;
    this.profiles = profiles;
    this.role = role;
    this.settings = settings;
    this.limits = limits;
    this.versions = versions;
    this.guard = new CatalogGuard(versions.known(), this::hasOneSnapshot);
    this.leased =
        new LeasedBackends(
            this.cluster,
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
    this.statement = new RunningStatement(leased, watch, turn, settings);
    Participants joined = new Participants(leased);
    StatementUndo undo = new StatementUndo(joined, leased, guard);
    this.transaction =
        new SessionTransaction(
            this.cluster,
            transactions,
            role,
            settings,
            leased,
            joined,
            undo,
            statement,
            watch,
            versions,
            channels,
            timeout);
    this.transactionSnapshot =
        new TransactionSnapshot(
            this.cluster, transaction, snapshots, leased, joined, undo, statement);
    this.slots = new StatementSlots(this.cluster, transaction, versions, guard);
    this.statementRollback =
        new StatementRollback(
            transaction, statement, undo, guard, slots, versions, this.cluster, cluster);
    this.pinnedHome = new PinnedHome(transaction, leased, statement, settings);
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public SlotMap slots() {
    return slots.slots();
  }

  @Override
  public SlotMap heldSlots() {
    return slots.held();
  }

  /**
   * A function of a user's may write rows where it runs, behind the guard of the statement that
   * calls it: no slot moves from there until the transaction ends.
   *
   * @param atHome whether it runs on the home node only
   */
  public void holdSlots(boolean atHome) {
    String hold = "SELECT FROM argosy.hold_slots()";
    if (cluster.nodes().size() == 1) {
      return;
    }
    if (atHome) {
      TextResult.run(home(), hold);
    } else {
      runOnEach(hold);
    }
  }

  @Override
  public void requireKnownNodes() {
    String count = TextResult.run(asked(), "SELECT pg_catalog.count(*) FROM argosy.nodes").single();
    if (Integer.parseInt(count) != cluster.nodes().size()) {
      throw CatalogVersions.outdated();
    }
  }

  @Override
  public ConsistentSnapshots snapshots() {
    return snapshots;
  }

  @Override
  public NodeSession on(int node) {
    return transaction.on(node);
  }

  @Override
  public NodeSession asked() {
    return asked(Cluster.HOME);
  }

  @Override
  public NodeSession asked(int node) {
    return transaction.asked(node);
  }

  /** The session's transactions. */
  public SessionTransaction transaction() {
    return transaction;
  }

  /** The snapshot of the transaction, if it has one for all its queries. */
  public TransactionSnapshot transactionSnapshot() {
    return transactionSnapshot;
  }

  /** What undoes the statement that runs, so that it can start again. */
  public StatementRollback statementRollback() {
    return statementRollback;
  }

  /** The home node's backend, as the session keeps it. */
  public PinnedHome pinnedHome() {
    return pinnedHome;
  }

  /** What says why a statement has failed. */
  public FailureDiagnosis diagnosis() {
    return diagnosis;
  }

  @Override
  public OptionalInt onlyNode() {
    return transaction.onlyNode();
  }

  @Override
  public Map<String, String> startRuns(int count) {
    Optional<TimeLimit> limit = limits.ofStatements(count, block());
    timeout.startRuns(limit);
    return limits.ofEachStatement(block());
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

  /** A backend outside the transaction, which the caller closes. */
  @Override
  public NodeSession open(int node) {
    watch.begin();
    return leased.open(node, transaction.localSettings());
  }

  /**
   * The same on the home node, for questions only: it gives up with 55P03 when it would wait for a
   * lock for longer than a moment.
   */
  public NodeSession openImpatient() {
    watch.begin();
    return leased.open(Cluster.HOME, limits.impatient(transaction.localSettings()));
  }

  /** Gives back a backend of {@link #open}. */
  @Override
  public void close(NodeSession session) {
    leased.close(session);
  }

  /**
   * The administrator's backend on any server, for the statement that runs, which is cancelled with
   * it. The caller closes it by {@link #closeElsewhere}.
   */
  public NodeSession openElsewhere(Node server) {
    return leased.openElsewhere(server);
  }

  /** Closes a backend of {@link #openElsewhere}, and rolls back what it has begun. */
  public void closeElsewhere(NodeSession session) {
    leased.closeElsewhere(session);
  }

  /** What is noted of the session. */
  public SessionActivity activity() {
    return activity;
  }

  @Override
  public TransactionBlock block() {
    return transaction.block();
  }

  @Override
  public boolean readOnly() {
    return transaction.readOnly();
  }

  @Override
  public boolean inTransaction() {
    return transaction.isOpen();
  }

  @Override
  public void ensureTransaction() {
    transactions.requireTwoPhaseCommit();
    ensureWriting();
  }

  /**
   * Whether a write of one node can be a transaction by itself, as far as the session is concerned.
   */
  public boolean writesAlone() {
    return !transaction.isOpen()
        && !leased.homePinned()
        && transaction.beginsAs(Isolation.READ_COMMITTED);
  }

  @Override
  public void sendsCommit() {
    guard.commits();
  }

  /** Before a write that need not be on several nodes. */
  public void ensureWriting() {
    if (!transaction.isOpen() && !transaction.beginsAs(Isolation.READ_COMMITTED)) {
      // One snapshot for all that it reads on any node.
      beginImplicitly();
      transactionSnapshot.beforeQuery();
    }
    beginImplicitly();
    block().markWriting();
    statement.markWriting();
    guard.mayWrite();
  }

  @Override
  public void markTablesLocked() {
    block().markTablesLocked();
  }

  /** The statement locks rows: until the transaction ends, if one is open. */
  public void markRowsLocked() {
    if (inTransaction()) {
      block().markRowsLocked();
    }
  }

  @Override
  public void beginImplicitly() {
    transaction.beginImplicitly();
  }

  @Override
  public boolean serializesStatements() {
    return transaction.beginsAs(Isolation.SERIALIZABLE);
  }

  @Override
  public boolean readsBeside() {
    TransactionBlock block = block();
    return block == null
        || (block.begun()
            && block.is(Isolation.READ_COMMITTED)
            && (block.readOnly() || (!leased.homePinned() && !block.hasOwnState())));
  }

  @Override
  public boolean snapshotPerStatement() {
    return snapshots.active()
        && inTransaction()
        && block().is(Isolation.READ_COMMITTED)
        && !readsBeside();
  }

  @Override
  public NodeSession beside(int node) {
    return !inTransaction() ? on(node) : leased.beside(node, transaction.localSettings());
  }

  @Override
  public boolean takeBeside(Collection<Integer> nodes) {
    // What others wait for it for is not to wait for their commits.
    return !inTransaction()
        || (!block().rowsLocked() && leased.takeBeside(nodes, transaction.localSettings()));
  }

  @Override
  public void giveBackBeside() {
    leased.giveBackBeside();
  }

  @Override
  public Optional<String> exportedSnapshot(int node) {
    return transactionSnapshot.exported(node);
  }

  @Override
  public Collection<NodeSession> joinedSessions() {
    return transaction.joinedSessions();
  }

  /**
   * A statement starts.
   *
   * @param mayWrite whether it may write where it runs, more than temporary tables of its own
   */
  public void startStatement(boolean mayWrite) {
    if (!inTransaction()) {
      leased.way().startsOutside();
    }
    statement.starts(mayWrite);
    if (mayWrite) {
      guard.mayWrite();
    }
  }

  /**
   * A query starts that only reads, and needs no temporary tables in the backends it is run in.
   * Outside of a transaction, standbys answer it where the session wants that.
   */
  public void startRead() {
    // A standby may not have a move of slots yet that the others have.
    if (!inTransaction() && SlotMaps.moves(versions.known().get(Cluster.HOME)) == 0) {
      statement.startsRead();
    }
  }

  private boolean hasOneSnapshot() {
    return inTransaction() && block().begun() && !block().is(Isolation.READ_COMMITTED);
  }

  @Override
  public void movesRows() {
    leased.way().agents();
  }

  @Override
  public void giveUpFailed() {
    leased.giveUpFailed();
  }

  /** Outside a transaction: gives the backends back. */
  public void endStatement() {
    statement.end(inTransaction());
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
    if (inTransaction()) {
      markTablesLocked();
    }
  }

  @Override
  public boolean homePinned() {
    return leased.homePinned();
  }

  /** The channels that the session listens to. */
  public SessionChannels channels() {
    return channels;
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
    return limits.kept(block());
  }

  private boolean isSet(String name) {
    return settings.current().containsKey(name)
        || (inTransaction() && block().localSettings().containsKey(name));
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
    transaction.close();
  }
}
