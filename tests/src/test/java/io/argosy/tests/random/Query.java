package io.argosy.tests.random;

import java.util.List;

/**
 * A query as text.
 *
 * @param columns its output columns, written by their names
 * @param rows about how many rows it has
 */
record Query(String sql, List<Column> columns, long rows) {}
