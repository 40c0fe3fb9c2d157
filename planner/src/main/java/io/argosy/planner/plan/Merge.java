package io.argosy.planner.plan;

import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.Optional;

/** How the rows of the fragments become the answer. */
public sealed interface Merge {
  /** All rows, in any order. */
  record Concatenate() implements Merge {}

  /**
   * Rows one after the other, some skipped, not more than a limit.
   *
   * @param limit how many rows, empty for all
   * @param offset how many rows are skipped first
   */
  record Limited(Optional<RowCount> limit, Optional<RowCount> offset) implements Merge {
    /** LIMIT and OFFSET as SQL, with a blank before. */
    public String clauses() {
      return limit.map(rows -> " LIMIT " + rows.sql()).orElse("")
          + offset.map(rows -> " OFFSET " + rows.sql()).orElse("");
    }
  }

  /**
   * Each fragment's rows come in order and are merged in order. The fragment's columns are the
   * answer's, followed by sort columns that are cut off.
   *
   * @param keys by importance
   * @param hidden how many trailing columns are cut off
   * @param finish the same in SQL, for sort keys that the coordinator cannot compare exactly
   * @param unsorted the fragment for that: it need not be sorted where its order does not decide
   *     which rows come
   */
  record Ordered(
      List<SortKey> keys,
      int hidden,
      Optional<RowCount> limit,
      Optional<RowCount> offset,
      Finish finish,
      SqlTemplate unsorted)
      implements Merge {}

  /**
   * The rows are loaded into the temporary table {@link #ROWS} on one node, whose columns have the
   * fragment's column names and types, and a statement over it gives the answer. Its parameters are
   * numbered as the fragment's.
   *
   * @param template the statement, in which {@link #TABLE} and the types of its columns are gaps
   * @param notReal columns (from 1) that must not have type real: PostgreSQL sums real values with
   *     more digits than a partial sum of that type has
   * @param oneEach whether every fragment gives one row, whatever there is to aggregate
   */
  record Finish(SqlTemplate template, List<Integer> notReal, boolean oneEach) implements Merge {
    /** The table of the fragments' rows, without its schema. */
    public static final String TABLE = "argosy_partial";

    /** The same with its schema, as SQL. */
    public static final String ROWS = "pg_temp." + TABLE;

    /** A statement that takes columns of any type. */
    public Finish(SqlTemplate template) {
      this(template, List.of(), false);
    }

    /** The fragments' rows in a FROM clause. */
    public static SqlTemplate rows() {
      return SqlTemplate.of(new SqlTemplate.Part.Table(TABLE, false));
    }
  }

  /**
   * @param column the fragment's column, from 0
   */
  record SortKey(int column, boolean descending, boolean nullsFirst) {}

  /** A number of rows: a literal or a parameter. */
  sealed interface RowCount {
    /** As SQL. */
    String sql();

    record Literal(long rows) implements RowCount {
      @Override
      public String sql() {
        return Long.toString(rows);
      }
    }

    /**
     * @param number 1 for $1
     */
    record Parameter(int number) implements RowCount {
      @Override
      public String sql() {
        return "$" + number;
      }
    }
  }
}
