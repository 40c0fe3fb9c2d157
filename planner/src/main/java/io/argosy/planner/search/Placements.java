package io.argosy.planner.search;

import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.proof.EmptyRule;

/**
 * Where a query's tables are. Those of which nothing is read, since a SELECT has no rows, are
 * everywhere.
 *
 * @param partitioned whether the rows of one are divided among the nodes
 * @param onHomeNode whether one is on the home node only
 */
record Placements(boolean partitioned, boolean onHomeNode) {
  static Placements of(Query query) {
    Placements all = new Placements(false, false);
    if (EmptyRule.isEmptyEverywhere(query)) {
      return all;
    }
    if (query instanceof Query.Select select) {
      for (Source source : select.sources()) {
        all = all.and(of(source));
      }
    }
    for (Query within : query.within()) {
      all = all.and(of(within));
    }
    return all;
  }

  private static Placements of(Source source) {
    return switch (source.origin()) {
      case Source.Table table ->
          switch (table.relation().placement()) {
            case Placement.Hash hash -> new Placements(true, false);
            case Placement.Replicated replicated -> new Placements(false, false);
            case Placement.SingleNode single -> new Placements(false, true);
            case Placement.OfDefinition view -> new Placements(true, false);
            case Placement.SystemCatalog catalog -> new Placements(false, true);
          };
      case Source.Derived derived -> new Placements(false, false);
      case Source.UnknownTable unknown -> new Placements(false, true);
      case Source.Function function -> new Placements(false, false);
      case Source.SelfReference self -> new Placements(false, false);
      case Source.Merged merged -> new Placements(false, false);
    };
  }

  private Placements and(Placements other) {
    return new Placements(partitioned || other.partitioned, onHomeNode || other.onHomeNode);
  }
}
