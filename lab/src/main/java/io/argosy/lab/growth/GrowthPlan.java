package io.argosy.lab.growth;

import io.argosy.lab.scaleout.Cores;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.SessionSetting;
import java.util.List;

/**
 * What is done with a cluster, under which load.
 *
 * @param sizes how many nodes it has, one after the other, more each time
 * @param drains whether the node that was added first gives its rows back at the end
 * @param seconds how long the load goes on between two steps
 * @param coordinators how many there are; clients are divided among them
 * @param clients how many make payments
 * @param branches of the bank: 100,000 accounts each
 * @param scale the scale factor of TPC-D's data
 * @param queries what one more client asks, one after the other, again and again
 * @param settings what holds for the queries
 * @param cores how much of a processor the machines have
 */
public record GrowthPlan(
    List<Integer> sizes,
    boolean drains,
    double seconds,
    int coordinators,
    int clients,
    int branches,
    double scale,
    List<Query> queries,
    List<SessionSetting> settings,
    Cores cores) {
  public GrowthPlan {
    sizes = List.copyOf(sizes);
    queries = List.copyOf(queries);
    settings = List.copyOf(settings);
  }

  /** How many nodes it has at most. */
  public int largest() {
    return sizes.getLast();
  }
}
