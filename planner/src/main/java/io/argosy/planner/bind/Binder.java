package io.argosy.planner.bind;

import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.RowCountOperator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;

/** Binds queries: common table expressions, set operations, and the tables that names mean. */
public final class Binder {
  /** Definitions that refer to each other several times are more with each level. */
  private static final int MOST_DEFINITIONS = 2000;

  private final List<Relation> relations;
  private final Aggregates aggregates;
  private final Map<SqlNode, Optional<Column>> columns = new IdentityHashMap<>();
  private final List<SqlNode> viewTrees = new ArrayList<>();
  private final List<CommonTable> inProgress = new ArrayList<>();
  private Set<CommonTable> selfReferenced = identities();
  private boolean wholeRows;
  private int definitions;

  private Binder(List<Relation> relations, Aggregates aggregates) {
    this.relations = relations;
    this.aggregates = aggregates;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  /**
   * Binds a query.
   *
   * @throws UnprovenException if a name or a form is not understood
   */
  public static Binding bind(SqlNode tree, List<Relation> relations, Aggregates aggregates) {
    Binder binder = new Binder(relations, aggregates);
    Query query = binder.query(tree, new Scope(null));
    return new Binding(query, binder.columns, binder.viewTrees, binder.wholeRows);
  }

  /** Whether a node is a query. */
  public static boolean isQuery(SqlNode node) {
    return switch (node.getKind()) {
      case SELECT, ORDER_BY, WITH, UNION, INTERSECT, EXCEPT, VALUES -> true;
      default -> false;
    };
  }

  Query query(SqlNode node, Scope outer) {
    return switch (node.getKind()) {
      case SELECT -> new SelectBinder(this, outer).bind((SqlSelect) node, List.of());
      case ORDER_BY -> ordered((SqlOrderBy) node, outer);
      case WITH -> with((SqlWith) node, outer);
      case UNION, INTERSECT, EXCEPT -> setOperation((SqlCall) node, outer);
      case VALUES -> values((SqlCall) node, outer);
      default -> throw new UnprovenException("unproven: " + node.getKind());
    };
  }

  private Query ordered(SqlOrderBy node, Scope outer) {
    Query query;
    if (node.query instanceof SqlWith with) {
      Scope scope = commonTables(with, outer);
      query = orderedBody(with.body, node.orderList, scope);
    } else {
      query = orderedBody(node.query, node.orderList, outer);
    }
    if (!RowCountOperator.cuts(node.fetch) && node.offset == null) {
      return query;
    }
    return query.withCut(cut(node, query));
  }

  private Query.Cut cut(SqlOrderBy node, Query query) {
    if (node.orderList.isEmpty()) {
      return Query.Cut.ARBITRARY;
    }
    boolean ties = RowCountOperator.hasTies(node.fetch) && !RowCountOperator.cuts(node.offset);
    return ties || new TotalOrder(this, query, node.orderList).tellsApart()
        ? Query.Cut.DETERMINED
        : Query.Cut.SORTED;
  }

  private Query orderedBody(SqlNode body, SqlNodeList order, Scope outer) {
    return body instanceof SqlSelect select
        ? new SelectBinder(this, outer).bind(select, order)
        : query(body, outer);
  }

  private Query with(SqlWith with, Scope outer) {
    return query(with.body, commonTables(with, outer));
  }

  private static Scope commonTables(SqlWith with, Scope outer) {
    Scope scope = outer;
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      boolean recursive = item.recursive.booleanValue();
      List<String> names = item.columnList == null ? List.of() : names(item.columnList);
      Scope next = new Scope(scope);
      next.add(
          new CommonTable(
              item.name.getSimple(), names, item.query, recursive ? next : scope, recursive));
      scope = next;
    }
    return scope;
  }

  static List<String> names(List<SqlNode> identifiers) {
    return identifiers.stream().map(node -> ((SqlIdentifier) node).getSimple()).toList();
  }

  private Query setOperation(SqlCall call, Scope outer) {
    if (call.operandCount() != 2) {
      throw new UnprovenException("unproven: " + call.getOperator().getName());
    }
    Query left = query(call.operand(0), outer);
    Query right = query(call.operand(1), outer);
    List<Query.Output> outputs = new ArrayList<>();
    for (int i = 0; i < Math.min(left.outputs().size(), right.outputs().size()); i++) {
      String type = left.outputs().get(i).type();
      String common = type.equals(right.outputs().get(i).type()) ? type : "";
      outputs.add(
          new Query.Output(
              left.outputs().get(i).name(), Optional.empty(), Optional.empty(), common));
    }
    String name = call.getOperator().getName();
    return new Query.SetOperation(
        call, name, name.equals("UNION ALL"), left, right, outputs, Query.Cut.NONE);
  }

