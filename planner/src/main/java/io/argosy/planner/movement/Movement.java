package io.argosy.planner.movement;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.ParameterTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import java.util.List;

/**
 * How a stage's rows go, and how they lie afterwards.
 *
 * @param placement of the temporary table
 */
record Movement(Stage.Movement movement, Placement placement) {
  /** So many rows may be parameters: they are sent again with every step that reads them. */
  private static final double FEW_ROWS = 1000;

  private static final double FEW_BYTES = 64 << 10;

  /**
   * @param choice one that moves, its column being one of the table's
   * @param columns the temporary table's columns
   */
  static Movement of(Choice choice, List<Relation.Column> columns, Colocation group) {
    return switch (choice) {
      case Choice.Broadcast broadcast ->
          new Movement(new Stage.Movement.Broadcast(), new Placement.Replicated());
      case Choice.BroadcastRanges broadcast ->
          new Movement(new Stage.Movement.Broadcast(), new Placement.Replicated());
      case Choice.Gather gather ->
          new Movement(new Stage.Movement.Gather(), new Placement.SingleNode());
      case Choice.Repartition slots -> repartition(slots.column(), columns, group);
      case Choice.RepartitionFromRanges slots -> repartition(slots.column(), columns, group);
      case Choice.RepartitionRanges ranges ->
          repartition(ranges.column(), new Share.Division.Ranges(ranges.bounds()), columns, group);
      case Choice.Keep keep -> throw new IllegalArgumentException("it depends on what is kept");
      case Choice.Stay stay -> throw new IllegalArgumentException("nothing moves");
      case Choice.CarveSlots carve -> throw new IllegalArgumentException("nothing moves");
      case Choice.CarveRanges carve -> throw new IllegalArgumentException("nothing moves");
    };
  }

  private static Movement repartition(int column, List<Relation.Column> columns, Colocation group) {
    Share.Division slots = new Share.Division.Slots(columns.get(column).type());
    return repartition(column, slots, columns, group);
  }

  private static Movement repartition(
      int column, Share.Division division, List<Relation.Column> columns, Colocation group) {
    return new Movement(
        new Stage.Movement.Repartition(column, division),
        new Placement.Hash(group, columns.get(column).name()));
  }

  /** A table's rows become a temporary table that lies as the table does. */
  static Movement keep(Placement placement) {
    return new Movement(
        placement instanceof Placement.SingleNode
            ? new Stage.Movement.Gather()
            : new Stage.Movement.Keep(),
        placement);
  }

  /** Rows that lie right stay where they are. */
  static Movement keep(Relation.Column key, Colocation group) {
    return new Movement(new Stage.Movement.Keep(), new Placement.Hash(group, key.name()));
  }

  /**
   * The same where it is known what moves: of rows that go to every node a few go as parameters,
   * which takes less than to make, fill and drop a table on each.
   *
   * @param indexed whether they are looked up by an index
   */
  Movement forRows(double rows, double width, List<Relation.Column> columns, boolean indexed) {
    boolean few = rows <= FEW_ROWS && rows * width <= FEW_BYTES;
    List<String> types = columns.stream().map(Relation.Column::type).toList();
    return movement instanceof Stage.Movement.Broadcast
            && few
            && !indexed
            && ParameterTypes.areAll(types)
        ? new Movement(new Stage.Movement.Parameters(false), placement)
        : this;
  }

  /** Whether each node has a part of the rows. */
  boolean divides() {
    return placement instanceof Placement.Hash;
  }

  /** The temporary table as the planner sees it. */
  Relation relation(String name, List<Relation.Column> columns, double rows) {
    return Relation.temporary(name, columns, placement, rows);
  }

  double cost(Costs costs, double rows, double width) {
    return switch (movement) {
      case Stage.Movement.Broadcast broadcast -> costs.broadcast(rows, width);
      case Stage.Movement.BroadcastToOthers broadcast -> costs.broadcast(rows, width);
      case Stage.Movement.Repartition repartition -> costs.repartition(rows, width);
      case Stage.Movement.Gather gather -> costs.gather(rows, width);
      case Stage.Movement.Keep keep -> costs.keep(rows);
      case Stage.Movement.Parameters parameters -> costs.parameters(rows);
    };
  }

  String words(String what, List<Relation.Column> columns) {
    return switch (movement) {
      case Stage.Movement.Broadcast broadcast -> "BROADCAST " + what;
      case Stage.Movement.BroadcastToOthers broadcast -> "BROADCAST " + what;
      case Stage.Movement.Gather gather -> "GATHER " + what;
      case Stage.Movement.Keep keep -> "KEEP " + what;
      case Stage.Movement.Parameters parameters -> "PARAMETERS " + what;
      case Stage.Movement.Repartition repartition ->
          "REPARTITION "
              + what
              + " ("
              + repartition.division().words(columns.get(repartition.column()).name())
              + ")";
    };
  }
}
