package io.argosy.planner.catalog;

/** Something that a statement sets off. */
public sealed interface Effect {
  /** The relation that it belongs to. */
  AffectedRelation relation();

  /** Its name, which messages tell. */
  String name();

  /**
   * A trigger that fires.
   *
   * @param timing whether it fires before, after or in the place of the change
   * @param eachRow whether it fires for each row and not once for the statement
   * @param transitionTables whether it reads all rows of the statement
   * @param function its function's name as SQL
   * @param safe whether its function is declared safe or known to touch nothing but its row
   * @param seesPlaced whether its function may come to a table that other nodes have rows of
   */
  record TriggerEffect(
      AffectedRelation relation,
      String name,
      Timing timing,
      boolean eachRow,
      boolean transitionTables,
      String function,
      boolean safe,
      boolean seesPlaced)
      implements Effect {}

  /** When a trigger fires. */
  enum Timing {
    BEFORE,
    AFTER,
    INSTEAD
  }

  /**
   * A rule ON INSERT, UPDATE or DELETE that applies.
   *
   * @param seesPlaced whether its actions may come to a table that other nodes have rows of
   */
  record RuleEffect(AffectedRelation relation, String name, boolean seesPlaced) implements Effect {}

  /**
   * The action of a foreign key.
   *
   * @param relation the referring table, whose rows it changes
   * @param referenced the table that it refers to
   * @param changesKey whether it may give the referring rows another distribution key, which leaves
   *     them on a node that does not own it
   */
  record ForeignKeyAction(
      AffectedRelation relation, String name, AffectedRelation referenced, boolean changesKey)
      implements Effect {}

  /**
   * A child or partition of a relation that changes, where one of the two is placed: its rows are
   * elsewhere.
   *
   * @param name the parent's name
   */
  record InheritanceChild(AffectedRelation relation, String name) implements Effect {}
}
