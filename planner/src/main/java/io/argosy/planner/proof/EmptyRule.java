package io.argosy.planner.proof;

import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;

/** A SELECT whose WHERE is FALSE has no rows on any node: none of its own are anywhere else. */
public final class EmptyRule {
  private EmptyRule() {}

  /** Whether a query can run on any node and has no rows. */
  public static boolean isEmptyEverywhere(Query query) {
    return query instanceof Query.Select select
        && select.hasNoRows()
        && query.allSources().stream().allMatch(source -> isReadableAnywhere(source.origin()));
  }

  /** Whether every node has a table, be it without any of its rows. */
  private static boolean isReadableAnywhere(Source.Origin origin) {
    return switch (origin) {
      case Source.Table table ->
          table.relation().placement() instanceof Placement.Hash
              || table.relation().placement() instanceof Placement.Replicated;
      case Source.UnknownTable unknown -> false;
      case Source.Derived derived -> true;
      case Source.Function function -> true;
      case Source.Merged merged -> true;
      case Source.SelfReference self -> true;
    };
  }
}
