package io.argosy.coordinator;

import io.argosy.coordinator.activity.Activity;
import io.argosy.coordinator.activity.RecentStatements;
import io.argosy.coordinator.activity.StatementTotals;
import io.argosy.coordinator.analysis.PlanMaker;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeDirectory;
import io.argosy.coordinator.cluster.OtherDatabases;
import io.argosy.coordinator.cluster.roles.NodeRoles;
import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.limit.PlanningPool;
import io.argosy.coordinator.metadata.Members;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.node.Node;

/**
 * What the coordinators of several databases of the same nodes share.
 *
 * @param directory the nodes that can be reached
 * @param members those that are members of the main database's cluster
 * @param totals what statements have cost
 * @param recent the last statements
 * @param processes the sessions by the process ids that clients know
 * @param planning where statements are read and planned
 * @param roles who has logged in; asked for the cluster of each database
 */
record CoordinatorParts(
    NodeDirectory directory,
    Cluster members,
    PlanMaker planner,
    CommitObserver observer,
    CoordinatorLimits limits,
    Activity activity,
    StatementTotals totals,
    RecentStatements recent,
    ClientProcesses processes,
    PlanningPool planning,
    NodeRoles roles,
    OtherDatabases databases) {
  /**
   * These.
   *
   * @param configured all nodes that may be members
   * @throws io.argosy.protocol.message.PostgresException when nodes cannot be asked for the members
   */
  static CoordinatorParts of(
      Cluster configured,
      PlanMaker planner,
      CommitObserver observer,
      CoordinatorLimits limits,
      OtherDatabases databases) {
    NodeDirectory directory = new NodeDirectory(configured.nodes());
    Cluster members = Members.of(configured, directory);
    Activity activity = new Activity(members.nodes().stream().map(Node::name).toList());
    StatementTotals totals = new StatementTotals();
    activity.observe(totals);
    RecentStatements recent = new RecentStatements();
    activity.observe(recent);
    return new CoordinatorParts(
        directory,
        members,
        planner,
        observer,
        limits,
        activity,
        totals,
        recent,
        new ClientProcesses(members),
        PlanningPool.ofMachine(),
        new NodeRoles(members),
        databases);
  }
}
