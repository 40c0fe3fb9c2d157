package io.argosy.planner.forms;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** The ORDER BY lists of a tree, which stand outside the queries that they order. */
final class Orders {
  private final Map<SqlNode, SqlNodeList> lists = new IdentityHashMap<>();

  private Orders() {}

  /** Finds them in the whole tree, nested queries included. */
  static Orders in(SqlNode tree) {
    Orders orders = new Orders();
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlOrderBy ordered) {
              orders.lists.put(ordered.query, ordered.orderList);
            }
            return super.visit(call);
          }
        });
    return orders;
  }

  /** What a query of the tree is ordered by; empty if it is not ordered. */
  Optional<SqlNodeList> of(SqlNode query) {
    return Optional.ofNullable(lists.get(query));
  }
}
