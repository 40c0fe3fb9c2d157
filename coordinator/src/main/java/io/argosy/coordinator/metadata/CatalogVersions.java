package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.cluster.PromptAnswer;
import io.argosy.node.KeptStatement;
import io.argosy.node.NodeSession;
import io.argosy.node.Request.Guard;
import io.argosy.node.Request.Guard.Question;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which versions of the nodes' catalogs what a coordinator knows is made of. Every transaction that
 * changes a catalog through a coordinator, any of them, raises the version of each node ({@code
 * argosy.change_catalog}), and what runs on a node fails there if it is newer than known. Then the
 * versions are read again, and everything that is older is forgotten.
 *
 * <p>Who wants to use what is known asks for the versions first: what is found then is at least as
 * new. A change is committed on the home node first, so who knows it of another node, and asks the
 * home node then, learns it. Thread-safe.
 */
public final class CatalogVersions {
  /** The SQLSTATE of what is based on an older catalog. */
  private static final String CHANGED = "AR001";

  /**
   * Without a function where nothing has changed: every statement asks it. CASE has the failing one
   * called last.
   */
  private static final KeptStatement NEWER =
      new KeptStatement(
          Guard.NAMES_BEGIN_WITH,
          """
          SELECT FROM argosy.catalog_changes HAVING CASE WHEN \
          pg_catalog.sum(changes) OPERATOR(pg_catalog.>) $1::pg_catalog.numeric \
          THEN argosy.refuse_catalog() END\
          """);

  /** Where a row has gone that the snapshot shows, its last version tells (currtid2). */
  private static final KeptStatement NEWER_THAN_SNAPSHOT =
      new KeptStatement(
          Guard.NAMES_BEGIN_WITH + "_of_snapshot",
          """
          SELECT FROM argosy.catalog_changes HAVING CASE WHEN \
          pg_catalog.sum(changes) OPERATOR(pg_catalog.>) $1::pg_catalog.numeric \
          OR pg_catalog.bool_or(\
          pg_catalog.currtid2('argosy.catalog_changes', ctid) OPERATOR(pg_catalog.<>) ctid) \
          THEN argosy.refuse_catalog() END\
          """);

  /**
   * For what a transaction writes that has one snapshot: there must be no later version of the map
   * by which it finds the owners of rows than that which it sees.
   */
  private static final KeptStatement NEWER_OR_MOVED =
      new KeptStatement(
          Guard.NAMES_BEGIN_WITH + "_of_write",
          """
          SELECT FROM argosy.catalog_changes HAVING CASE WHEN \
          pg_catalog.sum(changes) OPERATOR(pg_catalog.>) $1::pg_catalog.numeric \
          OR (SELECT pg_catalog.currtid2('argosy.slot_map', ctid) OPERATOR(pg_catalog.<>) ctid \
          FROM argosy.slot_map) \
          THEN argosy.refuse_catalog() END\
          """);

  /**
   * The same for a statement that is sent with its commit: refused, too, where that waits for
   * standbys. A cancel would end that wait, and PostgreSQL call it a success.
   */
  private static final KeptStatement NEWER_OR_REPLICATED =
      new KeptStatement(
          Guard.NAMES_BEGIN_WITH + "_of_commit",
          """
          SELECT FROM argosy.catalog_changes HAVING CASE WHEN \
          pg_catalog.sum(changes) OPERATOR(pg_catalog.>) $1::pg_catalog.numeric \
          OR pg_catalog.current_setting('synchronous_standby_names') OPERATOR(pg_catalog.<>) '' \
          THEN argosy.refuse_catalog() END\
          """);

  private static final Logger LOG = LoggerFactory.getLogger(CatalogVersions.class);

  /** Within it a transaction that is committed on one node is so on the others. */
  private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

  private final Cluster cluster;

  /** Classes of errors that may come of a text that was made for another catalog. */
  private static final Set<String> OF_CATALOG = Set.of("0A", "22", "42", "XX");

