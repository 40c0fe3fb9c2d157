package io.argosy.planner.search;

import io.argosy.planner.analyse.Analysis;
import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.catalog.Estimator;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Bundling;
import io.argosy.planner.plan.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * What all parts of one search share.
 *
 * @param statement the statement whose parts are planned
 * @param parameterTypes of its own parameters
 * @param once the values that are its further parameters
 * @param shared what has become a temporary table before, for all parts
 */
record Context(
    ParsedStatement statement,
    List<Relation> relations,
    Aggregates aggregates,
    List<String> parameterTypes,
    List<Plan.Once> once,
    Estimates estimates,
    Moves moves,
    Costs costs,
    Bundling bundling,
    Optional<SharedStage> shared) {

  /** PostgreSQL's estimates, each asked for once. */
  static final class Estimates {
    private final Estimator estimator;
    private final Map<String, Estimator.Estimate> known = new HashMap<>();

    Estimates(Estimator estimator) {
      this.estimator = estimator;
    }

    Estimator.Estimate of(String sql) {
      return known.computeIfAbsent(sql, estimator::of);
    }
  }

  /** The same for parts that read a definition's rows in its temporary table. */
  Context with(SharedStage stage) {
    return new Context(
        statement,
        relations,
        aggregates,
        parameterTypes,
        once,
        estimates,
        moves,
        costs,
        bundling,
        Optional.of(stage));
  }

  /** The temporary table of a site, if it is there from the start. */
  Optional<SharedStage> shared(Site site) {
    return shared.filter(stage -> stage.key() == site.key());
  }

  Binding bind(SqlNode tree, List<Relation> stages) {
    List<Relation> all = new ArrayList<>(relations);
    all.addAll(stages);
    return Binder.bind(tree, all, aggregates);
  }

  Analysis analysis(SqlNode tree, Binding binding) {
    return new Analysis(statement.with(tree), binding, parameterTypes);
  }
}
