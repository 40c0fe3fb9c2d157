package io.argosy.planner.search;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.forms.ExactAggregates;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.OrderDependence;
import io.argosy.planner.write.Trees;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Proves that an UPDATE or DELETE changes every copy of its target alike, whatever others change
 * between the turns of two nodes and in whatever order each node finds its rows: it reads the rows
 * of its target, which it locks, and rows that were moved to all nodes before.
 */
final class CopiesProof {
  private final SqlNode tree;
  private final Binding binding;
  private final Aggregates aggregates;
  private final ExactAggregates exact;

  /**
   * @param tree the statement
   * @param binding of it, to its target and to what has been moved
   */
  CopiesProof(SqlNode tree, Binding binding, Aggregates aggregates) {
    this.tree = tree;
    this.binding = binding;
    this.aggregates = aggregates;
    this.exact = new ExactAggregates(binding);
  }

  /**
   * @throws UnprovenException if it could change them differently
   */
  void prove() {
    Query rows = binding.query();
    if (rows.allSources().stream().filter(CopiesProof::isUnmoved).count() > 1) {
      throw new UnprovenException("the target is read besides");
    }
    if (OrderDependence.in(rows) || makesArray(tree)) {
      throw new UnprovenException("a subquery could choose other rows on each node");
    }
    if (rows.all().stream().anyMatch(this::groupsInexactly)) {
      throw new UnprovenException("an aggregate could depend on the order of its rows");
    }
  }

  private static boolean isUnmoved(Source source) {
    return source.origin() instanceof Source.Table table && !table.relation().isTemporary();
  }

  private boolean groupsInexactly(Query query) {
    return query instanceof Query.Select select
        && select.aggregated()
        && Trees.hasCall(
            select.node(), call -> aggregates.isAggregate(call) && !exact.isSameInAnyOrder(call));
  }

  private static boolean makesArray(SqlNode tree) {
    return Trees.hasCall(tree, call -> call.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR);
  }
}
