package io.argosy.planner.bind;

import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;

/** Binds one SELECT. */
final class SelectBinder {
  private final Binder binder;
  private final Scope outer;
  private final Scope scope;
  private final List<Query.Output> outputs = new ArrayList<>();

  SelectBinder(Binder binder, Scope outer) {
    this.binder = binder;
    this.outer = outer;
    this.scope = new Scope(outer);
  }

  /**
   * @param order the ORDER BY list, which sees the names of the output too
   */
  Query.Select bind(SqlSelect select, List<SqlNode> order) {
    List<Query.Nested> nested = new ArrayList<>();
    Optional<JoinTree> from = Optional.empty();
    if (select.getFrom() != null) {
      FromBinder binderOfFrom = new FromBinder(binder, outer, scope);
      FromBinder.Item item = binderOfFrom.bind(select.getFrom());
      from = Optional.of(item.tree());
      scope.show(item.visible());
      nested.addAll(binderOfFrom.nested());
    }
    ExpressionBinder expressions = new ExpressionBinder(binder, scope);
    List<SqlNode> where =
        select.getWhere() == null ? List.of() : FromBinder.conjuncts(select.getWhere());
    where.forEach(expressions::bindConjunct);
    for (SqlNode item : select.getSelectList()) {
      item(item, expressions);
    }
    List<SqlNode> groupBy = new ArrayList<>();
    boolean groupingSets = group(select, expressions, groupBy);
    if (select.getHaving() != null) {
      expressions.bind(select.getHaving());
    }
    for (SqlNode window : select.getWindowList()) {
      expressions.bind(window);
    }
    List<SqlNode> distinctOn = distinctOn(select);
    distinctOn.forEach(item -> bindSortItem(item, expressions));
    order.forEach(item -> bindSortItem(item, expressions));
    nested.addAll(expressions.nested());
    requireOwnAggregates(select, order);
    boolean aggregated = isAggregated(select, order);
    return new Query.Select(
        select,
        from,
        List.copyOf(scope.sources()),
        where,
        groupBy,
        groupingSets,
        aggregated,
        isDistinct(select),
        distinctOn,
        expressions.partitions(),
        nested,
        outputs,
        Query.Cut.NONE);
  }

  private static List<SqlNode> distinctOn(SqlSelect select) {
    SqlNodeList keywords = (SqlNodeList) select.getOperandList().get(0);
    for (SqlNode keyword : keywords) {
      if (SyntaxOperator.isSyntax(keyword, Syntax.Form.DISTINCT_ON)) {
        return ((SqlCall) keyword).getOperandList();
      }
    }
    return List.of();
  }

  private static boolean isDistinct(SqlSelect select) {
    SqlNodeList keywords = (SqlNodeList) select.getOperandList().get(0);
    return keywords.stream()
        .anyMatch(
            keyword ->
                keyword instanceof SqlLiteral literal
                    && literal.getValue() == SqlSelectKeyword.DISTINCT);
  }

  /**
   * An aggregate belongs to the innermost query of which it has a column, which may be one around
   * the query that it stands in (PostgreSQL, 4.2.7).
   */
  private void requireOwnAggregates(SqlSelect select, List<SqlNode> order) {
    List<SqlNode> clauses = new ArrayList<>(order);
    // Where its own cannot stand, those of others can.
    clauses.addAll(select.getOperandList());
    for (SqlNode clause : clauses) {
      for (SqlCall aggregate : binder.aggregates().in(clause)) {
        List<Source> sources =
            Names.in(aggregate).stream()
                .map(binder::column)
                .flatMap(Optional::stream)
                .map(Column::source)
                .toList();
        if (!sources.isEmpty() && Collections.disjoint(sources, scope.sources())) {
          throw new UnprovenException("an aggregate of a query around the one that it stands in");
        }
      }
    }
  }

  private boolean isAggregated(SqlSelect select, List<SqlNode> order) {
    Aggregates aggregates = binder.aggregates();
    return select.getGroup() != null
        || select.getHaving() != null
        || aggregates.contains(select.getSelectList())
        || aggregates.contains(select.getWindowList())
        || distinctOn(select).stream().anyMatch(aggregates::contains)
        || order.stream().anyMatch(aggregates::contains);
  }

