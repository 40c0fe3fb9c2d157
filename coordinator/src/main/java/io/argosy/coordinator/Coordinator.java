package io.argosy.coordinator;

import io.argosy.coordinator.activity.Activity;
import io.argosy.coordinator.activity.ActivityTables;
import io.argosy.coordinator.activity.ResourceTables;
import io.argosy.coordinator.analysis.CardinalityFeedback;
import io.argosy.coordinator.analysis.PlanMaker;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.StatementAnalyzer;
import io.argosy.coordinator.analysis.StatementCache;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.cluster.roles.Admission;
import io.argosy.coordinator.cluster.roles.NodeRoles;
import io.argosy.coordinator.cluster.tuning.NodeProfiles;
import io.argosy.coordinator.cluster.types.TypeNumbers;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.health.HealthTables;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.limit.PlanningPool;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.Members;
import io.argosy.coordinator.metadata.Metadata;
import io.argosy.coordinator.session.CoordinatorServices;
import io.argosy.coordinator.session.QuerySession;
import io.argosy.coordinator.session.backend.KeptBackends;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.session.notification.Notifications;
import io.argosy.coordinator.statement.prepared.ParameterizedTexts;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.coordinator.transaction.deadlock.DeadlockDetector;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.planner.Planner;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Stage;
import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all sessions of a coordinator in one database share. Keeps no state that cannot be rebuilt
 * from the nodes, but what statements have cost and what plans have learned. Thread-safe.
 */
