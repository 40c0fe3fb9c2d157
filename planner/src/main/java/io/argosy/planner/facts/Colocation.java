package io.argosy.planner.facts;

import java.util.List;

/** How rows are divided among the nodes by a key. Rows of equal keys divided alike lie together. */
public sealed interface Colocation {
  /** By the slots of tables that are colocated. */
  record Group(int number) implements Colocation {}

  /** By slots, with no table: rows that are moved while a statement runs. */
  record Slots() implements Colocation {}

  /**
   * By ranges that are made for a statement.
   *
   * @param bounds the least key of each range but the first, as constants in SQL
   */
  record Ranges(List<String> bounds) implements Colocation {}

  /** Whether it is by slots: all rows that are lie alike. */
  default boolean isBySlots() {
    return !(this instanceof Ranges);
  }
}
