package io.argosy.planner.movement;

import io.argosy.planner.movement.rows.Site;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** What is done with the rows of a site. */
public sealed interface Choice {
  /** What is done with a site; what has no choice stays. */
  static Choice of(Site site, Map<SqlNode, Choice> choices) {
    return choices.getOrDefault(site.key(), new Stay());
  }

  /** Whether the rows become a temporary table. */
  default boolean moves() {
    return switch (this) {
      case Broadcast broadcast -> true;
      case BroadcastRanges broadcast -> true;
      case Keep keep -> true;
      case Repartition repartition -> true;
      case RepartitionFromRanges repartition -> true;
      case RepartitionRanges repartition -> true;
      case Gather gather -> true;
      case Stay stay -> false;
      case CarveSlots carve -> false;
      case CarveRanges carve -> false;
    };
  }

  /** Whether every node has all of the rows afterwards. */
  default boolean copies() {
    return this instanceof Broadcast || this instanceof BroadcastRanges;
  }

  /** How a replicated table is read where it is moved, if each node reads a range of it. */
  default Optional<CarveRanges> reading() {
    return switch (this) {
      case BroadcastRanges broadcast -> Optional.of(broadcast.ranges());
      case RepartitionFromRanges repartition -> Optional.of(repartition.ranges());
      default -> Optional.empty();
    };
  }

  /** A table is read where it is; a query stays a part of the query around it. */
  record Stay() implements Choice {}

  /** They become a temporary table where they are. */
  record Keep() implements Choice {}

  /** They are moved to every node. */
  record Broadcast() implements Choice {}

  /**
   * Each node reads a range of a replicated table, and what passes is moved to every node, which
   * need not read the whole table then.
   */
  record BroadcastRanges(CarveRanges ranges) implements Choice {}

  /**
   * Each is moved to the node that owns its key.
   *
   * @param column the key among the site's columns, from 0
   */
  record Repartition(int column) implements Choice {}

  /**
   * Each node reads a range of a replicated table, and what passes is moved to the node that owns
   * its key: no node reads the whole table to find what it owns.
   *
   * @param column the key among the table's columns, from 0
   */
  record RepartitionFromRanges(int column, CarveRanges ranges) implements Choice {}

  /**
   * Each is moved to the node that reads the range of a replicated table in which its key lies.
   *
   * @param column the key among the site's columns, from 0
   * @param bounds as in {@link io.argosy.planner.plan.Share.Division.Ranges}
   */
  record RepartitionRanges(int column, List<String> bounds) implements Choice {}

  /** They are moved to the home node. */
  record Gather() implements Choice {}

  /**
   * Each node reads the rows of a replicated table that it would own if this column was its key.
   */
  record CarveSlots(int column) implements Choice {}

  /**
   * Each node reads a range of a replicated table.
   *
   * @param bounds as in {@link io.argosy.planner.plan.Share.Division.Ranges}
   */
  record CarveRanges(int column, List<String> bounds) implements Choice {}
}