  private Query values(SqlCall call, Scope outer) {
    ExpressionBinder expressions = new ExpressionBinder(this, new Scope(outer));
    List<Query.Output> outputs = new ArrayList<>();
    for (SqlNode row : call.getOperandList()) {
      List<SqlNode> operands = ((SqlCall) row).getOperandList();
      operands.forEach(expressions::bind);
      for (int i = outputs.size(); i < operands.size(); i++) {
        outputs.add(
            new Query.Output(
                "column" + (i + 1), Optional.empty(), Optional.of(operands.get(i)), ""));
      }
    }
    return new Query.Values(expressions.nested(), outputs, Query.Cut.NONE);
  }

  /** The source that a table's name in FROM means. */
  Source table(
      SqlNode item, SqlIdentifier name, Optional<String> alias, List<String> renamed, Scope scope) {
    String last = name.names.get(name.names.size() - 1);
    String as = alias.orElse(last);
    Optional<CommonTable> common =
        name.names.size() == 1 ? scope.commonTable(last) : Optional.empty();
    if (common.isPresent()) {
      return common(item, common.get(), as, renamed);
    }
    Optional<Relation> relation = relations.stream().filter(r -> r.isNamed(name.names)).findFirst();
    if (relation.isEmpty()) {
      return Source.open(item, as, new Source.UnknownTable(last), List.of());
    }
    return relation.get().placement() instanceof Placement.OfDefinition
        ? view(item, relation.get(), as, renamed)
        : Source.table(item, as, relation.get(), renamed);
  }

  /** Each reference to a definition reads all that it is made of. */
  private void countDefinition() {
    definitions++;
    if (definitions > MOST_DEFINITIONS) {
      throw new UnprovenException("views and common table expressions are read too many times");
    }
  }

  private Source view(SqlNode item, Relation view, String alias, List<String> renamed) {
    countDefinition();
    ParsedStatement definition =
        view.definition()
            .flatMap(ParsedStatement::parse)
            .orElseThrow(
                () ->
                    new UnprovenException(
                        "the definition of view " + view.name() + " is not understood"));
    viewTrees.add(definition.tree());
    Query query = query(definition.tree(), new Scope(null));
    List<String> names = view.columns().stream().map(Relation.Column::name).toList();
    if (names.size() != query.outputs().size()) {
      throw new UnprovenException("the definition of view " + view.name() + " is not understood");
    }
    return Source.derived(
        item, alias, new Source.Derived(query, definition.tree(), false, false), names, renamed);
  }

  private static Set<CommonTable> identities() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private Source common(SqlNode item, CommonTable table, String alias, List<String> renamed) {
    if (table.recursive() && inProgress.contains(table)) {
      selfReferenced.add(table);
      return Source.closed(item, alias, new Source.SelfReference(), recursiveNames(table, renamed));
    }
    countDefinition();
    Set<CommonTable> around = selfReferenced;
    selfReferenced = identities();
    inProgress.add(table);
    Query query = query(table.query(), table.scope());
    inProgress.remove(table);
    boolean recursive = selfReferenced.remove(table);
    Source.Derived origin = new Source.Derived(query, table.query(), false, recursive);
    // What refers to a table around it makes that one recursive.
    around.addAll(selfReferenced);
    selfReferenced = around;
    List<String> names = new ArrayList<>(query.outputs().stream().map(Query.Output::name).toList());
    for (int i = 0; i < table.columns().size(); i++) {
      names.set(i, table.columns().get(i));
    }
    return Source.derived(item, alias, origin, names, renamed);
  }

  /**
   * The names are those of the term that does not recurse. Another binder reads them, since that
   * term's names mean what they meant when it was bound itself.
   */
  private List<String> recursiveNames(CommonTable table, List<String> renamed) {
    SqlNode term = table.query();
    while (term.getKind() == SqlKind.UNION) {
      term = ((SqlCall) term).operand(0);
    }
    Query start = new Binder(relations, aggregates).query(term, table.scope().outer());
    List<String> names = new ArrayList<>(start.outputs().stream().map(Query.Output::name).toList());
    for (int i = 0; i < table.columns().size(); i++) {
      names.set(i, table.columns().get(i));
    }
    for (int i = 0; i < renamed.size(); i++) {
      names.set(i, renamed.get(i));
    }
    return names;
  }

  /** Notes what a name in an expression means; no column for a whole row. */
  void refer(SqlIdentifier name, Optional<Column> column) {
    wholeRows |= column.isEmpty();
    put(name, column);
  }

  void put(SqlIdentifier name, Optional<Column> column) {
    columns.put(name, column);
  }

  Optional<Column> column(SqlNode expression) {
    return expression instanceof SqlIdentifier
        ? columns.getOrDefault(expression, Optional.empty())
        : Optional.empty();
  }
}
