package io.argosy.planner.facts;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which operations are shipped to a node together, in one statement, instead of one after the other
 * over temporary tables: a relation of bindable operations (Memik, Kandemir and Choudhary, "Design
 * and evaluation of smart disk architecture for DSS commercial workloads", 2000).
 *
 * @param bindable the pairs of operations of which the second may read the first one's rows without
 *     a temporary table between them
 */
public record Bundling(Set<Pair> bindable) {
  /** Every operation is a statement of its own. */
  public static final Bundling NONE = new Bundling(Set.of());

  /** A fragment is one statement; a subquery is one with it where that is cheaper. */
  public static final Bundling DEFAULT =
      new Bundling(
          Set.of(
              new Pair(Operation.SCAN, Operation.JOIN),
              new Pair(Operation.JOIN, Operation.GROUP),
              new Pair(Operation.SCAN, Operation.GROUP)));

  /** A subquery, too, is one with the fragment around it wherever that is right. */
  public static final Bundling ALL =
      new Bundling(
          Set.of(
              new Pair(Operation.SCAN, Operation.JOIN),
              new Pair(Operation.JOIN, Operation.GROUP),
              new Pair(Operation.SCAN, Operation.GROUP),
              new Pair(Operation.GROUP, Operation.JOIN)));

  /** What is done to rows. */
  public enum Operation {
    /** Reading a table's rows that pass its filter. */
    SCAN,
    /** Joining what was read. */
    JOIN,
    /** Grouping, aggregating, windows and DISTINCT. */
    GROUP
  }

  /** Two operations that may be one statement. */
  public record Pair(Operation first, Operation second) {}

  /** Whether the second operation may read the first one's rows in the same statement. */
  public boolean binds(Operation first, Operation second) {
    return bindable.contains(new Pair(first, second));
  }

  /** The relation that a setting names: none, default or all. */
  public static Optional<Bundling> of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none" -> Optional.of(NONE);
      case "default" -> Optional.of(DEFAULT);
      case "all" -> Optional.of(ALL);
      default -> Optional.empty();
    };
  }
}
