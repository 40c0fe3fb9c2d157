package io.argosy.planner.forms;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Adds to GROUP BY the columns that a query uses because the grouping columns contain a key of
 * their table. The groups are the same; where another table stands in the place of that one, which
 * has no key, PostgreSQL would not know that.
 */
public final class DeterminedColumns {
  private final Binding binding;
  private final Aggregates aggregates;

  public DeterminedColumns(Binding binding, Aggregates aggregates) {
    this.binding = binding;
    this.aggregates = aggregates;
  }

  /**
   * Adds them to all queries of the bound tree.
   *
   * @param tree the tree, whose SELECTs are changed
   */
  public void addTo(SqlNode tree) {
    Orders orders = Orders.in(tree);
    for (Query query : binding.query().all()) {
      if (query instanceof Query.Select select) {
        add(select, orders.of(select.node()));
      }
    }
  }

  private void add(Query.Select select, Optional<SqlNodeList> order) {
    if (select.groupBy().isEmpty() || select.groupingSets() || select.groupedDistinct()) {
      return;
    }
    Set<Column> grouped = new LinkedHashSet<>();
    select.groupBy().forEach(item -> binding.column(item).ifPresent(grouped::add));
    List<Source> determined =
        select.sources().stream().filter(source -> hasKey(source, grouped)).toList();
    if (determined.isEmpty()) {
      return;
    }
    SqlSelect node = select.node();
    List<SqlNode> items = new ArrayList<>(node.getGroup());
    for (Column column : used(select, order)) {
      if (determined.contains(column.source()) && grouped.add(column)) {
        items.add(Trees.name(column.source().alias(), column.name()));
      }
    }
    if (items.size() > node.getGroup().size()) {
      node.setGroupBy(Trees.list(items));
    }
  }

  private static boolean hasKey(Source source, Set<Column> grouped) {
    if (!(source.origin() instanceof Source.Table table)) {
      return false;
    }
    Relation relation = table.relation();
    return relation.uniqueKeys().stream()
        .anyMatch(
            key ->
                key.stream()
                    .allMatch(part -> grouped.contains(new Column(source, relation.index(part)))));
  }

  private Set<Column> used(Query.Select select, Optional<SqlNodeList> order) {
    Set<Column> used = new LinkedHashSet<>();
    Names names = new Names(used);
    for (Query.Output output : select.outputs()) {
      output
          .expression()
          .ifPresentOrElse(e -> e.accept(names), () -> output.column().ifPresent(used::add));
    }
    if (select.node().getHaving() != null) {
      select.node().getHaving().accept(names);
    }
    order.ifPresent(list -> list.accept(names));
    return used;
  }

  /** The columns that are named outside the arguments of aggregates. */
  private final class Names extends SqlBasicVisitor<Void> {
    private final Set<Column> used;

    Names(Set<Column> used) {
      this.used = used;
    }

    @Override
    public Void visit(SqlIdentifier name) {
      Optional<Column> column = binding.column(name);
      column.ifPresent(used::add);
      return null;
    }

    @Override
    public Void visit(SqlCall call) {
      if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function) {
        function.getOperandList().forEach(argument -> argument.accept(this));
        return call.operand(1).accept(this);
      }
      boolean aggregate =
          aggregates.isAggregate(call)
              || call.getKind() == SqlKind.FILTER
              || call.getKind() == SqlKind.WITHIN_GROUP
              || SyntaxOperator.isSyntax(call, Syntax.Form.ORDERED_AGGREGATE);
      return aggregate ? null : super.visit(call);
    }
  }
}
