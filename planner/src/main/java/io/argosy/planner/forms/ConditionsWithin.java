package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/**
 * Asks what a query says of a derived table's columns within the derived table, too, so that groups
 * that nobody reads are neither made nor moved:
 *
 * <pre>
 * SELECT .. FROM (SELECT year, item, sum(x) FROM s GROUP BY year, item) AS g WHERE g.year = 2000
 * SELECT .. FROM (SELECT year, item, sum(x) FROM s WHERE year = 2000 GROUP BY year, item) AS g ..
 * </pre>
 *
 * <p>PostgreSQL does the same, but not where the derived table is a statement of its own. The query
 * goes on asking, so that it does not matter which rows are left out before. What it says of a
 * column holds for those that are equal to it, and for the nullable side of an outer join if the
 * join compares it with a column that must have one value: rows with another value meet only rows
 * that are dropped.
 */
final class ConditionsWithin {
  private static final Set<SqlKind> COMPARISONS =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.BETWEEN,
          SqlKind.IN);

  private final Binding binding;
  private final List<String> parameterTypes;
  private final DerivedConditions derived;

  private ConditionsWithin(Binding binding, Context context) {
    this.binding = binding;
    this.parameterTypes = context.parameterTypes();
    this.derived = new DerivedConditions(binding, context.statement());
  }

  /** The query with all such conditions. */
  static Rewrite rewrite(BoundQuery query, Context context) {
    ConditionsWithin within = new ConditionsWithin(query.binding(), context);
    query.binding().query().all().forEach(within::query);
    return within.derived.isEmpty()
        ? new Rewrite.None("nothing is said of the columns by which a derived table is grouped")
        : new Rewrite.Other(within.derived.addedTo(query.tree()));
  }

  private void query(Query query) {
    if (query instanceof Query.Select select
        && select.from().filter(from -> !from.usesNames()).isPresent()) {
      JoinTree from = select.from().get();
      JoinTree.Region region = from.region();
      List<SqlNode> conditions = new ArrayList<>(select.where());
      region.joins().forEach(join -> conditions.addAll(join.on()));
      List<Pair> pairs = new ArrayList<>();
      for (SqlNode condition : conditions) {
        column(condition)
            .filter(column -> region.sources().contains(column.source()))
            .ifPresent(column -> derived.ask(column, column, condition));
        Equality.of(binding, condition)
            .ifPresent(equality -> addPairs(equality, region.sources(), pairs));
      }
      nullable(from, pairs);
      spread(conditions, select.sources(), pairs);
    }
  }

  /** What is said of one column is said of the other, too. */
  private record Pair(Column known, Column equal) {}

  private static void addPairs(Equality equality, Set<Source> sources, List<Pair> pairs) {
    if (sources.contains(equality.right().source())) {
      pairs.add(new Pair(equality.left(), equality.right()));
    }
    if (sources.contains(equality.left().source())) {
      pairs.add(new Pair(equality.right(), equality.left()));
    }
  }

  /** What outer joins compare with the columns of a source on their nullable side. */
  private void nullable(JoinTree tree, List<Pair> pairs) {
    if (!(tree instanceof JoinTree.Join join)) {
      return;
    }
    JoinTree side =
        switch (join.type()) {
          case LEFT -> join.right();
          case RIGHT -> join.left();
          case INNER, FULL -> null;
        };
    if (side instanceof JoinTree.Leaf leaf) {
      for (SqlNode condition : join.on()) {
        Equality.of(binding, condition)
            .ifPresent(equality -> addPairs(equality, Set.of(leaf.source()), pairs));
      }
    }
    nullable(join.left(), pairs);
    nullable(join.right(), pairs);
  }

  /** A column that must have one value passes it on to those that are equal to it. */
  private void spread(List<SqlNode> conditions, List<Source> sources, List<Pair> pairs) {
    Map<Column, SqlNode> values = new HashMap<>();
    for (SqlNode condition : conditions) {
      if (condition.getKind() == SqlKind.EQUALS) {
        column(condition)
            .filter(
                column -> sources.contains(column.source()) && isPlain(condition, column.type()))
            .ifPresent(column -> values.putIfAbsent(column, condition));
      }
    }
    boolean more = true;
    while (more) {
      more = false;
      for (Pair pair : pairs) {
        SqlNode condition = values.get(pair.known());
        if (condition != null
            && !values.containsKey(pair.equal())
            && sources.contains(pair.known().source())
            && KeyTypes.comparable(pair.known().type(), pair.equal().type())) {
          values.put(pair.equal(), condition);
          derived.ask(column(condition).orElseThrow(), pair.equal(), condition);
          more = true;
        }
      }
    }
  }

  /** The one column that a condition compares with constants. */
  private Optional<Column> column(SqlNode condition) {
    if (!COMPARISONS.contains(condition.getKind())) {
      return Optional.empty();
    }
    Optional<Column> found = Optional.empty();
    for (SqlNode operand : ((SqlCall) condition).getOperandList()) {
      Optional<Column> column = binding.column(operand);
      if (column.isPresent() ? found.isPresent() : !isConstant(operand)) {
        return Optional.empty();
      }
      found = found.or(() -> column);
    }
    return found;
  }

  /** Whether a comparison with a constant is the same for another column of a type. */
  private boolean isPlain(SqlNode condition, String type) {
    return ((SqlCall) condition)
        .getOperandList().stream()
            .allMatch(operand -> binding.column(operand).isPresent() || isOfType(operand, type));
  }

  private boolean isOfType(SqlNode constant, String type) {
    return switch (constant) {
      case SqlDynamicParam parameter ->
          parameter.getIndex() < parameterTypes.size()
              && KeyTypes.comparable(parameterTypes.get(parameter.getIndex()), type);
      case SqlCall call when SyntaxOperator.isSyntax(call, Syntax.Form.CAST) ->
          KeyTypes.comparable(SyntaxOperator.castType(call), type);
      case SqlCall call when call.getKind() == SqlKind.MINUS_PREFIX ->
          isOfType(call.operand(0), type);
      // What has no type of its own takes the column's.
      default -> true;
    };
  }

  private static boolean isConstant(SqlNode node) {
    return switch (node) {
      case SqlLiteral literal -> true;
      case SqlDynamicParam parameter -> true;
      case SqlNodeList list -> list.stream().allMatch(ConditionsWithin::isConstant);
      case SqlCall call ->
          SyntaxOperator.isSyntax(call, Syntax.Form.CONSTANT)
              || (SyntaxOperator.isSyntax(call, Syntax.Form.CAST)
                      || call.getKind() == SqlKind.MINUS_PREFIX)
                  && isConstant(call.operand(0));
      default -> false;
    };
  }
}
