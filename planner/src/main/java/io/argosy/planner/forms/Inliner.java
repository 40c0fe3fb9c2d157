package io.argosy.planner.forms;

import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.ParsedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Puts derived tables in the place of views and of common table expressions that do not recurse, so
 * that every table that is read stands in the text. What was referred to several times is
 * remembered, to be computed once.
 */
public final class Inliner {
  /**
   * @param query its tree, already inlined
   * @param columns its column names, empty when they are the query's
   * @param size how many definitions it is made of
   */
  private record Definition(SqlNode query, List<String> columns, int size) {}

  /** Definitions that refer to each other several times are more with each level. */
  private static final int MOST = 2000;

  private final List<Relation> relations;
  private final Map<SqlNode, SqlNode> originals = new IdentityHashMap<>();

  /** How many definitions the query that is made now has within. */
  private int size;

  public Inliner(List<Relation> relations) {
    this.relations = relations;
  }

  /** The tree without views and common table expressions. */
  public SqlNode inline(SqlNode tree) {
    return query(tree, Map.of());
  }

  /** By the tree of each derived table that stands for a definition, the definition's own. */
  public Map<SqlNode, SqlNode> originals() {
    return originals;
  }

  /** A part of the tree has become another one, which still stands for its definition. */
  public void becomes(SqlNode before, SqlNode after) {
    SqlNode original = originals.get(before);
    if (original != null) {
      originals.put(after, original);
    }
  }

  private SqlNode query(SqlNode node, Map<String, Definition> scope) {
    return node.accept(new Visitor(scope));
  }

  private final class Visitor extends SqlShuttle {
    private final Map<String, Definition> scope;

    Visitor(Map<String, Definition> scope) {
      this.scope = scope;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call instanceof SqlWith with) {
        return with(with, scope);
      }
      SqlNode visited = super.visit(call);
      if (call instanceof SqlSelect select && select.getFrom() != null) {
        SqlSelect copy = (SqlSelect) visited.clone(call.getParserPosition());
        copy.setFrom(from(copy.getFrom(), scope));
        return copy;
      }
      return visited;
    }
  }

  private SqlNode with(SqlWith with, Map<String, Definition> outer) {
    Map<String, Definition> scope = new HashMap<>(outer);
    List<SqlNode> kept = new ArrayList<>();
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      String name = item.name.getSimple();
      if (item.recursive.booleanValue()) {
        if (relations.stream().anyMatch(relation -> relation.name().equals(name))) {
          throw new UnprovenException("a recursive query with a table's name");
        }
        scope.remove(name);
        kept.add(
            new SqlWithItem(
                item.getParserPosition(),
                item.name,
                item.columnList,
                query(item.query, scope),
                item.recursive));
      } else {
        List<String> columns =
            item.columnList == null
                ? List.of()
                : item.columnList.stream().map(c -> ((SqlIdentifier) c).getSimple()).toList();
        scope.put(name, definition(item.query, scope, columns));
      }
    }
    SqlNode body = query(with.body, scope);
    return kept.isEmpty()
        ? body
        : new SqlWith(with.getParserPosition(), new SqlNodeList(kept, SqlParserPos.ZERO), body);
  }

  private SqlNode from(SqlNode node, Map<String, Definition> scope) {
    if (node instanceof SqlJoin join) {
      SqlJoin copy = (SqlJoin) join.clone(join.getParserPosition());
      copy.setLeft(from(join.getLeft(), scope));
      copy.setRight(from(join.getRight(), scope));
      return copy;
    }
    if (node.getKind() == SqlKind.AS && ((SqlCall) node).operand(0) instanceof SqlIdentifier name) {
      List<SqlNode> operands = ((SqlCall) node).getOperandList();
      List<String> names =
          operands.stream().skip(1).map(operand -> ((SqlIdentifier) operand).getSimple()).toList();
      return definition(name, scope)
          .map(found -> derived(found, names.get(0), names.subList(1, names.size())))
          .orElse(node);
    }
    if (node instanceof SqlIdentifier name) {
      return definition(name, scope)
          .map(found -> derived(found, name.names.get(name.names.size() - 1), List.of()))
          .orElse(node);
    }
    return node;
  }

  private Definition definition(SqlNode tree, Map<String, Definition> scope, List<String> columns) {
    int around = size;
    size = 1;
    SqlNode query = query(tree, scope);
    Definition definition = new Definition(query, columns, size);
    size = around;
    return definition;
  }

  private Optional<Definition> definition(SqlIdentifier name, Map<String, Definition> scope) {
    if (name.isSimple() && scope.containsKey(name.getSimple())) {
      return Optional.of(scope.get(name.getSimple()));
    }
    for (Relation relation : relations) {
      if (relation.placement() instanceof Placement.OfDefinition && relation.isNamed(name.names)) {
        SqlNode tree =
            relation
                .definition()
                .flatMap(ParsedStatement::parse)
                .orElseThrow(
                    () ->
                        new UnprovenException(
                            "the definition of view " + relation.name() + " is not understood"))
                .tree();
        return Optional.of(
            definition(
                tree, Map.of(), relation.columns().stream().map(Relation.Column::name).toList()));
      }
    }
    return Optional.empty();
  }

  private SqlNode derived(Definition definition, String alias, List<String> renamed) {
    size += definition.size();
    if (size > MOST) {
      throw new UnprovenException("views and common table expressions are read too many times");
    }
    List<String> columns = new ArrayList<>(definition.columns());
    for (int i = 0; i < renamed.size(); i++) {
      if (i < columns.size()) {
        columns.set(i, renamed.get(i));
      } else {
        columns.add(renamed.get(i));
      }
    }
    SqlNode copy = TreeCopy.of(definition.query(), originals);
    List<SqlNode> operands = new ArrayList<>();
    operands.add(copy);
    operands.add(Trees.name(alias));
    columns.forEach(column -> operands.add(Trees.name(column)));
    return SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, operands);
  }
}
