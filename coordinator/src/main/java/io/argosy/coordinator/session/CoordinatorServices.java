package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.Activity;
import io.argosy.coordinator.activity.ActivityTables;
import io.argosy.coordinator.activity.ResourceTables;
import io.argosy.coordinator.analysis.StatementAnalyzer;
import io.argosy.coordinator.analysis.StatementCache;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.cluster.tuning.NodeProfiles;
import io.argosy.coordinator.cluster.types.TypeNumbers;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.health.HealthTables;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.limit.PlanningPool;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.backend.KeptBackends;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.session.notification.Notifications;
import io.argosy.coordinator.statement.prepared.ParameterizedTexts;
import io.argosy.coordinator.transaction.DistributedTransactions;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.deadlock.DeadlockDetector;

/**
 * What the sessions of a coordinator share in one database. Implemented by the coordinator, of
 * which they know nothing else. Thread-safe.
 */
public interface CoordinatorServices {
  /** What its sessions do. */
  Activity activity();

  /** What finds out how a statement can be run. */
  StatementAnalyzer analyzer();

  /** How statements are run that have been seen before. */
  StatementCache cache();

  /** The nodes. */
  Cluster cluster();

  /** The nodes that can be reached, and may be asked to join. */
  NodeDirectory directory();

  /** The databases of the same nodes. */
  OtherDatabases databases();

  /** What finds transactions that wait for each other on different nodes. */
  DeadlockDetector deadlocks();

  /** What runs plans. */
  PlanExecutor executor();

  /** Something that plans depend on has changed which is no part of the catalog's version. */
  void forgetCatalog();

  /** The backends in which idle sessions have taken numbers from sequences. */
  KeptBackends keptBackends();

  /** How much it does at a time. */
  CoordinatorLimits limits();

  /** What sessions hear of what others tell. */
  Notifications notifications();

  /** Which texts have been seen with other constants. */
  ParameterizedTexts parameterizedTexts();

  /** Where statements are read and planned. */
  PlanningPool planning();

  /** The sessions by the process ids that clients know. */
  ClientProcesses processes();

  /** What is known of the nodes as machines. */
  NodeProfiles profiles();

  /** What keeps snapshots of several nodes and commits apart. */
  SnapshotBarrier snapshots();

  /** The relations that show what its sessions do. */
  ActivityTables tables();

  /** Where it is written what the last statements have used, for queries. */
  ResourceTables resources();

  /** The relations that show what the nodes say of themselves. */
  HealthTables health();

  /** The commits over several nodes. */
  DistributedTransactions transactions();

  /** The types of users on every node. */
  TypeNumbers types();

  /** The versions of the nodes' catalogs that what is known here is made of. */
  CatalogVersions versions();
}
