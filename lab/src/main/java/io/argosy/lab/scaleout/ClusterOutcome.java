package io.argosy.lab.scaleout;

import io.argosy.tpcd.metric.Ratios;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.schema.Placement;
import java.util.List;

/**
 * All queries on a cluster.
 *
 * @param nodes how many nodes it has
 * @param cores how much of a processor its machines have
 */
public record ClusterOutcome(Placement placement, int nodes, Cores cores, List<QueryTime> queries) {
  public ClusterOutcome {
    queries = List.copyOf(queries);
  }

  /**
   * What a query took here.
   *
   * @throws java.util.NoSuchElementException when it was not run
   */
  public QueryTime of(Query query) {
    return queries.stream().filter(time -> time.query() == query).findFirst().orElseThrow();
  }

  /** How many times as fast as on another cluster a query is here. */
  public double speedUp(ClusterOutcome other, Query query) {
    return other.of(query).seconds() / of(query).seconds();
  }

  /** The geometric mean of the speed-ups of all queries. */
  public double meanSpeedUp(ClusterOutcome other) {
    return Ratios.geometricMean(queries.stream().mapToDouble(time -> speedUp(other, time.query())))
        .orElseThrow();
  }

  /** Whether all answers are the same as those of the first cluster. */
  public boolean succeeded() {
    return queries.stream().allMatch(time -> time.difference().isEmpty());
  }
}
