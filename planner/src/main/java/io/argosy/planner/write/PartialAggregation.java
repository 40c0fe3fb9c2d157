package io.argosy.planner.write;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Writes an aggregation whose groups span nodes: each node groups its rows, and a last statement
 * groups the nodes' groups.
 */
final class PartialAggregation {
  private final ParsedStatement statement;
  private final Binding binding;
  private final CanonicalText canonical;
  private final Aggregates aggregates;
  private final List<ResultColumn> columns;
  private final Tail tail;
  private final BooleanSupplier repeats;

  /**
   * @param repeats whether the values that the aggregates distinguish may often repeat within a
   *     node's groups, so that it is worth while to ship equal ones once
   */
  PartialAggregation(
      ParsedStatement statement,
      Binding binding,
      CanonicalText canonical,
      Aggregates aggregates,
      List<ResultColumn> columns,
      Tail tail,
      BooleanSupplier repeats) {
    this.repeats = repeats;
    this.statement = statement;
    this.binding = binding;
    this.canonical = canonical;
    this.aggregates = aggregates;
    this.columns = columns;
    this.tail = tail;
  }

  Rows.Written write(Query.Select select) {
    if (select.outputs().size() != columns.size()) {
      throw new UnprovenException("the number of columns is not understood");
    }
    if (!select.node().getWindowList().isEmpty() || !select.distinctOn().isEmpty()) {
      throw new UnprovenException("a named window or DISTINCT ON over aggregates");
    }
    Map<SqlTemplate, SqlNode> groups = groups(select);
    Recombination recombination = new Recombination(statement, canonical, groups, false);
    Rows.Written written = write(select, recombination, PartialRows.all(statement));
    return recombination.countsRows() && !select.groupingSets()
        ? write(
            select,
            new Recombination(statement, canonical, groups, true),
            PartialRows.distinct(statement))
        : written;
  }

