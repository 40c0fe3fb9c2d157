package io.argosy.tests.differential;

import java.util.List;

/**
 * How much of a result's order the statement fixes, and with it what "equal rows" means. Columns
 * count from 1.
 */
public sealed interface RowOrder {

  /** No order: the rows are equal as a multiset. */
  record Unordered() implements RowOrder {}

  /** The statement's ORDER BY is total: the rows are equal one by one. */
  record Total() implements RowOrder {}

  /** Ties are possible: the given columns are equal row by row, the whole rows as a multiset. */
  record SortedBy(List<Integer> columns) implements RowOrder {}

  /**
   * Ties are possible and a LIMIT or OFFSET may cut through one: the given columns are equal row by
   * row, the rows between the first and the last key are equal as a multiset, and every row occurs
   * in the statement's result without its LIMIT and OFFSET.
   */
  record CutTies(List<Integer> columns) implements RowOrder {}

  /**
   * The values are not determined (random, clock): only columns and the number of rows are equal.
   */
  record Shape() implements RowOrder {}
}
