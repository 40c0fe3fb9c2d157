package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Source;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;

/** What one query says of the rows of its tables, each found once: every attempt asks for it. */
public final class Reductions {
  private final Binding binding;
  private final ComparedColumns compared;
  private final Map<Site.Block, Map<Source, Reduction>> known = new IdentityHashMap<>();

  /**
   * @param tree the query that was bound
   */
  public Reductions(Binding binding, SqlNode tree) {
    this.binding = binding;
    this.compared = new ComparedColumns(binding, tree);
  }

  /** The query, bound. */
  public Binding binding() {
    return binding;
  }

  /** The columns that are compared. */
  public ComparedColumns compared() {
    return compared;
  }

  /** What holds for the rows of a table of a block. */
  Reduction of(Source source, Site.Block block) {
    return known
        .computeIfAbsent(block, key -> new HashMap<>())
        .computeIfAbsent(source, key -> Reduction.of(binding, key, block));
  }

  public Reduction of(Site.Table table) {
    return of(table.source(), table.block());
  }
}