  private Rows.Written write(
      Query.Select select, Recombination recombination, SqlTemplate partials) {
    FinishRewriter rewriter =
        new FinishRewriter(
            select, binding, canonical, aggregates, recombination, tail.with().isPresent());
    List<SqlTemplate> items = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      SqlNode item = rewriter.rewrite(Trees.expression(select.outputs().get(i)));
      items.add(
          statement
              .expression(item)
              .plus(" AS " + statement.text(Trees.name(columns.get(i).name()))));
    }
    // What these ask for becomes columns of the fragment, and perhaps grouping columns.
    SqlTemplate having = having(select, rewriter);
    SqlTemplate order = order(select, rewriter);
    SqlTemplate finish =
        SqlTemplate.of("SELECT " + (select.distinct() ? "DISTINCT " : ""))
            .plus(SqlTemplate.join(", ", items))
            .plus(" FROM ")
            .plus(partials)
            .plus(groupBy(select, recombination))
            .plus(having)
            .plus(order)
            .plus(tail.finalLimit());
    return new Rows.Written(
        fragment(select, recombination),
        new Merge.Finish(
            finish,
            recombination.sums(),
            recombination.groupCount() == 0 && !recombination.shipsValues()));
  }

  private SqlTemplate having(Query.Select select, FinishRewriter rewriter) {
    SqlNode having = select.node().getHaving();
    return having == null
        ? SqlTemplate.of("")
        : statement.expression(rewriter.rewrite(having)).within(" HAVING ", "");
  }

  private Map<SqlTemplate, SqlNode> groups(Query.Select select) {
    Map<SqlTemplate, SqlNode> groups = new LinkedHashMap<>();
    for (SqlNode expression : select.groupBy()) {
      addGroup(expression, groups);
    }
    if (select.groupingSets()) {
      for (SqlNode item : select.groupItems()) {
        switch (item.getKind()) {
          case ROLLUP, CUBE, GROUPING_SETS -> addGroup(item, groups);
          default -> {
            // It is among the plain expressions.
          }
        }
      }
      if (select.groupedDistinct() && groups.size() > 1) {
        proveColumns(groups.values());
      }
    }
    return groups;
  }

  /** Only of columns is it known which are the same to PostgreSQL: {@code a::int} may be a. */
  private void proveColumns(Collection<SqlNode> groups) {
    if (groups.stream().anyMatch(group -> binding.column(group).isEmpty())) {
      throw new UnprovenException("GROUP BY DISTINCT with expressions");
    }
  }

  private void addGroup(SqlNode node, Map<SqlTemplate, SqlNode> groups) {
    switch (node) {
      case SqlNodeList list -> list.forEach(item -> addGroup(item, groups));
      case SqlCall call when isGroupingSyntax(call) ->
          call.getOperandList().forEach(item -> addGroup(item, groups));
      case SqlNumericLiteral number -> throw new UnprovenException("a number within grouping sets");
      default -> groups.putIfAbsent(canonical.of(node), node);
    }
  }

  private static boolean isGroupingSyntax(SqlCall call) {
    return switch (call.getKind()) {
      case ROLLUP, CUBE, GROUPING_SETS, ROW -> true;
      default -> false;
    };
  }

  private String groupBy(Query.Select select, Recombination recombination) {
    List<String> items = new ArrayList<>();
    if (select.groupingSets()) {
      select.groupBy().forEach(item -> items.add(set(item, recombination)));
      for (SqlNode item : select.groupItems()) {
        boolean sets =
            item instanceof SqlCall call && isGroupingSyntax(call) && call.getKind() != SqlKind.ROW;
        if (sets || item instanceof SqlNodeList) {
          items.add(set(item, recombination));
        }
      }
    } else {
      for (SqlNode group : groupNames(select, recombination)) {
        items.add(statement.text(group));
      }
    }
    String distinct = select.groupingSets() && select.groupedDistinct() ? "DISTINCT " : "";
    return items.isEmpty() ? "" : " GROUP BY " + distinct + String.join(", ", items);
  }

  /** The grouping columns, with those that they determine, without what is to be distinct. */
  private List<SqlNode> groupNames(Query.Select select, Recombination recombination) {
    List<SqlNode> names = new ArrayList<>();
    for (SqlTemplate group : groups(select).keySet()) {
      names.add(recombination.group(group).orElseThrow());
    }
    names.addAll(recombination.determined());
    return names;
  }

  private String set(SqlNode node, Recombination recombination) {
    return switch (node) {
      case SqlNodeList list -> parenthesised(list, recombination);
      case SqlCall call when call.getKind() == SqlKind.ROW ->
          parenthesised(call.getOperandList(), recombination);
      case SqlCall call when isGroupingSyntax(call) ->
          call.getKind().name().replace('_', ' ')
              + parenthesised(call.getOperandList(), recombination);
      default -> statement.text(recombination.group(canonical.of(node)).orElseThrow());
    };
  }

  private String parenthesised(List<SqlNode> items, Recombination recombination) {
    return "(" + String.join(", ", items.stream().map(i -> set(i, recombination)).toList()) + ")";
  }

  private SqlTemplate order(Query.Select select, FinishRewriter rewriter) {
    List<SqlTemplate> order = new ArrayList<>();
    for (SqlNode node : tail.order()) {
      SortItem item = SortItem.of(node);
      int position = outputPosition(item.expression(), select);
      order.add(
          item.template(
              position > 0
                  ? SqlTemplate.of(Integer.toString(position))
                  : statement.expression(rewriter.rewrite(item.expression()))));
    }
    return SortItem.clause(order);
  }

  private static int outputPosition(SqlNode key, Query.Select select) {
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      return number.intValue(true);
    }
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      return 1
          + IntStream.range(0, select.outputs().size())
              .filter(i -> select.outputs().get(i).name().equals(name.getSimple()))
              .findFirst()
              .orElse(-1);
    }
    return 0;
  }

  private SqlTemplate fragment(Query.Select select, Recombination recombination) {
    List<SqlNode> list = recombination.columns();
    SqlSelect fragment = Trees.withColumns(select.node(), list);
    fragment.setOperand(0, new SqlNodeList(SqlParserPos.ZERO));
    fragment.setHaving(null);
    fragment.setGroupBy(null);
    SqlNode body =
        tail.with().isEmpty()
            ? fragment
            : new SqlWith(SqlParserPos.ZERO, tail.with().get(), fragment);
    if (recombination.shipsValues() && !repeats.getAsBoolean()) {
      return statement.template(body);
    }
    String ordinals =
        String.join(
            ", ",
            IntStream.rangeClosed(1, recombination.groupCount())
                .mapToObj(Integer::toString)
                .toList());
    return statement.template(body).plus(ordinals.isEmpty() ? "" : " GROUP BY " + ordinals);
  }
}
