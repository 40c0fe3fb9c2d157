package io.argosy.coordinator.analysis;

import java.util.Collections;
import java.util.List;

/**
 * A statement with parameters that is prepared in SQL, under the name {@code argosy_prepared}, for
 * what PostgreSQL does to prepared statements only. It outlives a rollback.
 *
 * @param sql the statement
 * @param types the names of its parameters' types; PostgreSQL infers one that is {@code unknown}
 */
record PreparedText(String sql, List<String> types) {
  static final String DEALLOCATE = "DEALLOCATE argosy_prepared";

  /** What makes PostgreSQL plan it without looking at the values, until the transaction ends. */
  static final String GENERIC_PLAN = "SET LOCAL plan_cache_mode = force_generic_plan";

  /**
   * What makes PostgreSQL take about the first plan that it comes upon, until the transaction ends:
   * for what it finds out beside its plan. The order of many joins takes it several times as long
   * as all the rest.
   */
  static final String HASTY_PLAN =
      "SET LOCAL geqo = on; SET LOCAL geqo_threshold = 2; SET LOCAL geqo_pool_size = 2;"
          + " SET LOCAL geqo_generations = 1";

  /** The statement that prepares it. */
  String prepare() {
    return "PREPARE argosy_prepared" + list(types) + " AS " + sql;
  }

  /** What executes it, with NULL for all parameters. */
  String execute() {
    return "EXECUTE argosy_prepared" + list(Collections.nCopies(types.size(), "NULL"));
  }

  private static String list(List<String> items) {
    return items.isEmpty() ? "" : " (" + String.join(", ", items) + ")";
  }
}