  private final Runnable forget;
  private final Runnable rolesChanged;
  private final Runnable follow;
  private final RestartedStatements restarted = new RestartedStatements();
  private final DeferredChecks deferredChecks;
  private final SlotMaps slots;
  private volatile List<Long> known;
  private volatile Set<Integer> unread = Set.of();

  /**
   * Reads them.
   *
   * @param forget forgets what is known of the catalog
   * @param rolesChanged raises the versions in other databases, where the same roles are known
   * @param follow has the cluster grow if nodes have joined
   * @throws PostgresException when a node cannot be asked
   */
  public CatalogVersions(Cluster cluster, Runnable forget, Runnable rolesChanged, Runnable follow) {
    this.cluster = cluster;
    this.rolesChanged = rolesChanged;
    this.follow = follow;
    this.forget = forget;
    this.deferredChecks = new DeferredChecks(cluster, this::known);
    this.slots = new SlotMaps(cluster);
    List<Integer> positions = cluster.positions();
    Map<Integer, Long> read = readAll(positions);
    this.known = positions.stream().map(read::get).toList();
  }

  /** That what runs is based on an older catalog. */
  public static PostgresException outdated() {
    return new PostgresException(CHANGED, "the catalog has changed");
  }

  /** Whether a failure says that what was run is, or may be, based on an older catalog. */
  public static boolean tells(PostgresException failure) {
    return failure.error().sqlState().equals(CHANGED) || Guard.wasNotAsked(failure.error());
  }

  /**
   * Whether a statement has failed, or may have, since it is based on an older catalog than the
   * nodes have now, which are asked for that.
   */
  public boolean isOutdated(PostgresException failure, List<Long> based) {
    boolean certain = tells(failure);
    boolean possible =
        OF_CATALOG.contains(failure.error().sqlStateClass())
            || failure.error().sqlState().equals("08P01");
    return (certain || possible) && (newerThan(based) || certain);
  }

  /**
   * The versions of the nodes that are known, by position. What is found in caches now is at least
   * as new.
   */
  public List<Long> known() {
    return known;
  }

  /** Fails if a node has a newer version. */
  public static Question requirement(long version) {
    return new Question(NEWER, Long.toString(version));
  }

  /** The same if slots have moved since the snapshot of the transaction, too. */
  public static Question requirementOfWrite(long version) {
    return new Question(NEWER_OR_MOVED, Long.toString(version));
  }

  /** The same, and where a commit there waits for standbys. */
  public static Question requirementOfCommit(long version) {
    return new Question(NEWER_OR_REPLICATED, Long.toString(version));
  }

  /** The same if it has been changed since the snapshot of the transaction, too. */
  public static Question requirementOfSnapshot(long version) {
    return new Question(NEWER_THAN_SNAPSHOT, Long.toString(version));
  }

  /**
   * Raises the version of a node with the transaction of a session.
   *
   * @return what it is then
   */
  public static long raise(NodeSession session) {
    return Long.parseLong(TextResult.run(session, "SELECT argosy.change_catalog()").single());
  }

  /** Which nodes own which slots. */
  public SlotMaps slots() {
    return slots;
  }

