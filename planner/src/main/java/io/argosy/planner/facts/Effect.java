package io.argosy.planner.facts;

import java.util.List;

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
   * @param guarded whether rows are looked at to which it gives another distribution key
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
      boolean guarded,
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

  /**
   * A system catalog whose rows a statement changes, as a superuser may; there are other nodes,
   * which have a catalog of their own.
   *
   * @param name the catalog's name
   */
  record CatalogChange(AffectedRelation relation, String name) implements Effect {}

  /**
   * A row-security policy that applies to the role with whose rights the statement reads or changes
   * the relation.
   *
   * @param sameForAll whether the same condition is for all commands, also for new rows
   * @param changed whether the statement changes the relation, and does not only read it
   * @param function a function that its conditions call and that may give something else on each
   *     node; null if there is none
   * @param seesPlaced whether such a function may come to a table that other nodes have rows of
   * @param reads the tables that its conditions read, also through views
   * @param callsReaders whether they call functions of users' that are not IMMUTABLE, and may read
   *     tables
   * @param stable PostgreSQL's own functions in its conditions that are STABLE
   * @param volatiles those that are VOLATILE
   * @param proven whether each node is proven to find the conditions true of the same rows as if it
   *     had all rows of all tables
   */
  record PolicyEffect(
      AffectedRelation relation,
      String name,
      boolean sameForAll,
      boolean changed,
      String function,
      boolean seesPlaced,
      List<AffectedRelation> reads,
      boolean callsReaders,
      List<String> stable,
      List<String> volatiles,
      boolean proven)
      implements Effect {}

  /**
   * An expression that PostgreSQL evaluates for rows that are written, and that calls a function
   * which may give something else on each node.
   *
   * @param name the name of the constraint, column or domain
   * @param function the function's name as SQL
   * @param seesPlaced whether such a function may come to a table that other nodes have rows of
   */
  record ExpressionEffect(
      AffectedRelation relation,
      String name,
      Evaluated evaluated,
      String function,
      boolean seesPlaced)
      implements Effect {}

  /** What an expression is of. */
  enum Evaluated {
    CHECK,
    DEFAULT,
    GENERATED,
    DOMAIN
  }
}
