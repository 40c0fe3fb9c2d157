package io.argosy.planner.movement;

import io.argosy.sql.template.SqlTemplate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** PostgreSQL's estimates, each asked for once. */
public final class Estimates {
  private final Function<SqlTemplate, Estimator.Estimate> estimator;
  private final UnaryOperator<SqlTemplate> written;
  private final Estimator clock;
  private final Map<SqlTemplate, Estimator.Estimate> known = new HashMap<>();

  public Estimates(Estimator estimator) {
    // What has gaps is not understood, of which nothing is known.
    this(query -> estimator.of(query.toString()), UnaryOperator.identity(), estimator);
  }

  /**
   * @param written a query as PostgreSQL is asked about it
   * @param clock knows whether anybody waits, and how long
   */
  private Estimates(
      Function<SqlTemplate, Estimator.Estimate> estimator,
      UnaryOperator<SqlTemplate> written,
      Estimator clock) {
    this.clock = clock;
    this.estimator = estimator;
    this.written = written;
  }

  Estimator.Estimate of(SqlTemplate query) {
    return known.computeIfAbsent(query, estimator);
  }

  /** As {@link Estimator#lookUp}. */
  public void lookUp() {
    clock.lookUp();
  }

  /** As {@link Estimator#timeUsed}. */
  public double timeUsed() {
    return clock.timeUsed();
  }

  /**
   * Whether one of two queries with the same result is cheaper. It is told from all that they cost,
   * that of reading what stands in for a stage included, which is the same for both.
   */
  boolean isCheaper(SqlTemplate query, SqlTemplate other) {
    return of(written.apply(query)).cost() < of(written.apply(other)).cost();
  }

  /**
   * The same for queries that read a stage, which is not there yet: its definition stands in for
   * it, but finding its rows costs nothing any more, and each node has a part of them.
   */
  Estimates with(SharedStage stage) {
    String table = stage.relation().name();
    SqlTemplate rows = stage.definition().within("(", ")");
    UnaryOperator<SqlTemplate> whole =
        query ->
            query.filled(
                part ->
                    part instanceof SqlTemplate.Part.Table read && read.name().equals(table)
                        ? Optional.of(rows)
                        : Optional.empty());
    return new Estimates(
        query -> reading(whole.apply(query), stage, reads(query, table)), whole, clock);
  }

  private static long reads(SqlTemplate query, String table) {
    return query
        .gaps(SqlTemplate.Part.Table.class)
        .filter(read -> read.name().equals(table))
        .count();
  }

  /**
   * @param times how often the definition stands in the query
   */
  private Estimator.Estimate reading(SqlTemplate query, SharedStage stage, long times) {
    Estimator.Estimate whole = of(query);
    if (times == 0 || whole.equals(Estimator.Estimate.UNKNOWN)) {
      return whole;
    }
    double cost = Math.max(1, whole.cost() - times * of(stage.definition()).cost());
    return new Estimator.Estimate(
        whole.rows() / stage.parts(),
        whole.width(),
        cost / stage.parts(),
        whole.unlimitedRows() / stage.parts());
  }
}
