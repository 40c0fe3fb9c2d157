package io.argosy.planner.search;

import io.argosy.planner.catalog.Estimator;
import java.util.HashMap;
import java.util.Map;

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
  Estimates with(SharedStage stage, int nodes) {
    String table = stage.relation().schema() + "." + stage.relation().name();
    return new Estimates(sql -> reading(sql, table, stage.definition(), nodes));
  }

  private Estimator.Estimate reading(String sql, String table, String definition, int nodes) {
    int times = sql.split("\\b" + table + "\\b", -1).length - 1;
    if (times == 0) {
      return of(sql);
    }
    Estimator.Estimate whole =
        of(sql.replaceAll("\\b" + table + "\\b", "(" + definition.replace("$", "\\$") + ")"));
    double cost = Math.max(1, whole.cost() - times * of(definition).cost());
    return new Estimator.Estimate(whole.rows() / nodes, whole.width(), cost / nodes);
  }
}
