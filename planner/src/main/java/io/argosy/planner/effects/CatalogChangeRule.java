package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.CatalogChange;

/**
 * What a catalog says holds for all nodes, but its rows differ from node to node: by their object
 * ids at least.
 */
final class CatalogChangeRule implements EffectRule<CatalogChange> {
  @Override
  public Verdict judge(CatalogChange change, boolean meetsPlaced) {
    return Verdict.Refused.unsupported(
        "system catalog \""
            + change.name()
            + "\" would be changed on one node only, and each node has its own",
        "Change definitions by ALTER, which reaches all nodes, or connect to each node itself.");
  }
}
