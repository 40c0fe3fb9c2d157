package io.argosy.tpcd.update;

import io.argosy.tpcd.schema.Table;

/**
 * The orders that one run of an update function inserts or deletes: a thousandth of all orders.
 *
 * <p>dbgen uses only 8 of any 32 order keys ({@code mk_sparse} in its {@code build.c}): the
 * <i>n</i> -th order has the key {@code n / 8 * 32 + n % 8}, and the 24 keys that follow each 8 are
 * free for new orders, 8 for each <i>generation</i>. Generation 0 is what is loaded. The thousand
 * sets of a generation share its orders out, the oldest keys first; set <i>n</i> of UF1 inserts
 * what its place in generation 1 is, set <i>n</i> of UF2 deletes the same place of generation 0,
 * and further thousands of sets go on with the next generations. So the sets of a function never
 * meet, and UF2 deletes what UF1 has inserted only when nothing older is left.
 *
 * @param function what is done with the orders
 * @param number counted from 1
 * @param scale scale factor of the loaded data
 * @throws IllegalArgumentException when there is no set of that number, or no order in it
 */
public record UpdateSet(UpdateFunction function, int number, double scale) {
  /** How many sets a generation has. */
  static final int PER_GENERATION = 1000;

  private static final int GENERATIONS = 4;
  private static final int KEYS_USED = 8;
  private static final int KEYS_APART = GENERATIONS * KEYS_USED;

  public UpdateSet {
    int last = last(function);
    if (number < 1 || number > last) {
      throw new IllegalArgumentException(
          "the sets of " + function + " are 1 to " + last + ", not " + number);
    }
    if (Table.ORDERS.rows(scale) < PER_GENERATION) {
      throw new IllegalArgumentException(
          "at scale " + scale + " a thousandth of the orders is none");
    }
  }

  /** The number of the last set that a function has. */
  public static int last(UpdateFunction function) {
    return switch (function) {
      case UF1 -> (GENERATIONS - 1) * PER_GENERATION;
      case UF2 -> GENERATIONS * PER_GENERATION;
    };
  }

  /** How many orders there are in the set. */
  public long orders() {
    return Table.ORDERS.rows(scale) / PER_GENERATION;
  }

  /**
   * The key of an order of the set.
   *
   * @param order counted from 0
   */
  public long orderKey(long order) {
    long place = (place() - 1) * orders() + order + 1;
    return place / KEYS_USED * KEYS_APART + generation() * (long) KEYS_USED + place % KEYS_USED;
  }

  /** Which of a generation's sets it is, counted from 1. */
  int place() {
    return (number - 1) % PER_GENERATION + 1;
  }

  private int generation() {
    int thousands = (number - 1) / PER_GENERATION;
    return switch (function) {
      case UF1 -> thousands + 1;
      case UF2 -> thousands;
    };
  }
}
