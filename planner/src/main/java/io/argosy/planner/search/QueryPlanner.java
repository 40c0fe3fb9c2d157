package io.argosy.planner.search;

import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.forms.RowsSplit;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.SharedStage;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.UnprovenException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlNode;

/**
 * Plans queries of one statement that are over the same tables, those within others by themselves.
 */
final class QueryPlanner {
  private final Context context;
  private final SearchTrace trace;
  private final SubqueryMoves subqueries;

  /**
   * @param trace is told what is done
   */
  QueryPlanner(Context context, SearchTrace trace) {
    this.context = context;
    this.trace = trace;
    this.subqueries = new SubqueryMoves(context, this::within, Optional.empty());
  }

  private QueryPlanner(QueryPlanner other, SharedStage stage) {
    this.context = other.context.with(stage);
    this.trace = other.trace;
    this.subqueries = new SubqueryMoves(context, this::within, Optional.of(other.subqueries));
  }

  /** A planner of queries that also read the rows of a definition in a temporary table. */
  QueryPlanner over(SharedStage stage) {
    return new QueryPlanner(this, stage);
  }

  /** What its queries have in common. */
  Context context() {
    return context;
  }

  /** What the search has done so far. */
  SearchTrace trace() {
    return trace;
  }

  /** The rows of a query as a table that several read, as {@link SubqueryMoves#share} has them. */
  SubqueryMoves.Moved share(Site.Nested rows, Choice choice, String table) {
    return subqueries.share(rows, choice, table);
  }

  /** The search for a plan of the statement in one of its forms. */
  Search search(BoundQuery query, List<ResultColumn> columns) {
    return new Search(
        context, trace, subqueries, query, columns, Optional.empty(), Answer.Order.RESULT);
  }

  /** The search for a plan of an UPDATE or DELETE. */
  Search search(BoundQuery query, List<ResultColumn> columns, ModifiedTable target) {
    return new Search(
        context, trace, subqueries, query, columns, Optional.of(target), Answer.Order.RESULT);
  }

  /** The search for a plan in which queries within are local as they stand. */
  Search searchOfLocalQueries(BoundQuery query, List<ResultColumn> columns) {
    SubqueryMoves local =
        new SubqueryMoves(
            context, tree -> searchWithin(context.bound(tree)).bestAsItStands(), Optional.empty());
    return new Search(context, trace, local, query, columns, Optional.empty(), Answer.Order.RESULT);
  }

  /** The query in two parts where grouping may not be one statement with what comes before. */
  BoundQuery unbundled(BoundQuery query) {
    return context.bundling().binds(Bundling.Operation.JOIN, Bundling.Operation.GROUP)
        ? query
        : split(query).orElse(query);
  }

  /** The query in two parts, which can be moved one by one. */
  Optional<BoundQuery> split(BoundQuery query) {
    return new RowsSplit(query, context.names()).split().map(context::bound);
  }

  private Answer within(SqlNode tree) {
    BoundQuery query = context.bound(tree);
    try {
      return searchWithin(query).best();
    } catch (UnprovenException e) {
      return searchWithin(split(query).orElseThrow(() -> e)).best();
    }
  }

  private Search searchWithin(BoundQuery query) {
    return new Search(
        context,
        trace,
        subqueries,
        query,
        columns(query.binding().query()),
        Optional.empty(),
        Answer.Order.WITHIN);
  }

  private static List<ResultColumn> columns(Query query) {
    return IntStream.range(0, query.outputs().size())
        .mapToObj(
            i -> new ResultColumn(query.outputs().get(i).name(), query.outputs().get(i).type()))
        .toList();
  }
}
