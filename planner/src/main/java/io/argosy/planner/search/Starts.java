package io.argosy.planner.search;

import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Costs;
import io.argosy.planner.movement.Sizes;
import io.argosy.planner.movement.rows.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/** Makes the assignments from which the search starts, and the other choices that a site has. */
final class Starts {
  /**
   * The part of a large replicated table's rows below which every node may as well have all of
   * them, so that other rows can be asked for these before they move.
   */
  private static final double FEW = 0.05;

  /**
   * An assignment to begin with.
   *
   * @param key the column class by which rows are divided, if any is
   * @param group the colocation group of the rows that are moved
   * @param bounds of the ranges, where rows lie by ranges
   */
  record Start(
      Optional<KeyClasses.KeyClass> key,
      Colocation group,
      Optional<List<String>> bounds,
      Map<SqlNode, Choice> choices) {
    /** Whether the rows of its group lie by the hash of their key. */
    boolean bySlots() {
      return group.isBySlots();
    }
  }

  private final List<Site> sites;
  private final Sizes sizes;
  private final int nodes;
  private final Bundling bundling;

  Starts(List<Site> sites, Sizes sizes, Context context) {
    this.sites = sites;
    this.sizes = sizes;
    this.nodes = context.costs().nodes();
    this.bundling = context.bundling();
  }

  /**
   * Those in which everything is read where it is: for each candidate for the key by which rows of
   * replicated tables could be moved to the partitioned ones, and one without.
   */
  List<Start> asItStands(List<KeyClasses.KeyClass> classes) {
    List<Start> starts = new ArrayList<>();
    for (KeyClasses.KeyClass key : classes) {
      for (Colocation group : groups(key)) {
        if (!group.equals(new Colocation.Slots())) {
          starts.add(new Start(Optional.of(key), group, Optional.empty(), Map.of()));
        }
      }
    }
    starts.add(new Start(Optional.empty(), new Colocation.Slots(), Optional.empty(), Map.of()));
    return starts;
  }

  /** The starts, for each candidate for the key with subqueries in place and by themselves. */
  List<Start> all(List<KeyClasses.KeyClass> classes) {
    List<Start> starts = new ArrayList<>();
    for (KeyClasses.KeyClass key : classes) {
      for (Colocation group : groups(key)) {
        for (boolean alone : List.of(false, true)) {
          starts.add(start(Optional.of(key), group, Optional.empty(), alone));
        }
      }
      bounds(key)
          .ifPresent(
              bounds -> {
                Colocation group = new Colocation.Ranges(bounds);
                starts.add(start(Optional.of(key), group, Optional.of(bounds), false));
                starts.add(start(Optional.of(key), group, Optional.of(bounds), true));
              });
    }
    starts.add(start(Optional.empty(), new Colocation.Slots(), Optional.empty(), true));
    Map<SqlNode, Choice> home = new IdentityHashMap<>();
    for (Site site : sites) {
      if (site.isApart()) {
        home.put(site.key(), new Choice.Gather());
      }
    }
    starts.add(new Start(Optional.empty(), new Colocation.Slots(), Optional.empty(), home));
    return different(starts);
  }

  /** Without subqueries, it does not matter whether they stay. */
  private static List<Start> different(List<Start> starts) {
    List<Start> result = new ArrayList<>();
    for (Start start : starts) {
      boolean known =
          result.stream()
              .anyMatch(
                  other ->
                      other.key().equals(start.key())
                          && other.group().equals(start.group())
                          && other.choices().equals(start.choices()));
      if (!known) {
        result.add(start);
      }
    }
    return result;
  }

  private List<Colocation> groups(KeyClasses.KeyClass key) {
    Set<Colocation> groups = new LinkedHashSet<>();
    for (Site.Table table : tables(sites)) {
      if (table.relation().placement() instanceof Placement.Hash hash
          && key.columns(table.key()).contains(table.relation().index(hash.column()))) {
        groups.add(hash.colocation());
      }
    }
    return groups.isEmpty() ? List.of(new Colocation.Slots()) : List.copyOf(groups);
  }

