package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.catalog.Placement;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** Decides which tables are looked up rather than read whole. */
final class Lookups {
  /**
   * The part of a table's rows that is looked up at most. Estimates may be wrong: with ten times as
   * many lookups it is still no more than all of the table.
   */
  private static final double FEW = 0.1;

  /** A lookup and what it costs. */
  record Priced(Lookup lookup, double cost) {}

  private final Context context;
  private final Binding binding;
  private final Sizes sizes;
  private final Map<SqlNode, Choice> choices;

  /**
   * @param choices by the sites' keys
   */
  Lookups(Context context, Binding binding, Sizes sizes, Map<SqlNode, Choice> choices) {
    this.context = context;
    this.binding = binding;
    this.sizes = sizes;
    this.choices = choices;
  }

  /**
   * How a table that stays whole on every node is looked up, if that is cheaper.
   *
   * @param whole the cost of reading it
   */
  Optional<Priced> cheaper(Site.Table table, double whole) {
    if (table.relation().rows() < Starts.ROWS_WORTH_DIVIDING) {
      return Optional.empty();
    }
    return Lookup.of(binding, table)
        .filter(lookup -> lookups(lookup) <= FEW * table.relation().rows())
        .map(lookup -> new Priced(lookup, cost(lookup)))
        .filter(priced -> priced.cost() < whole);
  }

  private double cost(Lookup lookup) {
    return context.costs().lookUp(lookups(lookup), matches(lookup));
  }

  /** How many rows of the partner one node has; all there could be if they are not divided. */
  private double lookups(Lookup lookup) {
    Site.Table partner = lookup.partner();
    double share = sizes.passing(partner) / context.costs().nodes();
    return switch (choices.getOrDefault(partner.key(), new Choice.Stay())) {
      case Choice.CarveSlots carve -> share * sizes.imbalance(partner, carve.column());
      case Choice.CarveRanges carve -> share;
      case Choice.RepartitionFromRanges slots -> share * sizes.imbalance(partner, slots.column());
      case Choice.Stay stay ->
          partner.relation().placement() instanceof Placement.Hash
              ? share
              : Double.POSITIVE_INFINITY;
      case Choice.Keep keep -> Double.POSITIVE_INFINITY;
      case Choice.BroadcastRanges broadcast -> Double.POSITIVE_INFINITY;
      case Choice.Broadcast broadcast -> Double.POSITIVE_INFINITY;
      case Choice.Repartition repartition -> Double.POSITIVE_INFINITY;
      case Choice.RepartitionRanges repartition -> Double.POSITIVE_INFINITY;
      case Choice.Gather gather -> Double.POSITIVE_INFINITY;
    };
  }

  /** How many rows a lookup finds, from the column that tells most. */
  private double matches(Lookup lookup) {
    Site.Table table = lookup.table();
    double values =
        lookup.columns().keySet().stream()
            .map(name -> new Column(table.source(), table.relation().index(name)))
            .mapToDouble(sizes::values)
            .max()
            .orElseThrow();
    return lookup.findsOne() ? 1 : table.relation().rows() / Math.max(1, values);
  }
}
