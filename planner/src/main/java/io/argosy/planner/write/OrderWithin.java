package io.argosy.planner.write;

import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Operands;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The order of a query that has no ORDER BY, but reads nothing but a subquery, a view or a common
 * table expression that has one. SQL promises that no order. PostgreSQL keeps it, and statements
 * rely on that: a LIMIT around a sorted query takes its first rows.
 */
final class OrderWithin {
  private final CanonicalText canonical;

  /**
   * An item of the order.
   *
   * @param column what it sorts by, as a column of what the query reads
   * @param item the item as it is written there
   */
  private record Key(Column column, SqlNode item) {}

  OrderWithin(CanonicalText canonical) {
    this.canonical = canonical;
  }

  /**
   * The items of an ORDER BY of the query, with the same effect; none if its rows have no order.
   *
   * @throws UnprovenException if the query does not see what its rows are sorted by
   */
  List<SqlNode> of(Query.Select select) {
    return keys(select).stream().map(key -> directed(key.item(), reference(key, select))).toList();
  }

  private List<Key> keys(Query.Select select) {
    Optional<Source> only = onlySource(select);
    if (only.isEmpty() || !(only.get().origin() instanceof Source.Derived derived)) {
      return List.of();
    }
    List<SqlNode> order = orderOf(derived.node());
    List<Key> keys = new ArrayList<>();
    for (SqlNode item : order) {
      int output = output(Operands.sortKey(item), derived.query());
      keys.add(new Key(new Column(only.get(), visible(output)), item));
    }
    if (order.isEmpty() && !derived.recursive() && derived.query() instanceof Query.Select within) {
      for (Key key : keys(within)) {
        int output = output(key.column(), within);
        keys.add(new Key(new Column(only.get(), visible(output)), key.item()));
      }
    }
    return keys;
  }

  /** What a query reads if its rows come in the same order. */
  private static Optional<Source> onlySource(Query.Select select) {
    boolean keepsOrder =
        !select.aggregated()
            && !select.distinct()
            && select.distinctOn().isEmpty()
            && select.partitions().isEmpty()
            && select.sources().size() == 1;
    return keepsOrder ? Optional.of(select.sources().getFirst()) : Optional.empty();
  }

  private static List<SqlNode> orderOf(SqlNode tree) {
    SqlNode node = tree;
    while (node instanceof SqlWith with) {
      node = with.body;
    }
    return node instanceof SqlOrderBy ordered ? ordered.orderList : List.of();
  }

  private static int visible(int output) {
    if (output < 0) {
      throw new UnprovenException("rows are in the order of a column that only a subquery has");
    }
    return output;
  }

  /** The position of an output, from 0; -1 if it is none. */
  private int output(SqlNode key, Query query) {
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      return number.intValue(true) - 1;
    }
    for (int i = 0; i < query.outputs().size(); i++) {
      boolean named =
          key instanceof SqlIdentifier name
              && name.isSimple()
              && name.getSimple().equals(query.outputs().get(i).name());
      if (named) {
        return i;
      }
    }
    SqlTemplate text = canonical.of(key);
    for (int i = 0; i < query.outputs().size(); i++) {
      Query.Output output = query.outputs().get(i);
      if (canonical.of(output.expression(), output.column()).filter(text::equals).isPresent()) {
        return i;
      }
    }
    return -1;
  }

  private static int output(Column column, Query.Select select) {
    for (int i = 0; i < select.outputs().size(); i++) {
      if (select.outputs().get(i).column().filter(column::equals).isPresent()) {
        return i;
      }
    }
    return -1;
  }

  /**
   * What stands for a key in ORDER BY: the number of a column, or else the name of the source's.
   */
  private static SqlNode reference(Key key, Query.Select select) {
    int output = output(key.column(), select);
    if (output >= 0) {
      return SqlLiteral.createExactNumeric(Integer.toString(output + 1), SqlParserPos.ZERO);
    }
    List<String> names = key.column().source().columns();
    if (Collections.frequency(names, key.column().name()) > 1) {
      throw new UnprovenException("rows are in the order of one of two columns of one name");
    }
    return Trees.reference(key.column());
  }

  /** Another expression with the direction of an item. */
  private static SqlNode directed(SqlNode item, SqlNode expression) {
    SqlNode key = Operands.sortKey(item);
    return item == key
        ? expression
        : ((SqlCall) item)
            .getOperator()
            .createCall(SqlParserPos.ZERO, directed(((SqlCall) item).operand(0), expression));
  }
}
