package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.LoggedInRole;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.coordinator.cluster.types.TypeNumbers;
import io.argosy.coordinator.session.notification.NotifyingProcesses;
import io.argosy.coordinator.settings.InlineLimit;
import io.argosy.coordinator.settings.SessionSettings;
import io.argosy.coordinator.settings.SettingChanges;
import io.argosy.coordinator.settings.TimeLimits;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.node.AnswerMemory;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.ReadFrom;
import io.argosy.node.SessionOptions;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The backends that one session has from the nodes: at most one per node that its statements run
 * in, and beside it others that read for one statement. Knows nothing of transactions. Used by the
 * session's thread; {@link #cancel} by any.
 */
final class LeasedBackends implements NotifyingProcesses.Source, AutoCloseable {
  /** As PostgreSQL ends a session whose process it loses. */
  private static final PostgresError PINNED_HOME_LOST =
      PostgresError.of(
          "FATAL",
          "57P01",
          "terminating connection, since the home node's backend was lost, and with it what the"
              + " session had made there");

  private final Cluster cluster;
  private final DistributedTransactions transactions;
  private final LoggedInRole role;
  private final TimeLimits limits;
  private final SessionActivity activity;
  private final AnswerMemory memory;
  private final TypeNumbers types;
  private final CatalogGuard guard;
  private final StatementTimeout timeout;
  private final KeptBackends kept;
  private final NotifyingProcesses processes;
  private final Map<Integer, NodeSession> own = new TreeMap<>();
  private final Map<Integer, NodeSession> beside = new TreeMap<>();
  private final Map<Integer, NodeSession> replicas = new TreeMap<>();
  private final Map<NodeSession, Integer> working = new ConcurrentHashMap<>();
  private final Set<NodeSession> elsewhere = ConcurrentHashMap.newKeySet();
  private boolean homePinned;
  private boolean takesNumbers;
  private boolean numbersForgotten;
  private Map<String, String> homeSettings = Map.of();
  private SessionOptions lastOptions;
  private long pins;
  private boolean readsReplicas;
  private final ChosenWay way = new ChosenWay();
  private boolean changed;

  /** Backends beside the transaction were not free when it asked for some. */
  private boolean noneFree;

  private Optional<Map<String, String>> atBeginning = Optional.empty();

  LeasedBackends(
      Cluster cluster,
      DistributedTransactions transactions,
      LoggedInRole role,
      TimeLimits limits,
      SessionActivity activity,
      AnswerMemory memory,
      TypeNumbers types,
      CatalogGuard guard,
      StatementTimeout timeout,
      KeptBackends kept,
      NotifyingProcesses processes) {
    this.kept = kept;
    this.cluster = cluster;
    this.transactions = transactions;
    this.role = role;
    this.limits = limits;
    this.activity = activity;
    this.memory = memory;
    this.types = types;
    this.guard = guard;
    this.timeout = timeout;
    this.processes = processes;
    processes.add(this);
  }

  /** The backend on a node, leased now if there is none yet; it need not be there yet. */
  NodeSession lease(int node) {
    NodeSession session = leases().get(node);
    if (session == null) {
      Map<String, String> wanted = wanted();
      session =
          node == Cluster.HOME && !readsReplicas && takesNumbers
              ? again(wanted)
              : open(
                  node, wanted, readsReplicas ? ReadFrom.PREFER_REPLICA : ReadFrom.PRIMARY, true);
      leases().put(node, session);
    }
    return session;
  }

  /** The home node's backend that has the session's numbers, or another one if it is gone. */
  private NodeSession again(Map<String, String> wanted) {
    Optional<KeptBackends.Kept> found = kept.take(this);
    if (found.isPresent() && hasSettings(found.get(), wanted)) {
      NodeSession home = found.get().backend();
      working.put(home, Cluster.HOME);
      homeSettings = wanted;
      return home;
    }
    found.map(KeptBackends.Kept::backend).ifPresent(this::close);
    takesNumbers = false;
    numbersForgotten = true;
    return open(Cluster.HOME, wanted, ReadFrom.PRIMARY, true);
  }

