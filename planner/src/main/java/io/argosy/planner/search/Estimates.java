package io.argosy.planner.search;

import io.argosy.planner.catalog.Estimator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's estimates, each asked for once. */
final class Estimates {
  private final Estimator estimator;
  private final UnaryOperator<String> written;
  private final Map<String, Estimator.Estimate> known = new HashMap<>();

  Estimates(Estimator estimator) {
    this(estimator, UnaryOperator.identity());
  }

  /**
   * @param written a query as PostgreSQL is asked about it
   */
  private Estimates(Estimator estimator, UnaryOperator<String> written) {
    this.estimator = estimator;
    this.written = written;
  }

  Estimator.Estimate of(String sql) {
    return known.computeIfAbsent(sql, estimator::of);
  }

  /**
   * Whether one of two queries with the same result is cheaper. It is told from all that they cost,
   * that of reading what stands in for a stage included, which is the same for both.
   */
  boolean isCheaper(String sql, String other) {
    return of(written.apply(sql)).cost() < of(written.apply(other)).cost();
  }

  /**
   * The same for queries that read a stage, which is not there yet: its definition stands in for
   * it, but finding its rows costs nothing any more, and each node has a part of them.
   */
  Estimates with(SharedStage stage) {
    String name = stage.relation().schema() + "." + stage.relation().name();
    Pattern table = Pattern.compile("\\b" + Pattern.quote(name) + "\\b(\\s+AS\\b)?");
    String rows = "(" + stage.definition() + ") AS";
    String named = rows + " " + stage.relation().name();
    UnaryOperator<String> whole =
        sql ->
            table
                .matcher(sql)
                .replaceAll(
                    found -> Matcher.quoteReplacement(found.group(1) == null ? named : rows));
    return new Estimates(
        sql -> reading(whole.apply(sql), stage, table.matcher(sql).results().count()), whole);
  }

  /**
   * @param times how often the definition stands in the query
   */
  private Estimator.Estimate reading(String sql, SharedStage stage, long times) {
    Estimator.Estimate whole = of(sql);
    if (times == 0) {
      return whole;
    }
    double cost = Math.max(1, whole.cost() - times * of(stage.definition()).cost());
    return new Estimator.Estimate(
        whole.rows() / stage.parts(), whole.width(), cost / stage.parts());
  }
}
