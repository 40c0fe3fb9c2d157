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
