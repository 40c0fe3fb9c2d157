package io.argosy.planner.bind;

import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.PostgresFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;

/** Binds a FROM clause from left to right, as LATERAL sees it. */
final class FromBinder {
  /** Functions that give rows of one column, which is named after the alias. */
  private static final Set<String> SCALAR_FUNCTIONS =
      Set.of(
          "generate_series",
          "generate_subscripts",
          "json_array_elements_text",
          "json_object_keys",
          "jsonb_array_elements_text",
          "jsonb_object_keys",
          "regexp_split_to_table",
          "string_to_table",
          "unnest");

  /** A part of the clause with the columns that can be named without their source. */
  record Item(JoinTree tree, List<Scope.Visible> visible) {}

  private final Binder binder;
  private final Scope outer;
  private final Scope scope;
  private final List<Query.Nested> nested = new ArrayList<>();

  FromBinder(Binder binder, Scope outer, Scope scope) {
    this.binder = binder;
    this.outer = outer;
    this.scope = scope;
  }

  /** The queries within join conditions and arguments of functions. */
  List<Query.Nested> nested() {
    return nested;
  }

  Item bind(SqlNode node) {
    if (node instanceof SqlJoin join) {
      return join(join);
    }
    if (node.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) node;
      List<String> names = Binder.names(as.getOperandList().subList(1, as.operandCount()));
      return leaf(
          node, as.operand(0), Optional.of(names.get(0)), names.subList(1, names.size()), false);
    }
    return leaf(node, node, Optional.empty(), List.of(), false);
  }

  private Item leaf(
      SqlNode item, SqlNode node, Optional<String> alias, List<String> renamed, boolean lateral) {
    Source source =
        switch (node.getKind()) {
          case IDENTIFIER -> binder.table(item, (SqlIdentifier) node, alias, renamed, outer);
          case LATERAL -> {
            yield null;
          }
          case COLLECTION_TABLE -> function(item, ((SqlCall) node).operand(0), alias, renamed);
          case SELECT, ORDER_BY, WITH, UNION, INTERSECT, EXCEPT, VALUES ->
              derived(item, node, alias, renamed, lateral);
          default -> throw new UnprovenException("unproven: " + node.getKind() + " in FROM");
        };
    if (source == null) {
      SqlNode inner = ((SqlCall) node).operand(0);
      return leaf(item, inner, alias, renamed, true);
    }
    scope.add(source);
    return new Item(new JoinTree.Leaf(source), Scope.visible(source));
  }

  private Source derived(
      SqlNode item, SqlNode node, Optional<String> alias, List<String> renamed, boolean lateral) {
    Query query = binder.query(node, lateral ? scope : outer);
    List<String> names = query.outputs().stream().map(Query.Output::name).toList();
    return Source.derived(
        item, alias.orElse(""), new Source.Derived(query, node, lateral, false), names, renamed);
  }

  private Source function(
      SqlNode item, SqlNode call, Optional<String> alias, List<String> renamed) {
    ExpressionBinder expressions = new ExpressionBinder(binder, scope);
    expressions.bind(call);
    nested.addAll(expressions.nested());
    String name =
        alias.orElseGet(
            () ->
                ((SqlCall) call).getOperator() instanceof PostgresFunction function
                    ? function.simpleName()
                    : "");
    List<String> columns = renamed.isEmpty() ? List.of(name) : renamed;
    Source.Function origin = new Source.Function(call);
    return isScalar(call)
        ? Source.closed(item, name, origin, columns)
        : Source.open(item, name, origin, columns);
  }

  private static boolean isScalar(SqlNode call) {
    return ((SqlCall) call).getOperator() instanceof PostgresFunction function
        && SCALAR_FUNCTIONS.contains(function.simpleName());
  }

  private Item join(SqlJoin join) {
    JoinTree.Type type =
        switch (join.getJoinType()) {
          case COMMA, CROSS, INNER -> JoinTree.Type.INNER;
          case LEFT -> JoinTree.Type.LEFT;
          case RIGHT -> JoinTree.Type.RIGHT;
          case FULL -> JoinTree.Type.FULL;
          default -> throw new UnprovenException("unproven: " + join.getJoinType() + " JOIN");
        };
    Item left = bind(join.getLeft());
    List<Scope.Visible> before = scope.visible();
    List<Scope.Visible> seen = new ArrayList<>(before);
    seen.addAll(left.visible());
    scope.show(seen);
    Item right = bind(join.getRight());
    scope.show(before);
    List<String> using = new ArrayList<>();
    if (join.isNatural()) {
      for (Scope.Visible visible : left.visible()) {
        if (right.visible().stream().anyMatch(v -> v.name().equals(visible.name()))) {
          using.add(visible.name());
        }
      }
    } else if (join.getCondition() instanceof SqlNodeList names) {
      using.addAll(Binder.names(names));
    }
    List<SqlNode> on = new ArrayList<>();
    if (using.isEmpty() && join.getCondition() != null) {
      on.addAll(conjuncts(join.getCondition()));
    }
    Item merged = merge(join, type, left, right, using);
    if (!on.isEmpty()) {
      conditions(on, left, right);
    }
    JoinTree.Join tree = (JoinTree.Join) merged.tree();
    return new Item(
        new JoinTree.Join(type, tree.left(), tree.right(), on, tree.using()), merged.visible());
  }

  private void conditions(List<SqlNode> on, Item left, Item right) {
    List<Scope.Visible> before = scope.visible();
    List<Scope.Visible> both = new ArrayList<>(left.visible());
    both.addAll(right.visible());
    scope.show(both);
    ExpressionBinder expressions = new ExpressionBinder(binder, scope);
    on.forEach(expressions::bind);
    nested.addAll(expressions.nested());
    scope.show(before);
  }

  private Item merge(SqlJoin join, JoinTree.Type type, Item left, Item right, List<String> using) {
    List<JoinTree.Pair> pairs = new ArrayList<>();
    for (String name : using) {
      pairs.add(new JoinTree.Pair(find(left, name), find(right, name)));
    }
    List<Scope.Visible> visible = new ArrayList<>(mergedColumns(join, type, using, pairs));
    left.visible().stream().filter(v -> !using.contains(v.name())).forEach(visible::add);
    right.visible().stream().filter(v -> !using.contains(v.name())).forEach(visible::add);
    return new Item(new JoinTree.Join(type, left.tree(), right.tree(), List.of(), pairs), visible);
  }

  private static List<Scope.Visible> mergedColumns(
      SqlJoin join, JoinTree.Type type, List<String> using, List<JoinTree.Pair> pairs) {
    if (using.isEmpty()) {
      return List.of();
    }
    List<Scope.Visible> visible = new ArrayList<>();
    Source merged =
        Source.closed(
            join,
            "",
            new Source.Merged(
                pairs.stream().map(JoinTree.Pair::left).toList(),
                pairs.stream().map(JoinTree.Pair::right).toList()),
            using);
    for (int i = 0; i < using.size(); i++) {
      JoinTree.Pair pair = pairs.get(i);
      // Of two types it has the one to which both are converted.
      boolean same = KeyTypes.comparable(pair.left().type(), pair.right().type());
      Column both = new Column(merged, i);
      Column column =
          switch (type) {
            case INNER, LEFT -> same ? pair.left() : both;
            case RIGHT -> same ? pair.right() : both;
            case FULL -> both;
          };
      visible.add(new Scope.Visible(using.get(i), column));
    }
    return visible;
  }

  private static Column find(Item item, String name) {
    List<Column> found =
        item.visible().stream()
            .filter(v -> v.name().equals(name))
            .map(Scope.Visible::column)
            .toList();
    if (found.size() != 1) {
      throw new UnprovenException("the name " + name + " is not known or ambiguous");
    }
    return found.get(0);
  }

  static List<SqlNode> conjuncts(SqlNode condition) {
    return Operands.of(condition, SqlKind.AND);
  }
}