  private void item(SqlNode item, ExpressionBinder expressions) {
    if (item instanceof SqlIdentifier name && name.isStar()) {
      List<Scope.Visible> columns =
          name.names.size() == 1
              ? scope.visible()
              : scope.columnsOf(name.names.get(name.names.size() - 2));
      for (Source source : scope.sources()) {
        if (source.isOpen()) {
          throw new UnprovenException("unproven: * over " + source.alias());
        }
      }
      for (Scope.Visible visible : columns) {
        outputs.add(
            new Query.Output(
                visible.name(),
                Optional.of(visible.column()),
                Optional.empty(),
                visible.column().type()));
      }
      return;
    }
    SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    expressions.bind(expression);
    String name =
        item.getKind() == SqlKind.AS
            ? ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple()
            : impliedName(expression);
    Optional<Column> column = binder.column(expression);
    String type = column.map(Column::type).orElse("");
    outputs.add(new Query.Output(name, column, Optional.of(expression), type));
  }

  /** The name that PostgreSQL gives to a column without an alias, where it can be referred to. */
  private static String impliedName(SqlNode expression) {
    return switch (expression) {
      case SqlIdentifier name -> name.names.get(name.names.size() - 1);
      case SqlCall call when call.getOperator() instanceof PostgresFunction f -> f.simpleName();
      case SqlCall call when call.getOperator() instanceof SyntaxOperator s ->
          switch (s.syntax().form()) {
            case CAST, COLLATE, SUBSCRIPT -> impliedName(call.operand(0));
            case CASE -> "case";
            case FUNCTION, VALUE_FUNCTION -> s.syntax().function().orElse("?column?");
            case ORDERED_AGGREGATE -> impliedName(call.operand(0));
            case CONSTANT, OPERATOR, ORDINALITY, DISTINCT_ON, GROUPS, NAMED_ARGUMENT -> "?column?";
          };
      case SqlCall call
          when call.getKind() == SqlKind.FILTER
              || call.getKind() == SqlKind.OVER
              || call.getKind() == SqlKind.WITHIN_GROUP ->
          impliedName(call.operand(0));
      default -> "?column?";
    };
  }

  /** Fills in the plain expressions; answers whether there are grouping sets. */
  private boolean group(SqlSelect select, ExpressionBinder expressions, List<SqlNode> groupBy) {
    boolean sets = false;
    for (SqlNode item : Query.Select.groupItems(select)) {
      switch (item.getKind()) {
        case ROLLUP, CUBE, GROUPING_SETS -> {
          sets = true;
          for (SqlNode operand : ((SqlCall) item).getOperandList()) {
            expressions.bind(operand);
          }
        }
        default -> {
          if (item instanceof SqlNodeList list && list.isEmpty()) {
            // GROUP BY () makes one group, of no rows too.
            sets = true;
          } else {
            groupBy.add(groupItem(item, expressions));
          }
        }
      }
    }
    return sets;
  }

  /** GROUP BY prefers a column of FROM to an output's name. */
  private SqlNode groupItem(SqlNode item, ExpressionBinder expressions) {
    Optional<SqlNode> ordinal = ordinal(item);
    if (ordinal.isPresent()) {
      return ordinal.get();
    }
    if (item instanceof SqlIdentifier name && name.isSimple()) {
      boolean column = scope.visible().stream().anyMatch(v -> v.name().equals(name.getSimple()));
      Optional<SqlNode> output = column ? Optional.empty() : output(name.getSimple());
      if (output.isPresent()) {
        return output.get();
      }
    }
    expressions.bind(item);
    return item;
  }

  private Optional<SqlNode> ordinal(SqlNode item) {
    if (item instanceof SqlNumericLiteral number && number.isInteger()) {
      int position = number.intValue(true);
      if (position < 1
          || position > outputs.size()
          || outputs.get(position - 1).expression().isEmpty()) {
        throw new UnprovenException("unproven: ordinal " + position);
      }
      return outputs.get(position - 1).expression();
    }
    return Optional.empty();
  }

  private Optional<SqlNode> output(String name) {
    return outputs.stream()
        .filter(output -> output.name().equals(name))
        .findFirst()
        .flatMap(Query.Output::expression);
  }

  /** ORDER BY and DISTINCT ON prefer an output's name to a column of FROM. */
  private void bindSortItem(SqlNode item, ExpressionBinder expressions) {
    SqlNode key = Operands.sortKey(item);
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      Optional<Query.Output> output =
          outputs.stream().filter(o -> o.name().equals(name.getSimple())).findFirst();
      if (output.isPresent()) {
        binder.put(name, output.get().column());
        return;
      }
    }
    if (!(key instanceof SqlNumericLiteral)) {
      expressions.bind(key);
    }
  }
}