  private static List<Site.Table> tables(List<Site> sites) {
    List<Site.Table> tables = new ArrayList<>();
    for (Site site : sites) {
      switch (site) {
        case Site.Table table -> tables.add(table);
        case Site.Nested nested -> tables.addAll(tables(nested.within()));
      }
    }
    return tables;
  }

  /** Ranges of about as many rows for each node, from the largest table that knows its values. */
  private Optional<List<String>> bounds(KeyClasses.KeyClass key) {
    return tables(sites).stream()
        .filter(table -> table.relation().placement() instanceof Placement.Replicated)
        .sorted(Comparator.comparingDouble(table -> -table.relation().rows()))
        .flatMap(
            table ->
                table.relation().histograms().stream()
                    .filter(
                        histogram ->
                            key.columns(table.key())
                                .contains(table.relation().index(histogram.column()))))
        .findFirst()
        .flatMap(this::bounds);
  }

  private Optional<List<String>> bounds(Relation.Histogram histogram) {
    List<String> all = histogram.bounds();
    List<String> bounds = new ArrayList<>();
    for (int node = 1; node < nodes; node++) {
      int index = (int) ((long) node * (all.size() - 1) / nodes);
      if (all.isEmpty() || bounds.contains(all.get(index))) {
        return Optional.empty();
      }
      bounds.add(all.get(index));
    }
    return Optional.of(bounds);
  }

  private Start start(
      Optional<KeyClasses.KeyClass> key,
      Colocation group,
      Optional<List<String>> bounds,
      boolean alone) {
    Map<SqlNode, Choice> choices = new IdentityHashMap<>();
    Start start = new Start(key, group, bounds, choices);
    choose(sites, start, alone);
    return start;
  }

  private void choose(List<Site> level, Start start, boolean alone) {
    for (Site site : level) {
      switch (site) {
        case Site.Table table -> start.choices().put(table.key(), first(table, start));
        case Site.Nested nested -> {
          boolean several = nested.nodes().size() > 1;
          if (nested.isApart() && (alone || several)) {
            List<Choice> moves = moves(nested, start);
            start.choices().put(nested.key(), moves.get(moves.size() - 1));
          } else {
            start.choices().put(nested.key(), inPlace(nested).get(0));
          }
          choose(nested.within(), start, alone);
        }
      }
    }
  }

  private Choice first(Site.Table table, Start start) {
    List<Choice> alternatives = alternatives(table, start);
    return switch (table.relation().placement()) {
      case Placement.Hash hash -> {
        boolean inPlace =
            hash.colocation().equals(start.group())
                && start
                    .key()
                    .filter(
                        key ->
                            key.columns(table.key())
                                .contains(table.relation().index(hash.column())))
                    .isPresent();
        yield inPlace && !table.recursive()
            ? alternatives.get(0)
            : alternatives.get(alternatives.size() - 1);
      }
      case Placement.SingleNode single -> alternatives.get(alternatives.size() - 1);
      case Placement.Replicated replicated ->
          alternatives.stream().filter(c -> !c.moves()).reduce((a, b) -> b).orElseThrow();
      case Placement.OfDefinition view -> new Choice.Stay();
      case Placement.SystemCatalog catalog -> new Choice.Stay();
    };
  }

  /** What can be done with a site under a key; what divides its rows comes last. */
  List<Choice> alternatives(Site site, Start start) {
    List<Choice> choices = new ArrayList<>();
    choices.addAll(inPlace(site));
    switch (site) {
      case Site.Nested nested -> choices.addAll(moves(nested, start));
      case Site.Table table -> {
        switch (table.relation().placement()) {
          case Placement.Hash hash -> choices.addAll(moves(table, start));
          case Placement.SingleNode single -> choices.addAll(moves(table, start));
          case Placement.Replicated replicated -> {
            Optional<Choice.CarveRanges> ranges = ranges(table);
            ranges.map(Choice.BroadcastRanges::new).ifPresent(choices::add);
            // Few rows may as well be everywhere, but not where partitioned ones decide about them.
            if (!isFew(table) || !start.group().equals(new Colocation.Slots())) {
              ranges.ifPresent(reading -> choices.addAll(toOwners(table, reading, start)));
            }
            choices.addAll(carves(table, start));
          }
          case Placement.OfDefinition view -> {}
          case Placement.SystemCatalog catalog -> {}
        }
      }
    }
    return choices;
  }