  /** Gives a backend other settings if it needs them. Those that say who it acts as it keeps. */
  private static boolean hasSettings(KeptBackends.Kept kept, Map<String, String> wanted) {
    if (kept.settings().equals(wanted)) {
      return true;
    }
    boolean sameIdentity =
        SessionSettings.IDENTITY.stream()
            .allMatch(name -> Objects.equals(kept.settings().get(name), wanted.get(name)));
    if (!sameIdentity) {
      return false;
    }
    Map<String, String> values = new TreeMap<>(wanted);
    values.keySet().removeAll(SessionSettings.IDENTITY);
    try {
      TextResult.run(kept.backend(), "RESET ALL; " + SettingChanges.setConfig(values, false));
      return true;
    } catch (PostgresException e) {
      // It is lost, or a setting is one that needs another identity.
      return false;
    }
  }

  /**
   * The same, and waits for it.
   *
   * @throws PostgresException why there is none; the next call tries again
   */
  NodeSession leaseAndAwait(int node) {
    try {
      return leasedAndAwaited(node);
    } catch (PostgresException e) {
      if (!way.guessed() || !e.error().sqlStateClass().equals("08")) {
        throw e;
      }
      // There was no need for an agent yet.
      way.shortest();
      return leasedAndAwaited(node);
    }
  }

  private NodeSession leasedAndAwaited(int node) {
    NodeSession session = lease(node);
    if (session.isOpened()) {
      return session;
    }
    try {
      return timeout.waiting(
          () -> {
            session.awaitOpened();
            return session;
          });
    } catch (PostgresException e) {
      leases().remove(node);
      close(session);
      throw e;
    }
  }

  /**
   * Leases another backend of the home node, unless the session needs the one that it has.
   *
   * @param setting that only some backends take; it has the session's value afterwards
   * @param value another one that it could have
   * @param outside whether no transaction is open
   */
  void leaseHomeThatTakes(String setting, String value, boolean outside) {
    boolean hasOne = own.containsKey(Cluster.HOME);
    if (homePinned || takesNumbers || readsReplicas || (hasOne && !outside)) {
      return;
    }
    if (hasOne) {
      drop(Cluster.HOME);
    }
    Map<String, String> wanted = wanted();
    Map<String, String> changed = new TreeMap<>(wanted);
    changed.put(setting, value);
    NodeSession home = open(Cluster.HOME, changed, ReadFrom.PRIMARY, true);
    own.put(Cluster.HOME, home);
    home.discardOnClose();
    TextResult.run(
        home,
        wanted.containsKey(setting)
            ? SettingChanges.setConfig(Map.of(setting, wanted.get(setting)), false)
            : "RESET " + setting);
  }

  /** The settings that a backend is leased with. */
  private Map<String, String> wanted() {
    return atBeginning.map(limits::withoutLimits).orElseGet(() -> limits.onNodes(Map.of()));
  }

  private Map<Integer, NodeSession> leases() {
    return readsReplicas ? replicas : own;
  }

  /** Whether backends are leased from standby servers where there are some. */
  boolean readsReplicas() {
    return readsReplicas;
  }

  /** From now on, backends are leased from these servers, unless the home is pinned. */
  void readFrom(ReadFrom servers) {
    readsReplicas = !homePinned && servers == ReadFrom.PREFER_REPLICA;
  }

  /** By which way backends are leased from now on. */
  ChosenWay way() {
    return way;
  }

  /**
   * A transaction begins, or none is open any more. Backends that are leased for it begin it with
   * the settings that the session had then, and change them as the others have done since: what is
   * rolled back is the same on all of them.
   *
   * @param settings the session's settings as it begins; empty when it has ended
   */
  void begin(Optional<Map<String, String>> settings) {
    atBeginning = settings;
    noneFree = false;
  }

  /** The backend on a node that has been leased. */
  NodeSession get(int node) {
    return own.get(node);
  }

  /**
   * One more backend on a node, until {@link #giveBackBeside}.
   *
   * @param local settings of a transaction, as for {@link #open}
   */
  NodeSession beside(int node, Map<String, String> local) {
    return beside.computeIfAbsent(node, position -> open(position, local));
  }

