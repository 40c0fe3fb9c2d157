package io.argosy.planner.forms;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Collects the aggregates of expressions that are evaluated over groups. */
final class AggregateCalls extends SqlBasicVisitor<Void> {
  private final Aggregates aggregates;
  private final Predicate<SqlCall> understood;
  private final List<SqlCall> found = new ArrayList<>();
  private boolean others;

  private AggregateCalls(Aggregates aggregates, Predicate<SqlCall> understood) {
    this.aggregates = aggregates;
    this.understood = understood;
  }

  /**
   * @param understood the aggregates that may stand in the expressions
   */
  static AggregateCalls in(
      List<SqlNode> expressions, Aggregates aggregates, Predicate<SqlCall> understood) {
    AggregateCalls calls = new AggregateCalls(aggregates, understood);
    expressions.forEach(expression -> expression.accept(calls));
    return calls;
  }

  /** Those that are understood. */
  List<SqlCall> found() {
    return found;
  }

  /** Whether there is nothing else that may depend on which rows there are. */
  boolean areAll() {
    return !others;
  }

  @Override
  public Void visit(SqlIdentifier name) {
    others |= name.isStar();
    return null;
  }

  @Override
  public Void visit(SqlCall call) {
    if (aggregates.isAggregate(call)) {
      if (understood.test(call)) {
        found.add(call);
      } else {
        others = true;
      }
      return null;
    }
    others |=
        Binder.isQuery(call)
            || call.getKind() == SqlKind.OVER
            || call.getKind() == SqlKind.FILTER
            || call.getKind() == SqlKind.WITHIN_GROUP
            || SyntaxOperator.isSyntax(call, Syntax.Form.ORDERED_AGGREGATE);
    return super.visit(call);
  }
}
