package io.argosy.planner.plan;

import io.argosy.sql.template.SqlTemplate;
import java.util.List;

/**
 * A step of a staged plan: a query runs on nodes, and its rows are moved into a temporary table of
 * the same name on each node that is to have them, which later stages and the last step read.
 *
 * @param table the temporary table's name, without its schema
 * @param query what is run. Its columns are the table's, with distinct names. Its gaps are tables
 *     of stages before it, the types of their columns, and shares; its parameters are the plan's
 * @param source where it runs
 * @param movement where its rows go
 * @param indexes lists of columns of the table that later steps look rows up by
 * @param notReal its columns, from 1, that must not have type real: as {@link Merge.Finish}
 * @param analyzed the columns that PostgreSQL is to look at before it plans what reads the rows;
 *     none where it need only know how many these are, which it sees
 * @param rows how many rows are estimated to go, over all nodes
 * @param width how many bytes one of them is estimated to have
 * @param purpose in words, for EXPLAIN
 */
public record Stage(
    String table,
    SqlTemplate query,
    Source source,
    Movement movement,
    List<List<String>> indexes,
    List<Integer> notReal,
    List<String> analyzed,
    double rows,
    double width,
    String purpose) {

  /** The same rows, moved otherwise. */
  public Stage with(Movement other) {
    return new Stage(table, query, source, other, indexes, notReal, analyzed, rows, width, purpose);
  }

  /** The same, but for what PostgreSQL is to look at. */
  public Stage withAnalyzed(List<String> columns) {
    return with(indexes, columns);
  }

  /** The same, but for what is done with its table when that is full. */
  public Stage with(List<List<String>> otherIndexes, List<String> otherAnalyzed) {
    return new Stage(
        table, query, source, movement, otherIndexes, notReal, otherAnalyzed, rows, width, purpose);
  }

  /** Where a step runs. */
  public sealed interface Source {
    /** On every node. */
    record EveryNode() implements Source {}

    /** On the home node, which alone has something that is read. */
    record HomeNode() implements Source {}

    /** On one node, no matter which: all of them have what is read. */
    record AnyNode() implements Source {}
  }

  /** Where the rows of a stage go. */
  public sealed interface Movement {
    /** To every node. */
    record Broadcast() implements Movement {}

    /**
     * To every node but the one that has them; the home node gets all rows. Like a broadcast where
     * the others only ask whether there is something for these rows, and have asked it for their
     * own before.
     */
    record BroadcastToOthers() implements Movement {}

    /**
     * Each to the node to whose share its key belongs.
     *
     * @param column the key's position among the columns, from 0
     */
    record Repartition(int column, Share.Division division) implements Movement {
      /**
       * By slots.
       *
       * @param keyType the key's type as {@code format_type} prints it
       */
      public Repartition(int column, String keyType) {
        this(column, new Share.Division.Slots(keyType));
      }
    }

    /** To the home node. */
    record Gather() implements Movement {}

    /** They stay on the node that made them. */
    record Keep() implements Movement {}

    /**
     * Few rows, which the coordinator sends to every node with the steps that read them, as
     * parameters. No table is made, unless there are many more rows than expected, or their types
     * are none that mean the same on all nodes by number: then they are broadcast.
     *
     * @param oneEach whether each node has exactly one of them, so that there cannot be more
     */
    record Parameters(boolean oneEach) implements Movement {}
  }
}