  /**
   * Leases such backends where they are free now.
   *
   * @return whether all of them were; else none is leased
   */
  boolean takeBeside(Collection<Integer> nodes, Map<String, String> local) {
    if (noneFree || nodes.stream().anyMatch(node -> transactions.inDoubt(node) > 0)) {
      return false;
    }
    SessionOptions options = options(limits.onNodes(local), ReadFrom.PRIMARY);
    Map<Integer, Node> servers = new TreeMap<>();
    for (int node : nodes) {
      if (!beside.containsKey(node)) {
        servers.put(node, cluster.nodes().get(node).by(way.way()));
      }
    }
    Optional<Map<Integer, NodeSession>> free = FreeBackends.of(servers, options);
    free.ifPresent(
        found -> found.forEach((node, opened) -> beside.put(node, working(node, opened, false))));
    noneFree = free.isEmpty();
    return free.isPresent();
  }

  /**
   * A backend that is the caller's, to be given back by {@link #close(NodeSession)}. It need not be
   * there yet.
   *
   * @param local settings that it is to have instead of the session's, since it works for a
   *     transaction that it is no part of
   */
  NodeSession open(int node, Map<String, String> local) {
    return open(node, limits.onNodes(local), ReadFrom.PRIMARY, false);
  }

  private NodeSession open(
      int node, Map<String, String> settings, ReadFrom readFrom, boolean ofTransaction) {
    transactions.resolve(node);
    SessionOptions options = options(settings, readFrom);
    Node server = cluster.nodes().get(node).by(way.way());
    NodeSession opened = timeout.waiting(() -> server.openWithoutWaiting(options));
    NodeSession session = working(node, opened, ofTransaction);
    if (ofTransaction && node == Cluster.HOME && readFrom == ReadFrom.PRIMARY) {
      homeSettings = settings;
    }
    return session;
  }

  /** The session's view of a backend that has been opened for it. */
  private NodeSession working(int node, NodeSession opened, boolean ofTransaction) {
    NodeSession session =
        new GuardedSession(
            node,
            types.translating(node, activity.metered(node, new BeginningSession(opened))),
            ofTransaction,
            guard);
    session.answersIn(memory);
    if (changed) {
      session.discardOnClose();
    }
    working.put(session, node);
    return session;
  }

  /** The administrator's backend on a server that need not be a node. */
  NodeSession openElsewhere(Node server) {
    NodeSession session = timeout.waiting(() -> cluster.openAsAdministrator(server));
    session.discardOnClose();
    elsewhere.add(session);
    return session;
  }

  void closeElsewhere(NodeSession session) {
    elsewhere.remove(session);
    session.close();
  }

  /** Most are opened as the last one was. */
  private SessionOptions options(Map<String, String> settings, ReadFrom readFrom) {
    SessionOptions last = lastOptions;
    if (last == null || last.readFrom() != readFrom || !last.settings().equals(settings)) {
      last =
          new SessionOptions(
              cluster.database(),
              role.name(),
              role.incarnation(),
              settings,
              InlineLimit.of(settings),
              readFrom);
      lastOptions = last;
    }
    return last;
  }

  /** Those that are there, and work for the session. Any thread. */
  Set<Backend> working() {
    return working.entrySet().stream()
        .filter(entry -> entry.getKey().isOpened())
        .map(entry -> new Backend(entry.getValue(), entry.getKey().processId()))
        .collect(Collectors.toSet());
  }

  /** Gives back a backend of {@link #open}. */
  void close(NodeSession session) {
    stops(session);
    session.close();
  }

  private void stops(NodeSession session) {
    if (isOpenedAtHome(session)) {
      processes.givenBack(session.processId(), activity.processId());
    }
    working.remove(session);
  }

  private boolean isOpenedAtHome(NodeSession session) {
    return Objects.equals(working.get(session), Cluster.HOME) && session.isOpened();
  }

  @Override
  public int processId() {
    return activity.processId();
  }

  @Override
  public boolean worksWith(int backend) {
    return working.keySet().stream()
        .anyMatch(session -> isOpenedAtHome(session) && session.processId() == backend);
  }

  /** Gives back what has read beside the session's own backends. */
  void giveBackBeside() {
    beside.values().forEach(this::close);
    beside.clear();
  }

  /** What runs until they are given back may leave something in any of them. */
  void markChanged() {
    changed = true;
    own.values().forEach(NodeSession::discardOnClose);
  }

