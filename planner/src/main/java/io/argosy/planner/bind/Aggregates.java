package io.argosy.planner.bind;

import io.argosy.sql.parse.PostgresFunction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Tells aggregates from other functions. */
public final class Aggregates {
  /** The aggregates of pg_catalog up to PostgreSQL 18. */
  private static final Set<String> BUILTIN =
      Set.of(
          "any_value",
          "array_agg",
          "avg",
          "bit_and",
          "bit_or",
          "bit_xor",
          "bool_and",
          "bool_or",
          "corr",
          "count",
          "covar_pop",
          "covar_samp",
          "cume_dist",
          "dense_rank",
          "every",
          "grouping",
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
          "jsonb_object_agg_unique",
          "jsonb_object_agg_unique_strict",
          "max",
          "min",
          "mode",
          "percent_rank",
          "percentile_cont",
          "percentile_disc",
          "range_agg",
          "range_intersect_agg",
          "rank",
          "regr_avgx",
          "regr_avgy",
          "regr_count",
          "regr_intercept",
          "regr_r2",
          "regr_slope",
          "regr_sxx",
          "regr_sxy",
          "regr_syy",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "string_agg",
          "sum",
          "var_pop",
          "var_samp",
          "variance",
          "xmlagg");

  private final Set<String> names;

  /**
   * @param userAggregates the names of aggregates outside pg_catalog
   */
  public Aggregates(Set<String> userAggregates) {
    names = new HashSet<>(BUILTIN);
    names.addAll(userAggregates);
  }

  /** Whether an aggregate of pg_catalog has this name. */
  public static boolean isBuiltin(String name) {
    return BUILTIN.contains(name);
  }

  /** Whether a call is that of an aggregate, when it does not stand under OVER. */
  public boolean isAggregate(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator() instanceof PostgresFunction function
        && names.contains(function.simpleName());
  }

  /** Whether an expression has an aggregate of its own level, be it within a window's arguments. */
  public boolean contains(SqlNode node) {
    return !in(node).isEmpty();
  }

  /**
   * The aggregates that stand in an expression and not in a query within it, be it within a
   * window's arguments; not those within other aggregates.
   */
  List<SqlCall> in(@Nullable SqlNode node) {
    List<SqlCall> found = new ArrayList<>();
    collect(node, found);
    return found;
  }

  private void collect(@Nullable SqlNode node, List<SqlCall> found) {
    if (node instanceof SqlNodeList list) {
      list.forEach(item -> collect(item, found));
    }
    if (!(node instanceof SqlCall call) || Binder.isQuery(call)) {
      return;
    }
    if (call.getKind() == SqlKind.OVER) {
      collectWindow(call, found);
    } else if (isAggregate(call)) {
      found.add(call);
    } else {
      call.getOperandList().forEach(operand -> collect(operand, found));
    }
  }

  private void collectWindow(SqlCall over, List<SqlCall> found) {
    SqlNode function = over.operand(0);
    while (function.getKind() == SqlKind.FILTER || function.getKind() == SqlKind.WITHIN_GROUP) {
      function = ((SqlCall) function).operand(0);
    }
    if (function instanceof SqlCall call) {
      call.getOperandList().forEach(operand -> collect(operand, found));
    }
    collect(over.operand(1), found);
  }
}