public final class Coordinator
    implements ClientSession.Factory, CoordinatorServices, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  private final Cluster cluster;
  private final CoordinatorParts parts;
  private final NodeProfiles profiles;
  private final StatementAnalyzer analyzer;
  private final StatementCache cache = new StatementCache();
  private final CardinalityFeedback feedback = new CardinalityFeedback();
  private final ParameterizedTexts parameterizedTexts = new ParameterizedTexts();
  private final SnapshotBarrier snapshots;
  private final PlanExecutor executor = new PlanExecutor(this::replan, this::learn);
  private final DistributedTransactions transactions;
  private final DeadlockDetector deadlocks;
  private final Notifications notifications;
  private final ActivityTables tables;
  private final ResourceTables resources;
  private final HealthTables health;
  private final NodeRoles roles;
  private final TypeNumbers types;
  private final CatalogVersions versions;
  private final KeptBackends keptBackends = new KeptBackends();
  private final ReentrantLock following = new ReentrantLock();

  /**
   * Makes or checks the metadata on the nodes, and ends the transactions that were left in doubt.
   *
   * @throws io.argosy.protocol.message.PostgresException when a node cannot be reached or is not
   *     the one it was
   */
  public Coordinator(Cluster cluster) {
    this(cluster, new Planner()::plan, new SnapshotBarrier(true));
  }

  /** The same with another planner and another barrier. */
  public Coordinator(Cluster cluster, PlanMaker planner, SnapshotBarrier snapshots) {
    this(cluster, planner, snapshots, CommitObserver.NONE);
  }

  /** The same with somebody who sees every step of a commit. */
  public Coordinator(
      Cluster cluster, PlanMaker planner, SnapshotBarrier snapshots, CommitObserver observer) {
    this(
        cluster,
        planner,
        snapshots,
        observer,
        new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT));
  }

  /** The same with limits. */
  public Coordinator(
      Cluster cluster,
      PlanMaker planner,
      SnapshotBarrier snapshots,
      CommitObserver observer,
      CoordinatorLimits limits) {
    this(snapshots, CoordinatorParts.of(cluster, planner, observer, limits, OtherDatabases.NONE));
  }

  /** For the first of several databases. */
  Coordinator(SnapshotBarrier snapshots, CoordinatorParts parts) {
    this(parts.members(), snapshots, parts);
  }

  /**
   * For one of several databases, with what their coordinators share.
   *
   * @param cluster its members
   */
  Coordinator(Cluster cluster, SnapshotBarrier snapshots, CoordinatorParts parts) {
    this.cluster = cluster;
    this.parts = parts;
    this.snapshots = snapshots;
    Metadata metadata = new Metadata(cluster);
    metadata.prepare();
    this.profiles = new NodeProfiles(cluster);
    this.analyzer =
        new StatementAnalyzer(
            () -> cluster.nodes().size(), metadata.builtins(), parts.planner(), feedback);
    this.transactions = new DistributedTransactions(cluster, snapshots, counting(parts.observer()));
    this.tables =
        new ActivityTables(cluster, parts.activity(), parts.totals(), transactions::coordinator);
    this.resources = new ResourceTables(cluster, parts.recent(), transactions::coordinator);
    this.deadlocks = new DeadlockDetector(cluster);
    this.notifications = new Notifications(cluster, snapshots);
    this.roles = parts.roles().of(cluster);
    this.types = new TypeNumbers(cluster);
    this.versions =
        new CatalogVersions(
            cluster,
            this::forgetCatalog,
            () -> parts.databases().rolesChanged(cluster),
            this::follow);
    this.health = new HealthTables(cluster, () -> versions.slots().known().slots());
    versions.followJoined();
  }

  /** Nodes may have joined: all that is kept of each node is there before a session knows them. */
  private void follow() {
    following.lock();
    try {
      Cluster members = Members.asHomeSays(cluster, parts.directory());
      for (int joined = cluster.nodes().size(); joined < members.nodes().size(); joined++) {
        Metadata.requireMember(members, joined);
      }
      if (members.nodes().size() > cluster.nodes().size() || !transactions.follows()) {
        cluster.grow(members.nodes());
        parts.activity().grow(members.nodes().stream().map(Node::name).toList());
        transactions.follow();
      }
    } finally {
      following.unlock();
    }
  }

  private CommitObserver counting(CommitObserver observer) {
    return (point, gid, node) -> {
      if (point == CommitObserver.Point.AFTER_COMMIT) {
        parts.activity().countTwoPhaseCommit();
      }
      observer.reached(point, gid, node);
    };
  }

  /** Asked by an execution whose session's backends are at hand. */
  private PlannedStatement replan(
      PlannedStatement planned, NodeBackends backends, Map<String, Estimate> seen) {
    boolean own = !backends.readOnly() && (backends.inTransaction() || backends.homePinned());
    Map<String, String> settings = backends.fragmentSettings(Cluster.HOME);
    NodeSession session = own ? backends.asked() : backends.open(Cluster.HOME);
    try {
      PlannedStatement replanned =
          analyzer.plan(
              session, planned.sql(), planned.description(), settings, seen, backends.planning());
      cache.replace(planned, replanned);
      return replanned;
    } finally {
      if (!own) {
        backends.close(session);
      }
    }
  }

  private void learn(PlannedStatement planned, Map<Stage, Double> rows) {
    try {
      if (feedback.learn(planned, rows)) {
        cache.forget(planned);
      }
    } catch (RuntimeException e) {
      // The statement itself has its rows.
      LOG.warn("nothing is learned of a statement", e);
    }
  }

  @Override
  public ClientSession open(Map<String, String> startup, ClientOutput output) {
    String database = startup.getOrDefault("database", startup.get("user"));
    if (!cluster.database().equals(database)) {
      throw new PostgresException(
          "3D000",
          "database \"" + database + "\" does not exist",
          "This coordinator serves the database \"" + cluster.database() + "\".");
    }
    return open(startup, output, () -> {});
  }

  /**
   * The same, of a client that is connected to this database.
   *
   * @param end is run when the session has ended, or could not be opened
   */
  ClientSession open(Map<String, String> startup, ClientOutput output, Runnable end) {
    Admission admission;
    try {
      admission = roles.admit(startup.get("user")).alsoAtEnd(end);
    } catch (RuntimeException e) {
      end.run();
      throw e;
    }
    try {
      return new QuerySession(this, admission, startup, output);
    } catch (RuntimeException e) {
      admission.close();
      throw e;
    }
  }

  @Override
  public Cluster cluster() {
    return cluster;
  }

  @Override
  public NodeDirectory directory() {
    return parts.directory();
  }

  @Override
  public Activity activity() {
    return parts.activity();
  }

  @Override
  public OtherDatabases databases() {
    return parts.databases();
  }

  @Override
  public CoordinatorLimits limits() {
    return parts.limits();
  }

  @Override
  public ResourceTables resources() {
    return resources;
  }

  @Override
  public ActivityTables tables() {
    return tables;
  }

  @Override
  public HealthTables health() {
    return health;
  }

  /** The roles that clients log in as. */
  public NodeRoles roles() {
    return roles;
  }

  @Override
  public TypeNumbers types() {
    return types;
  }

  @Override
  public void forgetCatalog() {
    cache.clear();
    feedback.clear();
    types.clear();
  }

  @Override
  public CatalogVersions versions() {
    return versions;
  }

  @Override
  public NodeProfiles profiles() {
    return profiles;
  }

  @Override
  public DistributedTransactions transactions() {
    return transactions;
  }

  @Override
  public KeptBackends keptBackends() {
    return keptBackends;
  }

  @Override
  public DeadlockDetector deadlocks() {
    return deadlocks;
  }

  @Override
  public ClientProcesses processes() {
    return parts.processes();
  }

  @Override
  public Notifications notifications() {
    return notifications;
  }

  @Override
  public PlanningPool planning() {
    return parts.planning();
  }

  @Override
  public StatementAnalyzer analyzer() {
    return analyzer;
  }

  @Override
  public StatementCache cache() {
    return cache;
  }

  @Override
  public ParameterizedTexts parameterizedTexts() {
    return parameterizedTexts;
  }

  @Override
  public SnapshotBarrier snapshots() {
    return snapshots;
  }

  @Override
  public PlanExecutor executor() {
    return executor;
  }

  /** Leaves the cluster. The sessions have ended. */
  @Override
  public void close() {
    notifications.close();
    deadlocks.close();
    transactions.close();
  }
}
