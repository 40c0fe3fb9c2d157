package io.argosy.tests.random;

import java.util.List;
import java.util.stream.Stream;

/**
 * The columns that an expression may use.
 *
 * @param columns those of the query block itself
 * @param outer those of the blocks around it
 */
record Scope(List<Column> columns, List<Column> outer) {
  static final Scope EMPTY = new Scope(List.of(), List.of());

  /** The same block without the blocks around it: the arguments of its aggregates. */
  Scope alone() {
    return new Scope(columns, List.of());
  }

  /** The columns of a kind of the block itself. */
  List<Column> of(Kind kind) {
    return columns.stream().filter(column -> column.kind() == kind).toList();
  }

  List<Column> outerOf(Kind kind) {
    return outer.stream().filter(column -> column.kind() == kind).toList();
  }

  /** What a query nested in this block sees around it. */
  List<Column> visible() {
    return Stream.concat(columns.stream().filter(Column::plain), outer.stream()).toList();
  }
}
