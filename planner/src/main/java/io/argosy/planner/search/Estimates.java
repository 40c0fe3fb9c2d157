package io.argosy.planner.search;

import io.argosy.planner.catalog.Estimator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PostgreSQL's estimates, each asked for once. */
final class Estimates {
  private final Estimator estimator;
  private final Map<String, Estimator.Estimate> known = new HashMap<>();

  Estimates(Estimator estimator) {
    this.estimator = estimator;
  }

  Estimator.Estimate of(String sql) {
    return known.computeIfAbsent(sql, estimator::of);
  }

  /**
   * The same for queries that read a stage, which is not there yet: its definition stands in for
   * it, but finding its rows costs nothing any more, and each node has a part of them.
   */
  Estimates with(SharedStage stage) {
    String name = stage.relation().schema() + "." + stage.relation().name();
    Pattern table = Pattern.compile("\\b" + Pattern.quote(name) + "\\b");
    return new Estimates(sql -> reading(sql, table, stage.definition(), stage.parts()));
  }

  private Estimator.Estimate reading(String sql, Pattern table, String definition, int parts) {
    long times = table.matcher(sql).results().count();
    if (times == 0) {
      return of(sql);
    }
    String rows = Matcher.quoteReplacement("(" + definition + ")");
    Estimator.Estimate whole = of(table.matcher(sql).replaceAll(rows));
    double cost = Math.max(1, whole.cost() - times * of(definition).cost());
    return new Estimator.Estimate(whole.rows() / parts, whole.width(), cost / parts);
  }
}
