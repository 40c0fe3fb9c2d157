package io.argosy.planner.forms;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.rows.Reduction;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.write.Combined;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.parse.PlainSelect;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/**
 * Groups the rows of a partitioned table before an outer join that they need not pass, so that a
 * row for each group moves in the place of all of its rows (eager aggregation, Yan and Larson):
 *
 * <pre>
 * SELECT c, count(o.x) FROM c LEFT JOIN o ON c.k = o.k AND filter(o) GROUP BY c
 * SELECT c, coalesce(sum(o.n), 0) FROM c LEFT JOIN
 *     (SELECT o.k, count(o.x) AS n FROM o WHERE filter(o) GROUP BY o.k) AS o ON c.k = o.k GROUP BY c
 * </pre>
 *
 * <p>Both give the same. A row of the preserved side meets all rows of one group or none, since the
 * join compares columns of the table by which it is grouped, and compares them as grouping does. So
 * the rows that it meets become one, or stay the one that is filled with NULLs, and nothing but the
 * aggregates can tell: the table is named nowhere else. These are put together from the groups' as
 * from nodes'; the row of NULLs has no part of a sum, and counts for nothing. An aggregate over
 * another table would have one row where there were several, and one that distinguishes equal
 * values could not be put together; with any of these the query stays as it is.
 */
final class EarlyGrouping {
  private final Binding binding;
  private final Aggregates aggregates;
  private final SqlNode tree;
  private final OwnNames names;
  private final Orders orders;
  private final Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();

  private EarlyGrouping(BoundQuery query, Context context) {
    this.names = context.names();
    this.binding = query.binding();
    this.aggregates = context.aggregates();
    this.tree = query.tree();
    this.orders = Orders.in(tree);
  }

  /** The query with all such tables grouped. */
  static Rewrite rewrite(BoundQuery query, Context context) {
    return Rewrite.of(
        new EarlyGrouping(query, context).rewrite(),
        "no partitioned table behind an outer join is read by aggregates alone");
  }

  private Optional<SqlNode> rewrite() {
    query(binding.query());
    return replaced.isEmpty() ? Optional.empty() : Optional.of(tree.accept(new Replacer(replaced)));
  }

  private void query(Query query) {
    switch (query) {
      case Query.Select select -> {
        if (select.aggregated() && select.from().filter(JoinTree::usesNames).isEmpty()) {
          select.from().ifPresent(from -> join(select, from));
        }
        for (Source source : select.sources()) {
          if (source.origin() instanceof Source.Derived derived && !derived.recursive()) {
            query(derived.query());
          }
        }
        select.nested().forEach(nested -> query(nested.query()));
      }
      case Query.SetOperation operation -> {
        query(operation.left());
        query(operation.right());
      }
      case Query.Values values -> values.nested().forEach(nested -> query(nested.query()));
    }
  }

  private void join(Query.Select select, JoinTree from) {
    if (!(from instanceof JoinTree.Join join)) {
      return;
    }
    JoinTree nullable =
        switch (join.type()) {
          case LEFT -> join.right();
          case RIGHT -> join.left();
          case INNER, FULL -> null;
        };
    boolean grouped =
        nullable instanceof JoinTree.Leaf leaf && group(select, join.on(), leaf.source());
    if (!grouped) {
      join(select, join.left());
      join(select, join.right());
    }
  }

  /** Groups a table on the nullable side of a join, if that is right. */
  private boolean group(Query.Select select, List<SqlNode> on, Source source) {
    boolean partitioned =
        source.origin() instanceof Source.Table table
            && table.relation().placement() instanceof Placement.Hash;
    if (!partitioned) {
      return false;
    }
    List<SqlNode> filters = new ArrayList<>();
    Set<Column> keys = new LinkedHashSet<>();
    for (SqlNode conjunct : on) {
      Optional<Column> key = key(select, conjunct, source);
      if (key.isPresent()) {
        keys.add(key.get());
      } else if (Reduction.isOver(binding, conjunct, source)) {
        filters.add(conjunct);
      } else {
        return false;
      }
    }
    AggregateCalls calls =
        AggregateCalls.in(outputs(select), aggregates, call -> isUnderstood(call, source));
    List<SqlNode> understood = new ArrayList<>(on);
    understood.addAll(calls.found());
    if (keys.isEmpty()
        || calls.found().isEmpty()
        || !calls.areAll()
        || isNamed(source, understood)) {
      return false;
    }
    replace(select, source, List.copyOf(keys), filters, calls.found());
    return true;
  }

