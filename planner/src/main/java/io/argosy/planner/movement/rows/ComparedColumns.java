package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * The columns whose values can matter to how PostgreSQL runs a query: those that are compared and
 * those by which rows are grouped. Of the others it need not know anything, and to look at them
 * takes time, at texts most of all.
 */
public final class ComparedColumns {
  private static final Set<SqlKind> ORDER =
      EnumSet.of(
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private static final Set<SqlKind> OTHERS =
      EnumSet.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.BETWEEN,
          SqlKind.LIKE);

  private final Binding binding;
  private final Map<Column, Integer> columns = new HashMap<>();
  private final Map<List<SqlNode>, List<Integer>> ofQueries = new HashMap<>();
  private final Set<SqlNode> members = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param tree the query that was bound
   */
  ComparedColumns(Binding binding, SqlNode tree) {
    this.binding = binding;
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (OTHERS.contains(call.getKind())
                || ORDER.contains(call.getKind()) && !isWithQuery(call)) {
              call.getOperandList().forEach(ComparedColumns.this::operand);
            }
            return super.visit(call);
          }
        });
    for (Query query : binding.query().all()) {
      if (query instanceof Query.Select select) {
        add(select);
      }
    }
  }

  /** Those of some columns of a source. */
  public List<Integer> among(Source source, List<Integer> some) {
    return some.stream().filter(index -> columns.containsKey(new Column(source, index))).toList();
  }

  /** Whether a column is compared at one place only. */
  public boolean isComparedOnce(Column column) {
    return columns.getOrDefault(column, 0) == 1;
  }

  /** Those of the columns of a query within. */
  public List<Integer> of(Site.Nested site) {
    return ofQueries.computeIfAbsent(site.nodes(), nodes -> find(site));
  }

  private List<Integer> find(Site.Nested site) {
    List<Integer> all = IntStream.range(0, site.query().outputs().size()).boxed().toList();
    if (site.nodes().stream().anyMatch(members::contains)) {
      return all;
    }
    return all.stream()
        .filter(
            index ->
                columns.keySet().stream()
                    .anyMatch(
                        column ->
                            column.index() == index
                                && column.source().origin() instanceof Source.Derived derived
                                && site.nodes().contains(derived.node())))
        .toList();
  }

  /** PostgreSQL does not guess what the query will give, nor then how much is above it. */
  private static boolean isWithQuery(SqlCall comparison) {
    return comparison.getOperandList().stream().anyMatch(Binder::isQuery);
  }

  private void operand(SqlNode operand) {
    switch (operand.getKind()) {
      case CAST -> operand(((SqlCall) operand).operand(0));
      case ROW -> ((SqlCall) operand).getOperandList().forEach(this::operand);
      default -> {
        if (operand instanceof SqlNodeList list) {
          list.forEach(this::operand);
        } else {
          binding.column(operand).ifPresent(this::add);
        }
      }
    }
  }

  private void add(Query.Select select) {
    select.groupItems().forEach(this::operand);
    select.groupBy().forEach(this::operand);
    select.distinctOn().forEach(this::operand);
    if (select.distinct()) {
      outputs(select);
    }
    select.from().ifPresent(this::using);
    for (Query.Nested nested : select.nested()) {
      if (nested.use() == Query.Use.MEMBERSHIP) {
        members.add(nested.node());
        outputs(nested.query());
      }
    }
  }

  private void using(JoinTree tree) {
    if (tree instanceof JoinTree.Join join) {
      for (JoinTree.Pair pair : join.using()) {
        add(pair.left());
        add(pair.right());
      }
      using(join.left());
      using(join.right());
    }
  }

  private void outputs(Query query) {
    for (int i = 0; i < query.outputs().size(); i++) {
      output(query, i);
    }
  }

  private void output(Query query, int index) {
    switch (query) {
      case Query.Select select -> select.outputs().get(index).column().ifPresent(this::add);
      case Query.SetOperation operation -> {
        output(operation.left(), index);
        output(operation.right(), index);
      }
      case Query.Values values -> {}
    }
  }

  /** Adds a column and what it comes from. */
  private void add(Column column) {
    columns.merge(column, 1, Integer::sum);
    switch (column.source().origin()) {
      case Source.Derived derived -> {
        if (column.index() < derived.query().outputs().size()) {
          output(derived.query(), column.index());
        }
      }
      case Source.Merged merged -> {
        add(merged.left().get(column.index()));
        add(merged.right().get(column.index()));
      }
      case Source.Table table -> {}
      case Source.UnknownTable unknown -> {}
      case Source.Function function -> {}
      case Source.SelfReference self -> {}
    }
  }
}
