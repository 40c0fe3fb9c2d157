package io.argosy.lab.explanation;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.QueryResources;
import java.util.Map;

/**
 * What a query took on some machines, and why.
 *
 * @param resources of the execution with the median time
 * @param fixed which shares of its stages are the same on any number of nodes, as far as is known
 */
public record ExplainedQuery(Query query, QueryResources resources, Map<String, Double> fixed) {
  public ExplainedQuery {
    fixed = Map.copyOf(fixed);
  }

  /**
   * What it takes on other machines.
   *
   * @param sameWork how much processor time they need for the same work, as a multiple
   */
  Forecast on(Hardware from, Hardware to, double sameWork) {
    return Forecast.of(QueryPath.of(resources.tree(), from.nodes()), fixed, from, to, sameWork);
  }
}
