package io.argosy.planner.movement;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.UnprovenException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;

/**
 * The moves of the tables of one query, each made once: an attempt has most of them in common with
 * the one before.
 */
public final class StagedTables {
  /**
   * What decides how a table is moved.
   *
   * @param used the columns that are read afterwards
   * @param atHand as {@link AtHand#moved} tells it
   */
  private record Wish(
      Choice choice, List<Integer> used, Colocation group, List<AtHand.Moved> atHand) {}

  private final Context context;
  private final Reductions reductions;
  private final Sizes sizes;
  private final Map<SqlNode, Map<Wish, StagedTable>> known = new IdentityHashMap<>();

  public StagedTables(Context context, Reductions reductions, Sizes sizes) {
    this.context = context;
    this.reductions = reductions;
    this.sizes = sizes;
  }

  /**
   * A table whose rows are moved.
   *
   * @param used the columns that are read afterwards
   * @throws UnprovenException if the key by which the rows are to lie is not among them
   */
  public StagedTable of(
      Site.Table table, Choice choice, List<Integer> used, Colocation group, AtHand atHand) {
    Wish wish = new Wish(choice, used, group, atHand.moved());
    Map<Wish, StagedTable> staged = known.computeIfAbsent(table.key(), key -> new HashMap<>());
    StagedTable before = staged.get(wish);
    if (before != null) {
      return before;
    }
    StagedTable made =
        StagedTable.of(context, reductions, sizes, atHand, table, choice, used, group);
    staged.put(wish, made);
    return made;
  }
}
