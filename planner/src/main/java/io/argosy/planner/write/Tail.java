package io.argosy.planner.write;

import io.argosy.planner.plan.Merge.RowCount;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.RowCountOperator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;

/**
 * A statement taken apart.
 *
 * @param with its common table expressions
 * @param body the SELECT or set operation
 * @param order ORDER BY
 * @param limit empty for all rows
 * @param offset empty for none
 * @param ties whether rows that are tied with the last one are in the answer too
 */
record Tail(
    Optional<SqlNodeList> with,
    SqlNode body,
    List<SqlNode> order,
    Optional<RowCount> limit,
    Optional<RowCount> offset,
    boolean ties) {

  static Tail of(SqlNode tree) {
    SqlNode node = tree;
    Optional<SqlNodeList> with = Optional.empty();
    if (node instanceof SqlWith outside) {
      with = Optional.of(outside.withList);
      node = outside.body;
    }
    List<SqlNode> order = List.of();
    Optional<RowCount> limit = Optional.empty();
    Optional<RowCount> offset = Optional.empty();
    boolean ties = false;
    if (node instanceof SqlOrderBy ordered) {
      order = ordered.orderList;
      limit = rowCount(ordered.fetch);
      offset = rowCount(ordered.offset);
      ties = RowCountOperator.hasTies(ordered.fetch);
      node = ordered.query;
    }
    if (node instanceof SqlWith inside) {
      if (with.isPresent()) {
        throw new UnprovenException("unproven: WITH within WITH");
      }
      with = Optional.of(inside.withList);
      node = inside.body;
    }
    return new Tail(with, node, order, limit, offset, ties);
  }

  private static Optional<RowCount> rowCount(SqlNode node) {
    if (node == null) {
      return Optional.empty();
    }
    return switch (node) {
      case SqlNumericLiteral number when number.isInteger() ->
          Optional.of(new RowCount.Literal(number.longValue(true)));
      case SqlDynamicParam parameter ->
          Optional.of(new RowCount.Parameter(parameter.getIndex() + 1));
      case SqlCall call when call.getOperator() instanceof RowCountOperator operator -> {
        OptionalLong rows = operator.rows();
        yield rows.isPresent()
            ? Optional.of(new RowCount.Literal(rows.getAsLong()))
            : Optional.empty();
      }
      default -> throw new UnprovenException("LIMIT is neither a number nor a parameter");
    };
  }

  /** The same with another ORDER BY. */
  Tail orderedBy(List<SqlNode> items) {
    return new Tail(with, body, items, limit, offset, ties);
  }

  boolean isCut() {
    return limit.isPresent() || offset.isPresent();
  }

  /**
   * LIMIT for a fragment, which gives the rows that are skipped too; empty without LIMIT. A row of
   * the answer that is tied with the last one has no more rows before it on its node than it has in
   * the answer, so each node gives its own ties.
   */
  String fragmentLimit() {
    if (limit.isEmpty()) {
      return "";
    }
    if (offset.isEmpty()) {
      return limitTo(limit.get().sql());
    }
    if (limit.get() instanceof RowCount.Literal rows
        && offset.get() instanceof RowCount.Literal skipped) {
      return limitTo(Long.toString(Math.addExact(rows.rows(), skipped.rows())));
    }
    // A limit of NULL means all, an offset of NULL none.
    String rows =
        limit.get().sql() + " OPERATOR(pg_catalog.+) coalesce(" + offset.get().sql() + ", 0)";
    return limitTo(ties ? "(" + rows + ")" : rows);
  }

  /** LIMIT and OFFSET for the last step. */
  String finalLimit() {
    return limit.map(rows -> limitTo(rows.sql())).orElse("")
        + offset.map(rows -> " OFFSET " + rows.sql()).orElse("");
  }

  private String limitTo(String rows) {
    return ties ? " FETCH FIRST " + rows + " ROWS WITH TIES" : " LIMIT " + rows;
  }
}
