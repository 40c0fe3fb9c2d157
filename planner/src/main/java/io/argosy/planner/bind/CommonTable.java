package io.argosy.planner.bind;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * A common table expression, bound anew for each reference.
 *
 * @param columns its column names, empty when they are the query's
 * @param scope the scope in which its query is bound
 * @param recursive whether its own name means itself
 */
record CommonTable(
    String name, List<String> columns, SqlNode query, Scope scope, boolean recursive) {}
