package io.argosy.planner.write;

import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Writes a fragment whose rows, taken together, are the answer's: concatenated, merged in order, or
 * made distinct at the end.
 */
final class Rows {
  /** A fragment and its merge. */
  record Written(SqlTemplate fragment, Merge merge) {}

  private final ParsedStatement statement;
  private final CanonicalText canonical;
  private final List<ResultColumn> columns;
  private final Tail tail;

  Rows(ParsedStatement statement, CanonicalText canonical, List<ResultColumn> columns, Tail tail) {
    this.statement = statement;
    this.canonical = canonical;
    this.columns = columns;
    this.tail = tail;
  }

  /**
   * @param distinctAtEnd whether equal rows can come from several nodes and are to be one
   */
  Written write(Query query, boolean distinctAtEnd) {
    if (query.outputs().size() != columns.size()) {
      throw new UnprovenException("the number of columns is not understood");
    }
    if (tail.order().isEmpty() && !distinctAtEnd) {
      if (!tail.isCut()) {
        return new Written(statement.template(withTables(tail.body())), new Merge.Concatenate());
      }
      SqlTemplate fragment = statement.template(withTables(tail.body())).plus(tail.fragmentLimit());
      return new Written(fragment, new Merge.Limited(tail.limit(), tail.offset()));
    }
    return ordered(query, distinctAtEnd);
  }

  private Written ordered(Query query, boolean distinctAtEnd) {
    List<SqlNode> hidden = new ArrayList<>();
    List<Merge.SortKey> keys = new ArrayList<>();
    List<SqlTemplate> order = new ArrayList<>();
    List<SqlTemplate> finalOrder = new ArrayList<>();
    for (SqlNode node : tail.order()) {
      SortItem item = SortItem.of(node);
      int column = position(item.expression(), query);
      if (column < 0) {
        column = hide(item.expression(), query, hidden, distinctAtEnd);
      }
      keys.add(new Merge.SortKey(column, item.descending(), item.nullsFirst()));
      order.add(item.template(SqlTemplate.of(Integer.toString(column + 1))));
      finalOrder.add(item.template(SqlTemplate.of(finalKey(column))));
    }
    List<String> names = names();
    SqlNode body = body(query, names, hidden);
    SqlTemplate rows = statement.template(withTables(body));
    SqlTemplate fragment = rows.plus(SortItem.clause(order)).plus(tail.fragmentLimit());
    boolean decides = tail.limit().isPresent() || isDistinctOn(query);
    SqlTemplate unsorted = decides ? fragment : rows;
    Merge.Finish finish = finish(names, SortItem.clause(finalOrder), distinctAtEnd);
    if (distinctAtEnd || tail.ties()) {
      return new Written(unsorted, finish);
    }
    return new Written(
        fragment,
        new Merge.Ordered(keys, hidden.size(), tail.limit(), tail.offset(), finish, unsorted));
  }

  /** Of equal rows that comes first in order. */
  private static boolean isDistinctOn(Query query) {
    return query instanceof Query.Select select && !select.distinctOn().isEmpty();
  }

  private int hide(SqlNode key, Query query, List<SqlNode> hidden, boolean distinctAtEnd) {
    boolean possible = query instanceof Query.Select select && !select.distinct() && !distinctAtEnd;
    if (!possible) {
      throw new UnprovenException("ORDER BY an expression that is not a column of the result");
    }
    hidden.add(key);
    return columns.size() + hidden.size() - 1;
  }

  /** The position of an output, from 0; -1 for another expression. */
  private int position(SqlNode key, Query query) {
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      return number.intValue(true) - 1;
    }
    List<Query.Output> outputs = query.outputs();
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      for (int i = 0; i < outputs.size(); i++) {
        if (outputs.get(i).name().equals(name.getSimple())) {
          return i;
        }
      }
    }
    SqlTemplate text = canonical.of(key);
    for (int i = 0; i < outputs.size(); i++) {
      Optional<SqlTemplate> output =
          canonical.of(outputs.get(i).expression(), outputs.get(i).column());
      if (output.isPresent() && output.get().equals(text)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Names for the fragment's columns, which must differ where a temporary table is made of them.
   */
  private List<String> names() {
    List<String> names = columns.stream().map(ResultColumn::name).toList();
    if (names.stream().distinct().count() == names.size()) {
      return names;
    }
    List<String> unique = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      unique.add(statement.names().of("column_" + (i + 1)));
    }
    return unique;
  }

  private SqlNode body(Query query, List<String> names, List<SqlNode> hidden) {
    boolean renamed = !names.equals(columns.stream().map(ResultColumn::name).toList());
    if (!(query instanceof Query.Select select)) {
      if (renamed) {
        throw new UnprovenException("two columns of one name");
      }
      return tail.body();
    }
    List<SqlNode> list = new ArrayList<>();
    if (renamed) {
      for (int i = 0; i < names.size(); i++) {
        list.add(Trees.as(Trees.expression(select.outputs().get(i)), names.get(i)));
      }
    } else {
      list.addAll(((SqlSelect) tail.body()).getSelectList());
    }
    for (int i = 0; i < hidden.size(); i++) {
      list.add(Trees.as(hidden.get(i), sortColumn(i + 1)));
    }
    return Trees.withColumns((SqlSelect) tail.body(), list);
  }

  /** A sort key of the last step, by the position of the fragment's column, from 0. */
  private String finalKey(int column) {
    return column < columns.size()
        ? Integer.toString(column + 1)
        : sortColumn(column - columns.size() + 1);
  }

  /** The name of the n-th sort key that is no column of the answer. */
  private String sortColumn(int number) {
    return statement.names().of("sort_" + number);
  }

  private Merge.Finish finish(List<String> names, SqlTemplate order, boolean distinctAtEnd) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      items.add(
          statement.text(Trees.name(names.get(i)))
              + " AS "
              + statement.text(Trees.name(columns.get(i).name())));
    }
    return new Merge.Finish(
        SqlTemplate.of("SELECT " + (distinctAtEnd ? "DISTINCT " : ""))
            .plus(String.join(", ", items))
            .plus(" FROM ")
            .plus(Merge.Finish.rows())
            .plus(order)
            .plus(tail.finalLimit()));
  }

  private SqlNode withTables(SqlNode body) {
    return tail.with().isEmpty()
        ? body
        : new SqlWith(SqlParserPos.ZERO, (SqlNodeList) tail.with().get(), body);
  }
}
