package io.argosy.lab.growth;

import io.argosy.lab.scaleout.Cores;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.SessionSetting;
import java.util.List;

/**
 * Under which load clusters grow.
 *
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
    double seconds,
    int coordinators,
    int clients,
    int branches,
    double scale,
    List<Query> queries,
    List<SessionSetting> settings,
    Cores cores) {
  public GrowthPlan {
    queries = List.copyOf(queries);
    settings = List.copyOf(settings);
  }
}
