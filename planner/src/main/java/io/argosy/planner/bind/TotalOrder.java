package io.argosy.planner.bind;

import io.argosy.planner.facts.KeyTypes;
import io.argosy.sql.parse.PostgresFunction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * An ORDER BY, and whether it tells all rows of its query apart that are not the same. Then LIMIT
 * leaves the same rows, in whatever order the rows were found.
 */
final class TotalOrder {
  private final Binder binder;
  private final Query query;
  private final Set<Integer> outputs = new HashSet<>();
  private final Set<Column> columns = new HashSet<>();
  private final List<SqlNode> expressions = new ArrayList<>();

  /**
   * @param order the items of the list, bound
   */
  TotalOrder(Binder binder, Query query, List<SqlNode> order) {
    this.binder = binder;
    this.query = query;
    for (SqlNode item : order) {
      add(Operands.sortKey(item));
    }
    for (int i = 0; i < query.outputs().size(); i++) {
      if (query.outputs().get(i).column().filter(columns::contains).isPresent()) {
        outputs.add(i);
      }
    }
  }

  private void add(SqlNode key) {
    OptionalInt output = output(key);
    if (output.isEmpty()) {
      expressions.add(key);
      binder.column(key).ifPresent(columns::add);
      return;
    }
    Query.Output sorted = query.outputs().get(output.getAsInt());
    outputs.add(output.getAsInt());
    sorted.column().ifPresent(columns::add);
    sorted.expression().ifPresent(expressions::add);
  }

  /** The position of the column of the query that a key means by its number or name. */
  private OptionalInt output(SqlNode key) {
    for (int i = 0; i < query.outputs().size(); i++) {
      boolean number =
          key instanceof SqlNumericLiteral literal
              && literal.isInteger()
              && literal.intValue(true) == i + 1;
      boolean name =
          key instanceof SqlIdentifier identifier
              && identifier.isSimple()
              && identifier.getSimple().equals(query.outputs().get(i).name());
      if (number || name) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  boolean tellsApart() {
    return hasAllOutputs() || query instanceof Query.Select select && tellsApart(select);
  }

  private boolean hasAllOutputs() {
    for (int i = 0; i < query.outputs().size(); i++) {
      if (!outputs.contains(i) || !KeyTypes.identical(query.outputs().get(i).type())) {
        return false;
      }
    }
    return !query.outputs().isEmpty();
  }

  private boolean tellsApart(Query.Select select) {
    return !select.distinct()
        && select.distinctOn().isEmpty()
        && !mayMultiply(select)
        && new RowsApart(binder::column, expressions, columns).of(select);
  }

  /** Functions that return sets make several rows of one. */
  private boolean mayMultiply(Query.Select select) {
    return select.outputs().stream()
        .flatMap(output -> output.expression().stream())
        .anyMatch(this::hasFunction);
  }

  private boolean hasFunction(SqlNode node) {
    if (!(node instanceof SqlCall call) || Binder.isQuery(call)) {
      return false;
    }
    boolean function =
        call.getOperator() instanceof PostgresFunction && !binder.aggregates().isAggregate(call);
    return function
        || call.getOperandList().stream()
            .anyMatch(operand -> operand != null && hasFunction(operand));
  }
}
