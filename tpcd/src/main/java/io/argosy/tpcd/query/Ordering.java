package io.argosy.tpcd.query;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a statement's ORDER BY and LIMIT fix about its answer.
 *
 * @param columns names of the result's columns it is ordered by; rows that agree in all of them may
 *     come in any order
 * @param limit the LIMIT, if any: where it cuts through rows that agree in all order columns, each
 *     choice among them is right
 */
public record Ordering(List<String> columns, OptionalLong limit) {
  /** No ORDER BY: rows may come in any order. */
  public static final Ordering NONE = new Ordering(List.of(), OptionalLong.empty());

  public Ordering {
    columns = List.copyOf(columns);
  }

  public static Ordering by(String... columns) {
    return new Ordering(List.of(columns), OptionalLong.empty());
  }

  public Ordering limit(long rows) {
    return new Ordering(columns, OptionalLong.of(rows));
  }
}
