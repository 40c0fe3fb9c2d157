package io.argosy.coordinator;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.analysis.PlanMaker;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.Members;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.Planner;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The databases that all nodes have, each with a coordinator of its own. That of the configuration
 * is there from the start; the others come with their first client, and go when there has been none
 * for a while, so that nothing is in the way of who wants to drop or copy them. Thread-safe.
 */
public final class Databases implements ClientSession.Factory, OtherDatabases, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Databases.class);
  private static final String NO_SUCH_DATABASE = "3D000";

  /** How long PostgreSQL waits for those in a database that is to be dropped. */
  private static final Duration LEAVING = Duration.ofSeconds(5);

  /**
   * Which databases there are for clients.
   *
   * @param offered those beside the main one; empty for all that the nodes share
   * @param rest how long one stays open that nobody is connected to
   */
  public record Options(List<String> offered, Duration rest) {
    /** All of them. A rest is much longer than programs leave between two connections. */
    public static final Options ALL = new Options(List.of(), Duration.ofMinutes(1));

    public Options {
      offered = List.copyOf(offered);
    }

    /** Some of them. */
    public static Options of(List<String> offered) {
      return new Options(offered, ALL.rest);
    }

    private boolean offers(String database) {
      return offered.isEmpty() || offered.contains(database);
    }
  }

  private final Coordinator main;
  private final CoordinatorParts parts;
  private final Options options;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Those beside the main one. Guarded by the lock, as what is in them is. */
  private final Map<String, Served> served = new HashMap<>();

  private boolean closed;

  /** One of the others. */
  private static final class Served {
    private final String name;
    private final CompletableFuture<Coordinator> coordinator = new CompletableFuture<>();
    private int sessions;

    /** When the last one has left, by the clock of {@link System#nanoTime}. */
    private long leftAt;

    private Served(String name) {
      this.name = name;
    }

    /** The coordinator when it has been made. */
    private Optional<Coordinator> ready() {
      return coordinator.isDone() && !coordinator.isCompletedExceptionally()
          ? Optional.of(coordinator.join())
          : Optional.empty();
    }
  }

  /** Serves the cluster's database, and others of its nodes. */
  public Databases(Cluster cluster) {
    this(
        cluster,
        new Planner()::plan,
        new SnapshotBarrier(true),
        CommitObserver.NONE,
        new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT),
        Options.ALL);
  }

  /**
   * The same.
   *
   * @param observer is told of every step of a commit
   * @throws PostgresException when a node cannot be reached or is not the one it was
   */
  public Databases(
      Cluster cluster,
      PlanMaker planner,
      SnapshotBarrier snapshots,
      CommitObserver observer,
      CoordinatorLimits limits,
      Options options) {
    this.options = options;
    this.parts = CoordinatorParts.of(cluster, planner, observer, limits, this);
    this.main = new Coordinator(snapshots, parts);
    recover();
  }

  /** The nodes that can be reached, and may be asked to join. */
  public NodeDirectory directory() {
    return parts.directory();
  }

  /** The coordinator of the database that the configuration names. */
  public Coordinator main() {
    return main;
  }

  /** A database's coordinator ends, when it starts, what others have left prepared there. */
  private void recover() {
    for (String database : main.transactions().otherDatabases()) {
      try {
        Served entered = enter(database);
        exit(entered);
        serving(entered);
      } catch (PostgresException e) {
        LOG.warn(
            "transactions are prepared in database \"{}\", which cannot be opened", database, e);
      }
    }
  }

  @Override
  public ClientSession open(Map<String, String> startup, ClientOutput output) {
    String database = startup.getOrDefault("database", startup.get("user"));
    if (main.cluster().database().equals(database)) {
      return main.open(startup, output);
    }
    if (!options.offers(database)) {
      throw new PostgresException(
          PostgresError.of(
                  "FATAL", NO_SUCH_DATABASE, "database \"" + database + "\" does not exist")
              .withHint(
                  "This coordinator serves the databases \""
                      + main.cluster().database()
                      + "\", \""
                      + String.join("\", \"", options.offered())
                      + "\"."));
    }
    // Whoever may not connect is no reason to make anything there.
    parts.roles().of(cluster(database)).admit(startup.get("user")).close();
    Served entered = enter(database);
    Coordinator coordinator;
    try {
      coordinator = serving(entered);
    } catch (RuntimeException e) {
      exit(entered);
      throw e;
    }
    return coordinator.open(startup, output, () -> exit(entered));
  }

  private Cluster cluster(String database) {
    return main.cluster().of(database);
  }

  /** Nodes may join one database later than another. */
  private Cluster members(String database) {
    return Members.asHomeSays(cluster(database), parts.directory());
  }

  /** Counts one more who uses the database, and opens it for the first one. */
  private Served enter(String database) {
    Served found;
    boolean first;
    lock.lock();
    try {
      if (closed) {
        throw new PostgresException(
            PostgresError.of("FATAL", "57P03", "the database system is shutting down"));
      }
      found = served.get(database);
      first = found == null;
      if (first) {
        found = new Served(database);
        served.put(database, found);
      }
      found.sessions++;
    } finally {
      lock.unlock();
    }
    if (first) {
      make(found);
    }
    return found;
  }

  private void make(Served first) {
    try {
      first.coordinator.complete(
          OpenedDatabase.open(members(first.name), main.snapshots().another(), parts));
    } catch (RuntimeException | Error e) {
      remove(first);
      first.coordinator.completeExceptionally(e);
      return;
    }
    Thread.ofVirtual().name("database-" + first.name).start(() -> closeAfterRest(first));
  }

  private void remove(Served gone) {
    lock.lock();
    try {
      served.remove(gone.name, gone);
    } finally {
      lock.unlock();
    }
  }

  private static Coordinator serving(Served entered) {
    try {
      return entered.coordinator.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof PostgresException refused) {
        throw new PostgresException(refused.error(), refused);
      }
      throw e;
    }
  }

  private void exit(Served left) {
    lock.lock();
    try {
      left.sessions--;
      left.leftAt = System.nanoTime();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits as long as the database is served, and closes it when nobody has been there for long. */
  private void closeAfterRest(Served open) {
    lock.lock();
    try {
      long nanoseconds = restLeft(open);
      while (!closed && served.get(open.name) == open && nanoseconds > 0) {
        changed.awaitNanos(nanoseconds);
        nanoseconds = restLeft(open);
      }
      if (closed || !served.remove(open.name, open)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    } finally {
      lock.unlock();
    }
    close(open);
  }

  /**
   * How long it is kept for at least; what is in doubt is ended by the coordinator that is there.
   */
  private long restLeft(Served open) {
    long rest = options.rest().toNanos();
    long left = open.leftAt + rest - System.nanoTime();
    return open.sessions > 0 || left <= 0 && hasInDoubt(open) ? rest : left;
  }

  private static boolean hasInDoubt(Served open) {
    return open.ready()
        .filter(
            coordinator ->
                coordinator.cluster().positions().stream()
                    .anyMatch(node -> coordinator.transactions().inDoubt(node) > 0))
        .isPresent();
  }

  /** Nothing of it stays that would keep others from dropping it. */
  private void close(Served left) {
    left.ready().ifPresent(Coordinator::close);
    leaveNodes(left.name);
  }

  private void leaveNodes(String database) {
    for (Node node : main.cluster().nodes()) {
      try {
        node.leaveDatabase(database);
      } catch (PostgresException e) {
        LOG.debug("the backends of a database are closed by and by", e);
      }
    }
  }

  @Override
  public void leave(String database, boolean force) {
    if (main.cluster().database().equals(database)) {
      throw new PostgresException(
          "55006",
          "database \"" + database + "\" is the one that the coordinator's configuration names",
          "Stop the coordinators that are configured for it, and do this on each node.");
    }
    Served left = leaving(database, force);
    if (left == null) {
      leaveNodes(database);
    } else {
      close(left);
    }
  }

  /** Takes out the database if nobody is there. */
  private Served leaving(String database, boolean force) {
    lock.lock();
    try {
      Served left = served.get(database);
      if (left == null) {
        return null;
      }
      if (force) {
        parts.activity().sessions().stream()
            .filter(session -> session.database().equals(database))
            .map(SessionActivity::processId)
            .forEach(parts.processes()::terminate);
      }
      long nanoseconds = LEAVING.toNanos();
      while (left.sessions > 0 && nanoseconds > 0) {
        nanoseconds = changed.awaitNanos(nanoseconds);
      }
      if (left.sessions > 0) {
        throw new PostgresException(
            PostgresError.of(
                    "55006", "database \"" + database + "\" is being accessed by other users")
                .withDetail(
                    left.sessions == 1
                        ? "There is 1 other session using the database."
                        : "There are " + left.sessions + " other sessions using the database."));
      }
      served.remove(database, left);
      return left;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException(PostgresError.CANCELLED, e);
    } finally {
      lock.unlock();
    }
  }

  /** Other coordinators may serve any of them. */
  @Override
  public void rolesChanged(Cluster where) {
    for (String database : databases()) {
      if (!database.equals(where.database())) {
        rolesChangedIn(database);
      }
    }
  }

  @Override
  public void requireMainMembers(Cluster where) {
    if (where.database().equals(main.cluster().database())) {
      return;
    }
    List<Node> members = Members.asHomeSays(main.cluster(), parts.directory()).nodes();
    int known = where.nodes().size();
    if (known < members.size()) {
      String missing = members.get(known).name();
      throw new PostgresException(
          "55000",
          "node \"%s\" has not joined in database \"%s\" yet".formatted(missing, where.database()),
          "What is defined for all databases must be defined on all nodes: SELECT"
              + " argosy.add_node(%s) in this database first."
                  .formatted(Identifiers.literal(missing)));
    }
  }

  @Override
  public void requireNext(Cluster where, Node joining) {
    if (where.database().equals(main.cluster().database())) {
      return;
    }
    List<Node> members = main.cluster().nodes();
    int position = where.nodes().size();
    if (position >= members.size() || !members.get(position).equals(joining)) {
      throw new PostgresException(
          "55000",
          "node \"%s\" cannot join in database \"%s\" now"
              .formatted(joining.name(), where.database()),
          position < members.size()
              ? "Nodes join in the same order everywhere: add node %s first."
                  .formatted(members.get(position).name())
              : "Add it in database \"%s\" first, in which all nodes are."
                  .formatted(main.cluster().database()));
    }
  }

  private List<String> databases() {
    try (NodeSession home = main.cluster().openAsAdministrator(main.cluster().home())) {
      return TextResult.run(home, "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn")
          .rows()
          .stream()
          .map(List::getFirst)
          .toList();
    }
  }

  private void rolesChangedIn(String database) {
    List<Coordinator> serving =
        coordinators().stream()
            .filter(other -> other.cluster().database().equals(database))
            .toList();
    try {
      Map<Integer, Long> raised = raise(members(database));
      serving.forEach(other -> other.versions().committed(raised, false));
    } catch (PostgresException e) {
      LOG.warn("what is known of roles in database \"{}\" could not be marked as old", database, e);
    } finally {
      if (serving.isEmpty()) {
        leaveNodes(database);
      }
    }
  }

  /** Of the nodes that have metadata there. */
  private static Map<Integer, Long> raise(Cluster cluster) {
    Map<Integer, Long> raised = new TreeMap<>();
    for (int position : cluster.positions()) {
      try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(position))) {
        if (TextResult.run(session, "SELECT pg_catalog.to_regnamespace('argosy')").single()
            != null) {
          raised.put(position, CatalogVersions.raise(session));
        }
      }
    }
    return raised;
  }

  private List<Coordinator> coordinators() {
    List<Coordinator> all = new ArrayList<>(open());
    all.add(main);
    return all;
  }

  private List<Coordinator> open() {
    lock.lock();
    try {
      return served.values().stream().map(Served::ready).flatMap(Optional::stream).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Leaves the nodes. The sessions have ended. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    coordinators().forEach(Coordinator::close);
  }
}
