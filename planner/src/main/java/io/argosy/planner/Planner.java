package io.argosy.planner;

import io.argosy.planner.catalog.Placement;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Optional;

/** Decides how a statement is answered. Without state; thread-safe. */
public final class Planner {
  /**
   * The plan of a statement.
   *
   * @param parsed its tree, if it can be parsed
   * @param facts what PostgreSQL says about it
   */
  public Plan plan(Optional<ParsedStatement> parsed, StatementFacts facts) {
    List<Relation> partitioned =
        facts.relations().stream()
            .filter(relation -> relation.placement() instanceof Placement.Hash)
            .toList();
    if (!partitioned.isEmpty()) {
      return new Plan.Gather(
          partitioned,
          parsed.isPresent()
              ? "distribution is not analysed yet"
              : "the statement is outside the grammar that can be analysed");
    }
    return new Plan.Route(new Plan.Target.HomeNode(), "");
  }
}
