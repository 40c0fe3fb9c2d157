package io.argosy.tests.effects;

import java.util.List;

/** Where the rows of a table of the matrix live on Argosy. */
enum Place {
  /** Distributed by the column by which it is joined with the target. */
  COLOCATED,
  /** Distributed by another column. */
  DISTRIBUTED,
  REPLICATED,
  /** Without a placement: on the home node. */
  LOCAL;

  /**
   * Where the target's rows can be; by which column another table would be distributed is all one
   * to it.
   */
  static final List<Place> TARGETS = List.of(DISTRIBUTED, REPLICATED, LOCAL);

  /**
   * The call that places a table.
   *
   * @param joined the column by which rows meet those of the target
   * @param another a column of another meaning
   */
  String call(String table, String joined, String another) {
    return switch (this) {
      case COLOCATED -> "SELECT create_distributed_table('" + table + "', '" + joined + "')";
      case DISTRIBUTED -> "SELECT create_distributed_table('" + table + "', '" + another + "')";
      case REPLICATED -> "SELECT create_reference_table('" + table + "')";
      case LOCAL -> "SELECT 1";
    };
  }
}
