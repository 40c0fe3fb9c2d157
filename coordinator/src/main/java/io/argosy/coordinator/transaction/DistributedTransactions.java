package io.argosy.coordinator.transaction;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.transaction.barrier.FractureCheck;
import io.argosy.coordinator.transaction.barrier.FracturedReadException;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitLimit;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.coordinator.transaction.commit.CommitRecords;
import io.argosy.coordinator.transaction.commit.DistributedCommit;
import io.argosy.coordinator.transaction.commit.GlobalTransactionId;
import io.argosy.coordinator.transaction.commit.InDoubt;
import io.argosy.coordinator.transaction.commit.PreparedTransactions;
import io.argosy.coordinator.transaction.commit.TwoPhaseCommit.Protocol;
import io.argosy.coordinator.transaction.recovery.CommitsElsewhere;
import io.argosy.coordinator.transaction.recovery.Coordinators;
import io.argosy.coordinator.transaction.recovery.Recovery;
import io.argosy.coordinator.transaction.recovery.TransactionsTable;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transactions over several nodes of one coordinator, and their recovery. Thread-safe. */
public final class DistributedTransactions implements AutoCloseable {
  /** What to do about a node that can prepare too few transactions. */
  public static final String PREPARING_ADVICE =
      "Set max_prepared_transactions to max_connections in postgresql.conf and restart the server.";

  private static final Logger LOG = LoggerFactory.getLogger(DistributedTransactions.class);
  private static final Duration RECOVERY_INTERVAL = Duration.ofSeconds(10);
  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final Duration START_PAUSE = Duration.ofMillis(50);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Cluster cluster;
  private final InDoubt inDoubt;
  private final Protocol protocol;
  private final Recovery recovery;
  private final PreparedCapacity capacity;
  private final TransactionsTable table;
  private final CommitsElsewhere elsewhere;
  private final OtherCoordinators others;
  private final Set<Long> numbers = ConcurrentHashMap.newKeySet();
  private final Set<GlobalTransactionId> running = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastNumber = new AtomicLong();
  private final ReentrantLock recoveryLock = new ReentrantLock();
  private final Semaphore wanted = new Semaphore(0);
  private volatile CoordinatorEntry entry;
  private Thread recovering;
  private volatile boolean closed;

  /**
   * Enters the coordinator on the home node, and ends what others have left prepared.
   *
   * @param snapshots keeps reads from seeing a commit on some of its nodes only
   * @param observer is told of every step of a commit
   * @throws PostgresException when the home node cannot be reached
   */
  public DistributedTransactions(
      Cluster cluster, SnapshotBarrier snapshots, CommitObserver observer) {
    this.cluster = cluster;
    CommitRecords records = new CommitRecords(cluster);
    PreparedTransactions prepared = new PreparedTransactions(cluster);
    this.inDoubt = new InDoubt(cluster, records, prepared);
    this.protocol = new Protocol(records, inDoubt, snapshots, observer, wanted::release);
    this.capacity = new PreparedCapacity(cluster);
    Coordinators coordinators = new Coordinators(cluster);
    this.table = new TransactionsTable(cluster, coordinators, records, prepared, inDoubt);
    this.recovery =
        new Recovery(
            cluster,
            coordinators,
            records,
            prepared,
            inDoubt,
            observer,
            numbers::contains,
            running::contains);
    this.elsewhere =
        new CommitsElsewhere(
            this::askHome, () -> entry, numbers::contains, prepared, wanted::release);
    this.others =
        new OtherCoordinators(
            () ->
                coordinators.entries().keySet().stream().allMatch(numbers::contains)
                    && prepared.areAll(numbers::contains));
    if (cluster.nodes().size() > 1) {
      start();
    }
  }

  /** What is wrong with a node that can prepare no transactions; see {@link #PREPARING_ADVICE}. */
  public static String cannotPrepare(String node) {
    return "node \""
        + node
        + "\" cannot take part in a write over several nodes: its max_prepared_transactions is 0";
  }

  private void start() {
    enter();
    try {
      recoverBeforeServing();
      capacity.ask();
    } catch (RuntimeException e) {
      entry.abandon();
      throw e;
    }
    recovering = Thread.ofVirtual().name("recovery").start(this::recoverAgainAndAgain);
  }

  /** Whether it does all that a cluster of so many nodes needs. */
  public boolean follows() {
    recoveryLock.lock();
    try {
      return recovering != null || cluster.nodes().size() == 1;
    } finally {
      recoveryLock.unlock();
    }
  }

  /**
   * The cluster has grown, perhaps from one node.
   *
   * @throws PostgresException when the home node cannot be reached; it is to be tried again
   */
  public void follow() {
    recoveryLock.lock();
    try {
      if (recovering == null) {
        start();
      } else {
        capacity.askJoined();
      }
    } finally {
      recoveryLock.unlock();
    }
  }

  /**
   * One that was killed a moment ago lives for the others until its connection to the home node is
   * seen to be lost. Clients would see half of what it has left, so it is waited for; and with it
   * for what those that live are committing, which takes a moment too.
   */
  private void recoverBeforeServing() {
    long start = System.nanoTime();
    Set<GlobalTransactionId> unfinished = runRecovery();
    while (!unfinished.isEmpty()) {
      if (System.nanoTime() - start > START_LIMIT.toNanos()) {
        LOG.warn("other coordinators have not ended what they have prepared: {}", unfinished);
        return;
      }
      awaitWanted(START_PAUSE);
      unfinished.retainAll(runRecovery());
    }
  }

