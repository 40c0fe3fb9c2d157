package io.argosy.planner.forms;

import io.argosy.planner.bind.Operands;
import io.argosy.planner.bind.Query;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Makes a grouped query a derived table, around which its groups are only sorted and cut. As a
 * query of its own its groups can be finished each on the node that owns it, all nodes working.
 */
final class GroupsApart {
  private GroupsApart() {}

  /** The query in two parts. */
  static Rewrite rewrite(BoundQuery query, Context context) {
    return query.binding().query() instanceof Query.Select select && isPlain(select)
        ? Rewrite.of(
            around(query.tree(), select, around(select, context.names())),
            "the query is sorted by what it does not give, or has two columns of one name")
        : new Rewrite.None("the query does more or less than group its rows");
  }

  /** Whether groups are all that a query makes of its rows. */
  static boolean isPlain(Query.Select select) {
    return !select.groupBy().isEmpty()
        && !select.groupingSets()
        && !select.distinct()
        && select.distinctOn().isEmpty()
        && select.partitions().isEmpty();
  }

  /**
   * A query with another SELECT in the place of its own, which has columns of the same names; empty
   * if it is sorted by what it does not give.
   */
  static Optional<SqlNode> around(SqlNode tree, Query.Select select, SqlNode other) {
    Set<String> names = new HashSet<>();
    if (!select.outputs().stream().allMatch(output -> names.add(output.name()))) {
      return Optional.empty();
    }
    if (tree == select.node()) {
      return Optional.of(other);
    }
    return tree instanceof SqlOrderBy ordered
            && ordered.query == select.node()
            && ordered.orderList.stream().allMatch(item -> isOutput(item, names))
        ? Optional.of(
            new SqlOrderBy(
                SqlParserPos.ZERO, other, ordered.orderList, ordered.offset, ordered.fetch))
        : Optional.empty();
  }

  private static boolean isOutput(SqlNode item, Set<String> names) {
    SqlNode key = Operands.sortKey(item);
    return key instanceof SqlNumericLiteral
        || key instanceof SqlIdentifier name && name.isSimple() && names.contains(name.getSimple());
  }

  private static SqlSelect around(Query.Select select, OwnNames names) {
    String alias = names.of("groups");
    List<SqlNode> inner = new ArrayList<>();
    List<SqlNode> outer = new ArrayList<>();
    for (Query.Output output : select.outputs()) {
      inner.add(Trees.as(Trees.expression(output), output.name()));
      outer.add(Trees.as(Trees.name(alias, output.name()), output.name()));
    }
    SqlNode groups = Trees.withColumns(select.node(), inner);
    return PlainSelect.of(Trees.list(outer), Trees.as(groups, alias), null);
  }
}
