package io.argosy.lab.scaleout;

import io.argosy.tpcd.query.Query;

/** What keeps a query from being faster on a cluster. */
public enum Limit {
  /** The coordinator, which merges by itself, has used up its processor. */
  COORDINATOR("the coordinator's processor"),
  /** One node has used up its processor while the others have not. */
  UNEVEN("one node has more work than the others"),
  /** The nodes are busy, but with more work together than the smallest cluster's. */
  MORE_WORK("the nodes' processors, with more work than on fewer nodes"),
  /** The nodes are busy with the same work: this is what scales. */
  NODES("the nodes' processors"),
  /** Steps that wait for each other, and what every statement costs. */
  WAITING("waiting: no processor is used up");

  /** The part of its share of a processor from which on a machine counts as busy. */
  private static final double BUSY = 0.75;

  /** A factor from which on two amounts of work are different. */
  private static final double DIFFERENT = 1.2;

  private final String meaning;

  Limit(String meaning) {
    this.meaning = meaning;
  }

  /** In words. */
  public String meaning() {
    return meaning;
  }

  /**
   * What limits a query, by the processor time of the machines.
   *
   * @param smallest the cluster that the query's work is compared with
   */
  public static Limit of(Query query, ClusterOutcome cluster, ClusterOutcome smallest) {
    QueryTime time = cluster.of(query);
    double average = time.nodesCpuSeconds() / cluster.nodes();
    if (time.coordinatorCpuSeconds() >= BUSY * time.seconds() * cluster.cores().coordinator()) {
      return COORDINATOR;
    }
    if (time.busiestNodeCpuSeconds() < BUSY * time.seconds() * cluster.cores().node()) {
      return WAITING;
    }
    if (time.busiestNodeCpuSeconds() > DIFFERENT * average) {
      return UNEVEN;
    }
    return time.nodesCpuSeconds() > DIFFERENT * smallest.of(query).nodesCpuSeconds()
        ? MORE_WORK
        : NODES;
  }
}
