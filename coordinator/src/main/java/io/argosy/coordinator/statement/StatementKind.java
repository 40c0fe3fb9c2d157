package io.argosy.coordinator.statement;

import java.util.EnumSet;
import java.util.Set;

/** The kinds of statements that are treated differently, and what is true of all of a kind. */
public enum StatementKind {
  EMPTY(
      "SESSION",
      Property.STARTS_NO_TRANSACTION,
      Property.RUNS_IN_FAILED_TRANSACTION,
      Property.ENDS_PIPELINE,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  /** SELECT, VALUES, TABLE and WITH without data-modifying parts. */
  QUERY("", Property.PLANNED, Property.TAKES_SNAPSHOT, Property.USES_CATALOG),
  /** INSERT, UPDATE, DELETE, MERGE. */
  MODIFICATION(
      "",
      Property.PLANNED,
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS),
  /** A query with data-modifying parts in WITH. */
  MODIFYING_WITH(
      "",
      Property.PLANNED,
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS),
  /** SELECT .. INTO and CREATE TABLE .. AS, CREATE MATERIALIZED VIEW. */
  TABLE_FROM_QUERY(
      "DEFINITION",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.WRITES,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS),
  /** create_distributed_table(..) and its kind. */
  PLACEMENT(
      "DEFINITION",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS,
      Property.REFUSES_SETTINGS,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  BEGIN(
      "TRANSACTION",
      Property.CONTROLS_TRANSACTION,
      Property.STARTS_NO_TRANSACTION,
      Property.ENDS_PIPELINE,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  COMMIT(
      "TRANSACTION",
      Property.CONTROLS_TRANSACTION,
      Property.STARTS_NO_TRANSACTION,
      Property.RUNS_IN_FAILED_TRANSACTION,
      Property.ENDS_PIPELINE,
      Property.MAY_UNDO_CHANGES,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  ROLLBACK(
      "TRANSACTION",
      Property.CONTROLS_TRANSACTION,
      Property.STARTS_NO_TRANSACTION,
      Property.RUNS_IN_FAILED_TRANSACTION,
      Property.ENDS_PIPELINE,
      Property.MAY_UNDO_CHANGES,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  SAVEPOINT("TRANSACTION", Property.CONTROLS_TRANSACTION, Property.RUNS_BESIDE_SUSPENDED_KEYS),
  RELEASE("TRANSACTION", Property.CONTROLS_TRANSACTION, Property.RUNS_BESIDE_SUSPENDED_KEYS),
  ROLLBACK_TO(
      "TRANSACTION",
      Property.CONTROLS_TRANSACTION,
      Property.RUNS_IN_FAILED_TRANSACTION,
      Property.MAY_UNDO_CHANGES,
      Property.RUNS_BESIDE_SUSPENDED_KEYS),
  /** Two-phase commit by hand. */
  TWO_PHASE(
      "TRANSACTION",
      Property.CONTROLS_TRANSACTION,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS),
  SET("SESSION", Property.MAY_CHANGE_OBJECTS, Property.RUNS_BESIDE_SUSPENDED_KEYS),
  RESET("SESSION", Property.MAY_CHANGE_OBJECTS, Property.RUNS_BESIDE_SUSPENDED_KEYS),
  SHOW("SESSION", Property.RUNS_BESIDE_SUSPENDED_KEYS),
  SET_TRANSACTION("TRANSACTION"),
  SET_CONSTRAINTS("TRANSACTION", Property.MAY_CHANGE_OBJECTS),
  DISCARD("SESSION", Property.MAY_CHANGE_OBJECTS),
  EXPLAIN(
      "EXPLAIN",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.WRITES,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS),
  COPY(
      "COPY",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN,
      Property.REFUSES_SIGNALS,
      Property.REFUSES_SETTINGS),
  PREPARE("SESSION"),
  /** It starts another one, which says what may change. */
  EXECUTE(
      "",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.REFUSES_SETTINGS),
  DEALLOCATE("SESSION"),
  /** DDL: the same on all nodes in one transaction. */
  DEFINITION(
      "DEFINITION",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.WRITES,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN),
  /** What all nodes do, but not inside a transaction: VACUUM, CREATE INDEX CONCURRENTLY .. */
  MAINTENANCE(
      "DEFINITION",
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.WAITS_FOR_TURN,
      Property.ENDS_PIPELINE),
  /** CREATE TEMPORARY ..: on the home node, whose backend the session then keeps. */
  TEMPORARY(
      "DEFINITION",
      Property.TAKES_SNAPSHOT,
      Property.MAY_WRITE,
      Property.WRITES,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.USES_TURN),
  /** What belongs to one backend: LISTEN, DECLARE, LOCK .. */
  HOME(
      "SESSION",
      Property.MAY_WRITE,
      Property.USES_CATALOG,
      Property.MAY_CHANGE_OBJECTS,
      Property.USES_TURN,
      Property.REFUSES_SIGNALS);

  /** What may be true of the statements of a kind. */
  public enum Property {
    /** PostgreSQL's planner knows them: they can be prepared, and described ahead. */
    PLANNED,
    /** PostgreSQL takes a snapshot before it runs one. */
    TAKES_SNAPSHOT,
    /**
     * What one does where it runs may be more than reading, as far as its kind says. A query writes
     * if it calls a function that does.
     */
    MAY_WRITE,
    /** A transaction that only reads refuses them, whatever they do. */
    WRITES,
    /** What is known of the catalog may be outdated for them. */
    USES_CATALOG,
    /** Tables, views and functions may be others behind it, and no plan tells. */
    MAY_CHANGE_OBJECTS,
    /** Objects that were made before may be gone behind it. */
    MAY_UNDO_CHANGES,
    /** One waits for its turn before it starts. A query does so when it is known what it reads. */
    WAITS_FOR_TURN,
    /** One counts as working without having waited. */
    USES_TURN,
    /** One begins, ends or divides a transaction. */
    CONTROLS_TRANSACTION,
    /** In a text of several statements, one does not begin the transaction that they are. */
    STARTS_NO_TRANSACTION,
    /** One runs although its transaction has failed. */
    RUNS_IN_FAILED_TRANSACTION,
    /** What comes behind it in a pipeline is in no transaction with what came before. */
    ENDS_PIPELINE,
    /** The home node evaluates its expressions although nothing is known of them. */
    REFUSES_SETTINGS,
    /** Within it no other session can be stopped. */
    REFUSES_SIGNALS,
    /** One runs in a transaction in which foreign keys wait for their other table. */
    RUNS_BESIDE_SUSPENDED_KEYS
  }

  private final String group;
  private final Set<Property> properties;

  StatementKind(String group, Property... properties) {
    this.group = group;
    this.properties = EnumSet.noneOf(Property.class);
    this.properties.addAll(Set.of(properties));
  }

  /** Whether something is true of the statements of the kind. */
  public boolean is(Property property) {
    return properties.contains(property);
  }

  /** What metrics and {@code argosy.statements} call those that are not planned. */
  public String group() {
    return group;
  }
}