  /**
   * Waits until a move of slots that has been committed on some nodes is so on all that answer.
   * What others have not committed yet, their guards do not let anybody read by a newer map.
   *
   * @throws PostgresException 57014 when the thread is interrupted
   */
  public void awaitMove() {
    long end = System.nanoTime() + LONGEST_COMMIT.toNanos();
    long pause = PAUSE.toNanos();
    while (!isMovedEverywhere() && System.nanoTime() < end) {
      LockSupport.parkNanos(pause);
      if (Thread.interrupted()) {
        throw new PostgresException(PostgresError.CANCELLED);
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
      newerThan(known);
    }
  }

  private boolean isMovedEverywhere() {
    List<Long> now = known;
    Set<Integer> silent = unread;
    return IntStream.range(0, now.size())
            .filter(node -> !silent.contains(node))
            .mapToLong(node -> SlotMaps.moves(now.get(node)))
            .distinct()
            .count()
        <= 1;
  }

  /** Statements for which definitions wait. */
  public RestartedStatements restarted() {
    return restarted;
  }

  /** Whether something may be checked as late as at COMMIT. */
  public DeferredChecks deferredChecks() {
    return deferredChecks;
  }

  /**
   * A transaction of this coordinator's has committed that has changed the catalog.
   *
   * @param raised what it has raised the versions to, by the nodes' positions
   * @param roles whether it has changed roles, or what they may do in every database
   */
  public void committed(Map<Integer, Long> raised, boolean roles) {
    try {
      learn(raised);
    } catch (PostgresException e) {
      // It is committed all the same; whoever comes to a node learns of it.
      LOG.warn("what a transaction has changed is not known yet", e);
    }
    if (roles) {
      rolesChanged.run();
    }
  }

  /**
   * Reads the versions of all nodes that answer.
   *
   * @return whether any of them is newer than one of those, or a node has joined
   * @throws PostgresException when a node has joined that cannot be reached
   */
  public boolean newerThan(List<Long> versions) {
    Map<Integer, Long> read = new ConcurrentHashMap<>();
    Map<Integer, PostgresException> failures =
        Parallel.onEach(positions(known.size()), node -> read.put(node, read(node)));
    if (!failures.isEmpty()) {
      LOG.debug("the versions of these nodes could not be read: {}", failures);
    }
    unread = Set.copyOf(failures.keySet());
    read.entrySet().removeIf(entry -> entry.getValue() <= known.get(entry.getKey()));
    if (!read.isEmpty()) {
      learn(read);
    }
    List<Long> now = known;
    return now.size() > versions.size()
        || positions(now.size()).stream().anyMatch(node -> now.get(node) > versions.get(node));
  }

  private static List<Integer> positions(int nodes) {
    return IntStream.range(0, nodes).boxed().toList();
  }

  private Map<Integer, Long> readAll(Collection<Integer> nodes) {
    Map<Integer, Long> read = new ConcurrentHashMap<>();
    Parallel.onAll(nodes, node -> read.put(node, read(node)));
    return read;
  }

  private long read(int node) {
    try (NodeSession session = cluster.openAsAdministrator(cluster.nodes().get(node))) {
      return Long.parseLong(PromptAnswer.of(session, "SELECT argosy.catalog_version()").single());
    }
  }

  /**
   * Nodes that have joined are known before anybody looks for rows by a map that has them.
   *
   * @throws PostgresException when one of these cannot be asked
   */
  private void learn(Map<Integer, Long> newer) {
    long moves = SlotMaps.moves(known.getFirst());
    Map<Integer, Long> learned = new TreeMap<>(newer);
    if (newer.values().stream().anyMatch(version -> SlotMaps.moves(version) != moves)) {
      learned.putAll(ofJoined());
    }
    become(learned);
  }

  private Map<Integer, Long> ofJoined() {
    follow.run();
    int before = known.size();
    return readAll(cluster.positions().stream().filter(position -> position >= before).toList());
  }

  /**
   * Learns of nodes that have joined while the coordinator started.
   *
   * @throws PostgresException when the home node, or one of these, cannot be asked
   */
  public void followJoined() {
    become(ofJoined());
  }

  /** What is older is forgotten before anybody who looks for it is told that it would be newer. */
  private synchronized void become(Map<Integer, Long> newer) {
    restarted.expect();
    forget.run();
    slots.forgetIfMoved(newer.values());
    List<Long> versions = new ArrayList<>(known);
    newer.forEach(
        (node, version) -> {
          if (node == versions.size()) {
            versions.add(version);
          } else if (node < versions.size()) {
            versions.set(node, Math.max(versions.get(node), version));
          }
        });
    known = List.copyOf(versions);
  }
}
