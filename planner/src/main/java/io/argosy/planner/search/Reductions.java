package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Source;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** The reductions of the tables of one query, each found once: every attempt asks for them. */
final class Reductions {
  private final Binding binding;
  private final Map<Site.Block, Map<Source, Reduction>> known = new IdentityHashMap<>();

  Reductions(Binding binding) {
    this.binding = binding;
  }

  /** The query, bound. */
  Binding binding() {
    return binding;
  }

  /** What holds for the rows of a table of a block. */
  Reduction of(Source source, Site.Block block) {
    return known
        .computeIfAbsent(block, key -> new HashMap<>())
        .computeIfAbsent(source, key -> Reduction.of(binding, key, block));
  }

  Reduction of(Site.Table table) {
    return of(table.source(), table.block());
  }
}
