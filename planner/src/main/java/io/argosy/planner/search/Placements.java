package io.argosy.planner.search;

import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;

/**
 * Where a query's tables are.
 *
 * @param partitioned whether the rows of one are divided among the nodes
 * @param onHomeNode whether one is on the home node only
 */
record Placements(boolean partitioned, boolean onHomeNode) {
  static Placements of(Query query) {
    return query.allSources().stream()
        .map(Placements::of)
        .reduce(new Placements(false, false), Placements::and);
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