  /** The table's column in an equality that compares as grouping does. */
  private Optional<Column> key(Query.Select select, SqlNode conjunct, Source source) {
    return Equality.of(binding, conjunct)
        .flatMap(
            equality -> {
              boolean isLeft = equality.left().source() == source;
              Column own = isLeft ? equality.left() : equality.right();
              Source other = (isLeft ? equality.right() : equality.left()).source();
              return own.source() == source && other != source && select.sources().contains(other)
                  ? Optional.of(own)
                  : Optional.empty();
            });
  }

  /** All expressions that are evaluated after grouping. */
  private List<SqlNode> outputs(Query.Select select) {
    List<SqlNode> expressions = new ArrayList<>(select.node().getSelectList());
    if (select.node().getHaving() != null) {
      expressions.add(select.node().getHaving());
    }
    orders.of(select.node()).ifPresent(expressions::addAll);
    return expressions;
  }

  private boolean isNamed(Source source, List<SqlNode> outside) {
    return Names.outside(tree, outside).stream()
        .map(binding::column)
        .flatMap(Optional::stream)
        .anyMatch(column -> column.source() == source);
  }

  /** Whether an aggregate is one over a column of a table that can be put together from groups'. */
  private boolean isUnderstood(SqlCall call, Source source) {
    if (call.getFunctionQuantifier() != null || call.operandCount() != 1) {
      return false;
    }
    Optional<Column> column = binding.column(call.operand(0));
    return column.isPresent()
        && column.get().source() == source
        && combined(call, column.get(), call).isPresent();
  }

  /** An aggregate over all rows from a column of it over groups of them. */
  private static Optional<SqlNode> combined(SqlCall call, Column column, SqlNode parts) {
    String name = ((PostgresFunction) call.getOperator()).simpleName();
    return switch (name) {
      case "count" -> Optional.of(Combined.count(parts));
      case "min", "max" -> Optional.of(Combined.function(name, parts));
      case "sum" ->
          switch (KeyTypes.base(column.type())) {
            case "smallint", "integer" ->
                Optional.of(SyntaxOperator.cast(Combined.function(name, parts), "bigint"));
            case "bigint", "numeric" -> Optional.of(Combined.function(name, parts));
            default -> Optional.empty();
          };
      default -> Optional.empty();
    };
  }

  private void replace(
      Query.Select select,
      Source source,
      List<Column> keys,
      List<SqlNode> filters,
      List<SqlCall> calls) {
    List<SqlNode> items = new ArrayList<>();
    for (Column key : keys) {
      items.add(Trees.name(source.alias(), key.name()));
    }
    List<SqlNode> groups = List.copyOf(items);
    Map<SqlNode, SqlNode> combined = new IdentityHashMap<>();
    for (SqlCall call : calls) {
      String part = names.of("part_" + (combined.size() + 1));
      items.add(Trees.as(call, part));
      Column column = binding.column(call.operand(0)).orElseThrow();
      SqlNode parts = Trees.name(source.alias(), part);
      combined.put(call, combined(call, column, parts).orElseThrow());
    }
    var grouped = PlainSelect.of(Trees.list(items), source.item(), Trees.conjunction(filters));
    grouped.setGroupBy(Trees.list(groups));
    replaced.put(source.item(), Trees.as(grouped, source.alias()));
    filters.forEach(filter -> replaced.put(filter, Replacer.TRUE));
    replaced.putAll(combined);
    named(select, combined);
  }

  /** A column that has the name of its aggregate keeps it. */
  private void named(Query.Select select, Map<SqlNode, SqlNode> combined) {
    SqlNodeList list = select.node().getSelectList();
    for (int i = 0; i < list.size(); i++) {
      SqlNode item = list.get(i);
      SqlNode other = item.accept(new Replacer(combined));
      if (other != item && item.getKind() != SqlKind.AS) {
        replaced.put(item, Trees.as(other, select.outputs().get(i).name()));
      }
    }
  }
}
