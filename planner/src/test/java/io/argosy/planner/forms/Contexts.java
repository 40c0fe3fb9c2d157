package io.argosy.planner.forms;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Costs;
import io.argosy.planner.movement.Estimates;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.movement.Moves;
import java.util.List;
import java.util.Map;

/** What a search has, for tests of its parts. */
final class Contexts {
  private static final int NODES = 3;

  private Contexts() {}

  /** The context of the search for a plan of a statement. */
  static Context of(BoundStatement bound) {
    return new Context(
        bound.statement(),
        bound.relations(),
        bound.aggregates(),
        List.of(),
        List.of(),
        new Estimates(query -> new Estimator.Estimate(1000, 100, 1000)),
        new Moves(bound.statement().names()),
        new Costs(NODES),
        Bundling.DEFAULT,
        Map.of(),
        () -> {});
  }

  /** A form of a statement. */
  static Rewrite rewritten(Form form, BoundStatement bound) {
    BoundQuery query = new BoundQuery(bound.statement().tree(), bound.binding());
    return form.rewrite(query, of(bound)).getFirst();
  }
}
