package io.argosy.lab.explanation;

import io.argosy.tpcd.query.Query;
import java.util.List;

/** All queries on the same machines. */
public record ExplainedCluster(Hardware hardware, List<ExplainedQuery> queries) {
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

  /** What a query of this cluster would take on other machines. */
  public Forecast forecast(Query query, Hardware other) {
    return of(query).on(hardware, other);
  }
}
