package io.argosy.planner.search;

import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Sizes;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Site;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * What all attempts at one query have in common.
 *
 * @param trace what the search has done
 * @param tree the query
 * @param columns of its result
 * @param target the table that an UPDATE or DELETE changes; empty for a query
 * @param sites of the query
 */
record Searched(
    Context context,
    SearchTrace trace,
    SubqueryMoves subqueries,
    SqlNode tree,
    Reductions reductions,
    Sizes sizes,
    List<ResultColumn> columns,
    Optional<ModifiedTable> target,
    List<Site> sites) {}