  /**
   * How nodes can read ranges of a large replicated table for each other while everything else is
   * answered where it is.
   */
  List<Choice> readForOthers(Site.Table table, Start start) {
    List<Choice> choices = new ArrayList<>();
    ranges(table)
        .ifPresent(
            reading -> {
              if (isFew(table)) {
                choices.add(new Choice.BroadcastRanges(reading));
              }
              List<Choice> toOwners = toOwners(table, reading, start);
              // PostgreSQL is asked, so last.
              if (!toOwners.isEmpty() && sizes.isReadWhole(table, reading)) {
                choices.addAll(toOwners);
              }
            });
    return choices;
  }

  private boolean isFew(Site.Table table) {
    return sizes.passing(table) <= FEW * table.relation().rows();
  }

  private static List<Choice> toOwners(Site.Table table, Choice.CarveRanges reading, Start start) {
    return start.bySlots()
        ? keys(table, start).stream()
            .<Choice>map(key -> new Choice.RepartitionFromRanges(key, reading))
            .toList()
        : List.of();
  }

  /** How a site's rows are read where they are, best first. */
  private List<Choice> inPlace(Site site) {
    boolean bound =
        switch (site) {
          case Site.Table table ->
              table.block().select().sources().size() == 1
                  ? bundling.binds(Bundling.Operation.SCAN, Bundling.Operation.GROUP)
                  : bundling.binds(Bundling.Operation.SCAN, Bundling.Operation.JOIN);
          case Site.Nested nested ->
              bundling.binds(Bundling.Operation.JOIN, Bundling.Operation.GROUP);
        };
    boolean keeps =
        !bound
            && switch (site) {
              case Site.Table table ->
                  table.isApart() || table.relation().placement() instanceof Placement.Replicated;
              case Site.Nested nested -> nested.isApart();
            };
    return keeps ? List.of(new Choice.Keep(), new Choice.Stay()) : List.of(new Choice.Stay());
  }

  private static List<Choice> moves(Site site, Start start) {
    List<Choice> choices = new ArrayList<>();
    boolean recursive = site instanceof Site.Table table && table.recursive();
    List<Integer> keys = recursive ? List.of() : keys(site, start);
    // Not to begin with: how the rows lie in another table's ranges nobody knows.
    start
        .bounds()
        .ifPresent(
            bounds -> keys.forEach(key -> choices.add(new Choice.RepartitionRanges(key, bounds))));
    choices.add(new Choice.Broadcast());
    if (start.bySlots()) {
      keys.forEach(key -> choices.add(new Choice.Repartition(key)));
    }
    return choices;
  }

  /** The columns by which the rows of a site can be divided under the key of a start. */
  private static List<Integer> keys(Site site, Start start) {
    return start.key().stream()
        .flatMap(key -> key.columns(site.key()).stream())
        .filter(column -> KeyTypes.hashed(type(site, column)))
        .toList();
  }

  private static String type(Site site, int column) {
    return switch (site) {
      case Site.Table table -> table.relation().columns().get(column).type();
      case Site.Nested nested -> nested.query().outputs().get(column).type();
    };
  }

  /** Where a table is large and ranges of it are known. */
  private Optional<Choice.CarveRanges> ranges(Site.Table table) {
    Relation relation = table.relation();
    return table.recursive() || relation.rows() < Costs.ROWS_WORTH_DIVIDING
        ? Optional.empty()
        : relation.histograms().stream()
            .flatMap(
                histogram ->
                    bounds(histogram).stream()
                        .map(
                            bounds ->
                                new Choice.CarveRanges(relation.index(histogram.column()), bounds)))
            .findFirst();
  }

  private static List<Choice> carves(Site.Table table, Start start) {
    boolean known = start.bySlots() || start.bounds().isPresent();
    if (table.recursive() || !known) {
      return List.of();
    }
    return keys(table, start).stream()
        .map(
            column ->
                start
                    .bounds()
                    .<Choice>map(bounds -> new Choice.CarveRanges(column, bounds))
                    .orElseGet(() -> new Choice.CarveSlots(column)))
        .toList();
  }
}