  /**
   * In the backend that is there anyhow. Where it is lost, others may have taken this coordinator
   * for dead, and deleted what its reads would have asked for.
   */
  private TextResult askHome(String sql) {
    CoordinatorEntry asked = entry;
    try {
      return asked.ask(sql);
    } catch (PostgresException e) {
      LOG.info("the home node could not be asked for commits", e);
      enterAgain();
      if (entry == asked) {
        throw e;
      }
      throw new FracturedReadException(Map.of());
    }
  }

  private void enterAgain() {
    recoveryLock.lock();
    try {
      if (!entry.stands()) {
        entry.abandon();
        enter();
      }
    } finally {
      recoveryLock.unlock();
    }
  }

  private void enter() {
    CoordinatorEntry entered = CoordinatorEntry.enter(cluster);
    numbers.add(entered.id());
    entry = entered;
  }

  /**
   * Commits a transaction on every node that takes part: on all of them or on none.
   *
   * @param role who is logged in on the nodes
   * @param parts the backends that are in the transaction, by the nodes' positions; when this has
   *     thrown, some may still be in it
   * @param written the nodes on which statements have run that are there to write. What other parts
   *     have written are tables of a query's own, which are gone
   * @param deferred whether some check may have been left for the commit
   * @param home brings the home node's backend into the transaction
   * @param limit what may stop it before its outcome is decided
   * @throws PostgresException when it is rolled back: why; 08007 when a node was lost in the moment
   *     of the commit, and it cannot be found out whether it has committed
   */
  public void commit(
      String role,
      Map<Integer, NodeSession> parts,
      Set<Integer> written,
      boolean deferred,
      Supplier<NodeSession> home,
      CommitLimit limit) {
    new DistributedCommit(protocol, parts, written, deferred, limit)
        .run(home, nodes -> begin(role, nodes), running::remove);
  }

  /** From now on recovery leaves the transaction alone. */
  private GlobalTransactionId begin(String role, Set<Integer> nodes) {
    CoordinatorEntry entered = entry;
    entered.announce(nodes);
    GlobalTransactionId id =
        new GlobalTransactionId(entered.id(), lastNumber.incrementAndGet(), role);
    running.add(id);
    return id;
  }

  /**
   * Before a node is read or written: ends what it has prepared of transactions that are committed,
   * so that nobody sees half of one.
   *
   * @param node the node's position
   * @throws PostgresException naming the node, when that is not possible now
   */
  public void resolve(int node) {
    inDoubt.resolve(node);
  }

  /**
   * A check of the snapshots that a read is about to take on several nodes: of what other
   * coordinators commit, they are to see all or nothing.
   *
   * @param versions the versions of the catalogs that the nodes are required to have in these
   *     snapshots, by position; empty where that is not known yet
   */
  public FractureCheck fractureCheck(Optional<List<Long>> versions) {
    boolean alone = entry == null || versions.map(others::none).orElse(false);
    return alone ? FractureCheck.NONE : elsewhere.check();
  }

  /**
   * Whether nobody else commits as long as the nodes have some versions of their catalogs, as far
   * as it is known.
   *
   * @param versions by position
   */
  public boolean isAlone(List<Long> versions) {
    return others.none(versions);
  }

  /**
   * Waits until transactions of other coordinators have ended that a read has seen in parts.
   *
   * @throws PostgresException 40001 when they do not; 57014 when the thread is interrupted
   */
  public void awaitEnd(FracturedReadException fractured) {
    elsewhere.awaitEnd(fractured.transactions());
  }

  /** The number under which the coordinator is listed; 0 where it has one node and is not. */
  public long coordinator() {
    CoordinatorEntry entered = entry;
    return entered == null ? 0 : entered.id();
  }

  /** How many parts a node has prepared that this coordinator still has to end there. */
  public int inDoubt(int node) {
    return inDoubt.on(node).size();
  }

  /**
   * The other databases in which nodes have prepared something of a coordinator's.
   *
   * @throws PostgresException when a node cannot be asked
   */
  public Set<String> otherDatabases() {
    return new PreparedTransactions(cluster).otherDatabases();
  }

  /**
   * Before a write over several nodes.
   *
   * @throws PostgresException 55000, with what to do, when a node can prepare no transactions
   */
  public void requireTwoPhaseCommit() {
    capacity.require();
  }

  /**
   * Brings {@code argosy.transactions} up to date, which a query is going to read.
   *
   * @return a warning for each node that cannot be asked
   * @throws PostgresException when the home node cannot be reached
   */
  public List<PostgresError> writeTable() {
    return table.write();
  }

  /**
   * Ends what can be ended of the transactions that are left prepared; returns when that is done.
   *
   * @throws PostgresException when the home node cannot be reached
   */
  public void recover() {
    runRecovery();
  }

  private Set<GlobalTransactionId> runRecovery() {
    recoveryLock.lock();
    try {
      enterAgain();
      return recovery.run();
    } finally {
      recoveryLock.unlock();
    }
  }

  private void recoverAgainAndAgain() {
    while (!closed) {
      awaitWanted(RECOVERY_INTERVAL);
      try {
        if (!closed) {
          recover();
        }
      } catch (PostgresException e) {
        LOG.warn("what is left prepared cannot be looked for now", e);
      }
    }
  }

  /** Returns when a recovery is wanted, or the time is over. */
  private void awaitWanted(Duration limit) {
    try {
      wanted.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
      wanted.drainPermits();
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread is interrupted by nobody", e);
    }
  }

  /** Stops the recovery and gives the entry back. No transaction is under way any more. */
  @Override
  public void close() {
    closed = true;
    wanted.release();
    if (recovering == null) {
      return;
    }
    try {
      recovering.join(CLOSE_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    entry.close();
  }
}