  /** Gives back all but a pinned home, outside of a transaction. */
  void giveBack() {
    changed = false;
    readsReplicas = false;
    replicas.values().forEach(this::close);
    replicas.clear();
    for (int node : List.copyOf(own.keySet())) {
      if (node == Cluster.HOME && takesNumbers && !homePinned) {
        keepHome();
      } else if (node != Cluster.HOME || !homePinned) {
        drop(node);
      }
    }
    if (homePinned && own.get(Cluster.HOME).transactionStatus() != 'I') {
      // A read of several nodes was a transaction there, and has failed or was stopped.
      rollBack(List.of(Cluster.HOME));
    }
  }

  /** Gives up the backends that are not there, or in which a transaction has failed. */
  void giveUpFailed() {
    for (int node : List.copyOf(leases().keySet())) {
      NodeSession session = leases().get(node);
      if (session.isOpened() && session.transactionStatus() == 'I') {
        continue;
      }
      boolean hasMore = homePinned || takesNumbers && !readsReplicas && session.isOpened();
      if (node == Cluster.HOME && hasMore) {
        rollBack(List.of(Cluster.HOME));
      } else {
        leases().remove(node);
        close(session);
      }
    }
  }

  private void keepHome() {
    NodeSession home = own.get(Cluster.HOME);
    if (home.transactionStatus() != 'I') {
      rollBack(List.of(Cluster.HOME));
    }
    if (own.remove(Cluster.HOME, home)) {
      stops(home);
      kept.keep(this, new KeptBackends.Kept(home, homeSettings));
    }
  }

  /**
   * The statement that runs takes numbers from sequences in the home node's backend, which has been
   * leased: they are the session's until it ends.
   */
  void takeNumbers() {
    leaseAndAwait(Cluster.HOME).discardOnClose();
    takesNumbers = true;
    numbersForgotten = false;
  }

  /** Whether numbers that the session has taken are not known any more. */
  boolean numbersForgotten() {
    return numbersForgotten;
  }

  /** Ends the transactions that the backends of nodes are in. */
  void rollBack(Collection<Integer> nodes) {
    Map<Integer, NodeSession> backends = new TreeMap<>();
    nodes.forEach(node -> backends.put(node, own.get(node)));
    // A lost backend has rolled back by itself; the lease must not be used again.
    undo(backends, "ROLLBACK").forEach(this::drop);
  }

  /**
   * Undoes something in backends of the session's own.
   *
   * @param backends by the nodes' positions
   * @return the nodes where that has failed
   */
  Set<Integer> undo(Map<Integer, NodeSession> backends, String sql) {
    return Parallel.onEach(
            backends.keySet(),
            node -> {
              if (node == Cluster.HOME && homePinned) {
                // To give it up would be to lose what the session has in it.
                TextResult.run(backends.get(node), sql);
              } else {
                PromptAnswer.of(backends.get(node), sql);
              }
            })
        .keySet();
  }

  /** Gives the backend of a node back, pinned or not. */
  private void drop(int node) {
    NodeSession session = own.remove(node);
    if (session != null) {
      close(session);
    }
    if (node == Cluster.HOME && homePinned) {
      homePinned = false;
      // Without what it had there, its statements would mean something else.
      timeout.end(PINNED_HOME_LOST);
    }
  }

  /**
   * Keeps the home node's backend, which has been leased, for the session: a statement has left
   * something in it.
   *
   * @throws PostgresException as {@link #leaseAndAwait}
   */
  void pinHome() {
    leaseAndAwait(Cluster.HOME).discardOnClose();
    pins += homePinned ? 0 : 1;
    homePinned = true;
  }

  boolean homePinned() {
    return homePinned;
  }

  /** How many backends of the home node have been kept for the session so far. */
  long pins() {
    return pins;
  }

  /** The home node's backend goes back with the others from now on. */
  void unpinHome() {
    homePinned = false;
    takesNumbers = false;
    numbersForgotten = false;
  }

  /** Cancels whatever runs on any node. */
  void cancel() {
    working.keySet().forEach(NodeSession::cancel);
    elsewhere.forEach(NodeSession::cancel);
  }

  @Override
  public void close() {
    working.keySet().forEach(this::stops);
    processes.remove(this);
    kept.take(this).map(KeptBackends.Kept::backend).ifPresent(NodeSession::close);
    own.values().forEach(NodeSession::close);
    own.clear();
    beside.values().forEach(NodeSession::close);
    beside.clear();
    replicas.values().forEach(NodeSession::close);
    replicas.clear();
    working.clear();
  }
}
