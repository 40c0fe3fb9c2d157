package io.argosy.planner.proof;

import io.argosy.planner.bind.Query;
import io.argosy.sql.parse.PostgresFunction;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Whether a query's rows depend on the order in which the rows of its tables are found. PostgreSQL
 * may answer such a query in more than one way; nodes that each run it over their copies of a table
 * may do so, too, and what is made of all their answers is then the answer of none.
 */
public final class OrderDependence {
  /** Aggregates of pg_catalog that keep some of their rows' order, or one of several values. */
  private static final Set<String> ORDERED =
      Set.of(
          "any_value",
          "array_agg",
          "json_agg",
          "json_agg_strict",
          "json_arrayagg",
          "json_object_agg",
          "json_object_agg_strict",
          "json_object_agg_unique",
          "json_object_agg_unique_strict",
          "json_objectagg",
          "jsonb_agg",
          "jsonb_agg_strict",
          "jsonb_object_agg",
          "jsonb_object_agg_strict",
          "mode",
          "string_agg",
          "xmlagg");

  private OrderDependence() {}

  /** Whether it is so of a query or of one within it. */
  public static boolean in(Query query) {
    return query.all().stream().anyMatch(OrderDependence::of);
  }

  /** Whether LIMIT, OFFSET or DISTINCT ON leaves open which rows stay. */
  public static boolean ofCut(Query query) {
    boolean cut =
        switch (query.cut()) {
          case NONE, DETERMINED -> false;
          case SORTED, ARBITRARY -> true;
        };
    return cut || query instanceof Query.Select select && !select.distinctOn().isEmpty();
  }

  private static boolean of(Query query) {
    return ofCut(query)
        || query instanceof Query.Select select
            && (!select.partitions().isEmpty() || select.aggregated() && keepsOrder(select.node()));
  }

  private static boolean keepsOrder(SqlNode tree) {
    boolean[] found = {false};
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |=
                call.getOperator() instanceof PostgresFunction function
                    && ORDERED.contains(function.simpleName());
            return super.visit(call);
          }
        });
    return found[0];
  }
}
