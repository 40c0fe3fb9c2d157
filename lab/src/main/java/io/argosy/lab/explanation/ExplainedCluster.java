package io.argosy.lab.explanation;

import io.argosy.tpcd.query.Query;
import java.util.List;

/**
 * All queries on the same machines.
 *
 * @param standardWork milliseconds of processor time that {@linkplain StandardWork the same work}
 *     takes on its nodes
 */
public record ExplainedCluster(
    Hardware hardware, double standardWork, List<ExplainedQuery> queries) {
  public ExplainedCluster {
    queries = List.copyOf(queries);
  }

  /**
   * One of them.
   *
   * @throws java.util.NoSuchElementException when it was not run
   */
  public ExplainedQuery of(Query query) {
    return queries.stream().filter(each -> each.query() == query).findFirst().orElseThrow();
  }

  /**
   * What a query of this cluster would take on other machines.
   *
   * @param otherStandardWork milliseconds of processor time that the same work takes there
   */
  public Forecast forecast(Query query, Hardware other, double otherStandardWork) {
    return of(query).on(hardware, other, otherStandardWork / standardWork);
  }
}
