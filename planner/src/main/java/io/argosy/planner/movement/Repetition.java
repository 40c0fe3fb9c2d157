package io.argosy.planner.movement;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Whether a query's rows are often equal in all columns by which it groups them and whose different
 * values it aggregates. If they are not, a node that looks for equal ones before it ships them only
 * does the work of grouping twice.
 *
 * <p>Two signs must agree that they are not: PostgreSQL expects as many groups as rows, and there
 * are many more combinations of the columns' values than rows in any of the tables. The first alone
 * would be wrong where fewer rows are expected than there are.
 */
final class Repetition {
  private static final double FEWER = 0.9;
  private static final double MANY_MORE = 10;

  private final Binding binding;
  private final Aggregates aggregates;
  private final ToDoubleFunction<SqlNode> rows;
  private final ToDoubleFunction<Column> values;

  /**
   * @param rows how many rows a query is expected to have
   * @param values how many different values a column has
   */
  Repetition(
      Binding binding,
      Aggregates aggregates,
      ToDoubleFunction<SqlNode> rows,
      ToDoubleFunction<Column> values) {
    this.binding = binding;
    this.aggregates = aggregates;
    this.rows = rows;
    this.values = values;
  }

  /** Whether equal rows may be frequent, which is assumed where nothing is known. */
  boolean isFrequent() {
    if (!(binding.query() instanceof Query.Select select) || !select.aggregated()) {
      return true;
    }
    List<SqlNode> columns = new ArrayList<>(select.groupBy());
    columns.addAll(distinguished(select));
    double combinations = 1;
    for (SqlNode expression : columns) {
      Optional<Column> column = binding.column(expression);
      if (column.isEmpty()) {
        return true;
      }
      combinations *= values.applyAsDouble(column.get());
    }
    double largest =
        select.sources().stream().mapToDouble(Repetition::tableRows).max().orElse(Sizes.MANY);
    if (columns.isEmpty() || combinations < MANY_MORE * largest) {
      return true;
    }
    SqlSelect node = select.node();
    double all =
        rows.applyAsDouble(PlainSelect.of(Trees.list(columns), node.getFrom(), node.getWhere()));
    double different =
        rows.applyAsDouble(
            PlainSelect.distinct(Trees.list(columns), node.getFrom(), node.getWhere()));
    return different < FEWER * all;
  }

  private static double tableRows(Source source) {
    return source.origin() instanceof Source.Table table ? table.relation().rows() : Sizes.MANY;
  }

  /** The arguments of aggregates over distinct values. */
  private List<SqlNode> distinguished(Query.Select select) {
    List<SqlNode> arguments = new ArrayList<>();
    SqlBasicVisitor<Void> calls =
        new SqlBasicVisitor<>() {
          @Override
          public Void visit(SqlCall call) {
            if (aggregates.isAggregate(call)
                && call.getFunctionQuantifier() instanceof SqlLiteral quantifier
                && quantifier.getValue() == SqlSelectKeyword.DISTINCT) {
              arguments.addAll(call.getOperandList());
            }
            return super.visit(call);
          }
        };
    select.outputs().forEach(output -> Trees.expression(output).accept(calls));
    if (select.node().getHaving() != null) {
      select.node().getHaving().accept(calls);
    }
    return arguments;
  }
}
