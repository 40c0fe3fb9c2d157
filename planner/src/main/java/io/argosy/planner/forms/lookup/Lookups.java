package io.argosy.planner.forms.lookup;

import io.argosy.planner.bind.Column;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Costs;
import io.argosy.planner.movement.Sizes;
import io.argosy.planner.movement.rows.Reduction;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Site;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/** Knows which tables are looked up rather than read whole. */
public final class Lookups {
  /**
   * The part of a table's rows that is looked up at most. Estimates may be wrong: with ten times as
   * many lookups it is still no more than all of the table.
   */
  private static final double FEW = 0.1;

  /** A lookup and what it costs. */
  public record Priced(Lookup lookup, double cost) {}

  private final Context context;
  private final Reductions reductions;
  private final Sizes sizes;
  private final Map<SqlNode, Choice> choices;

  /**
   * @param choices by the sites' keys
   */
  public Lookups(
      Context context, Reductions reductions, Sizes sizes, Map<SqlNode, Choice> choices) {
    this.context = context;
    this.reductions = reductions;
    this.sizes = sizes;
    this.choices = choices;
  }

  /**
   * How a table that stays whole on every node is looked up, if that is cheaper.
   *
   * @param whole the cost of reading it
   */
  public Optional<Priced> cheaper(Site.Table table, double whole) {
    if (table.relation().rows() < Costs.ROWS_WORTH_DIVIDING) {
      return Optional.empty();
    }
    return Lookup.of(reductions.binding(), table)
        .filter(lookup -> rows(lookup.partner()) <= FEW * table.relation().rows())
        .map(lookup -> new Priced(lookup, cost(lookup)))
        .filter(priced -> priced.cost() < whole);
  }

  private double cost(Lookup lookup) {
    double matches = lookup.findsOne() ? 1 : matches(lookup.table(), lookup.columns().keySet());
    return context.costs().lookUp(rows(lookup.partner()), matches);
  }

  /**
   * What a partitioned table costs one node if PostgreSQL looks its rows up by itself, for each of
   * few rows with which it is joined or that ask for it; nothing if it has no reason to.
   */
  public OptionalDouble byItself(Site.Table table) {
    if (!(table.relation().placement() instanceof Placement.Hash)) {
      return OptionalDouble.empty();
    }
    double least = Double.POSITIVE_INFINITY;
    for (List<Reduction.Partner> partners : reductions.of(table).partnersBySource()) {
      List<String> equal =
          partners.stream()
              .map(partner -> table.relation().columns().get(partner.column().index()).name())
              .toList();
      Set<String> indexed = Set.copyOf(Lookup.leading(table.relation(), equal));
      double lookups = rows(partners.getFirst().table());
      if (!indexed.isEmpty() && lookups < table.relation().rows()) {
        double matches = matches(table, indexed);
        double own = table.relation().rows() / context.costs().nodes();
        if (lookups * matches <= FEW * own) {
          least = Math.min(least, context.costs().lookUp(lookups, matches));
        }
      }
    }
    return Double.isFinite(least) ? OptionalDouble.of(least) : OptionalDouble.empty();
  }

  /** How many rows of a partner one node has; all there could be if they are not divided. */
  private double rows(Site.Table partner) {
    double share = sizes.passing(partner) / context.costs().nodes();
    return switch (Choice.of(partner, choices)) {
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

  /** How many rows of a node a lookup finds, from the column that tells most. */
  private double matches(Site.Table table, Set<String> columns) {
    double values =
        columns.stream()
            .map(name -> new Column(table.source(), table.relation().index(name)))
            .mapToDouble(sizes::values)
            .max()
            .orElseThrow();
    boolean parted = table.relation().placement() instanceof Placement.Hash;
    double rows = table.relation().rows() / (parted ? context.costs().nodes() : 1);
    return rows / Math.max(1, values);
  }
}
