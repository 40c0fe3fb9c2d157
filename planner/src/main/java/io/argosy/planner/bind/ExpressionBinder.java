package io.argosy.planner.bind;

import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWindow;

/** Binds expressions of one scope, and collects the queries and the windows within them. */
final class ExpressionBinder {
  /** The operators of Calcite's parser whose operands are plain expressions. */
  private static final Set<SqlKind> PLAIN =
      Set.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.GREATER_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_UNKNOWN,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.LIKE,
          SqlKind.SIMILAR,
          SqlKind.BETWEEN,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.DIVIDE,
          SqlKind.MOD,
          SqlKind.MINUS_PREFIX,
          SqlKind.PLUS_PREFIX,
          SqlKind.ROW,
          SqlKind.ARRAY_VALUE_CONSTRUCTOR,
          SqlKind.ARRAY_QUERY_CONSTRUCTOR,
          SqlKind.EXISTS,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.SCALAR_QUERY,
          SqlKind.FILTER,
          SqlKind.WITHIN_GROUP,
          SqlKind.DESCENDING,
          SqlKind.NULLS_FIRST,
          SqlKind.NULLS_LAST,
          SqlKind.ROLLUP,
          SqlKind.CUBE,
          SqlKind.GROUPING_SETS);

  private final Binder binder;
  private final Scope scope;
  private final List<Query.Nested> nested = new ArrayList<>();
  private final List<List<SqlNode>> partitions = new ArrayList<>();

  ExpressionBinder(Binder binder, Scope scope) {
    this.binder = binder;
    this.scope = scope;
  }

  List<Query.Nested> nested() {
    return nested;
  }

  /** The PARTITION BY lists of the windows. */
  List<List<SqlNode>> partitions() {
    return partitions;
  }

  void bind(SqlNode node) {
    bind(node, false);
  }

  /** Binds a conjunct of WHERE or ON. */
  void bindConjunct(SqlNode node) {
    bind(node, true);
  }

  private void bind(SqlNode node, boolean conjunct) {
    switch (node) {
      case SqlIdentifier name -> {
        if (!name.isStar()) {
          binder.refer(name, scope.resolve(name));
        }
      }
      case SqlNodeList list -> list.forEach(this::bind);
      case SqlWindow window -> window(window);
      case SqlCall call -> {
        if (Binder.isQuery(call)) {
          nest(call, Query.Use.OTHER, List.of(), conjunct);
        } else {
          call(call, conjunct);
        }
      }
      default -> {
        // Literals and parameters name nothing.
      }
    }
  }

  private void nest(SqlNode query, Query.Use use, List<SqlNode> compared, boolean conjunct) {
    nested.add(new Query.Nested(binder.query(query, scope), query, use, compared, conjunct));
  }

  private void call(SqlCall call, boolean conjunct) {
    SqlKind kind = call.getKind();
    if (kind == SqlKind.OVER) {
      bind(call.operand(0));
      SqlNode window = call.operand(1);
      if (window instanceof SqlWindow specification) {
        window(specification);
      }
      return;
    }
    boolean membership = kind == SqlKind.IN || kind == SqlKind.NOT_IN || isEqualsSome(call);
    if (membership && call.operandCount() == 2 && Binder.isQuery(call.operand(1))) {
      SqlNode left = call.operand(0);
      bind(left);
      nest(call.operand(1), Query.Use.MEMBERSHIP, items(left), conjunct && kind != SqlKind.NOT_IN);
      return;
    }
    if (kind == SqlKind.EXISTS && Binder.isQuery(call.operand(0))) {
      nest(call.operand(0), Query.Use.EXISTS, List.of(), conjunct);
      return;
    }
    boolean known =
        call.getOperator() instanceof SyntaxOperator
            || call.getOperator() instanceof PostgresFunction
            || PLAIN.contains(kind);
    if (!known) {
      throw new UnprovenException("unproven: " + call.getOperator().getName());
    }
    for (SqlNode operand : call.getOperandList()) {
      if (operand != null) {
        bind(operand);
      }
    }
  }

  private static boolean isEqualsSome(SqlCall call) {
    return call.getKind() == SqlKind.SOME && call.getOperator().getName().equals("= SOME");
  }

  private static List<SqlNode> items(SqlNode left) {
    boolean row =
        left.getKind() == SqlKind.ROW
            || left instanceof SqlCall call
                && call.getOperator() instanceof PostgresFunction function
                && function.simpleName().equals("row");
    return row ? ((SqlCall) left).getOperandList() : List.of(left);
  }

  private void window(SqlWindow window) {
    if (window.getRefName() != null) {
      // It has the partition of the window that it refers to.
      bind(window.getOrderList());
      return;
    }
    bind(window.getPartitionList());
    bind(window.getOrderList());
    if (window.getLowerBound() != null) {
      frameBound(window.getLowerBound());
    }
    if (window.getUpperBound() != null) {
      frameBound(window.getUpperBound());
    }
    partitions.add(List.copyOf(window.getPartitionList()));
  }

  private void frameBound(SqlNode bound) {
    if (bound instanceof SqlCall call) {
      for (SqlNode operand : call.getOperandList()) {
        bind(operand);
      }
    }
  }
}
