package io.argosy.planner.bind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds the names that stand in trees. */
public final class Names {
  private Names() {}

  /** The names in a tree, all occurrences. */
  public static List<SqlIdentifier> in(SqlNode tree) {
    return outside(tree, List.of());
  }

  /** The names in a tree, without those in some parts of it. */
  public static List<SqlIdentifier> outside(SqlNode tree, Collection<? extends SqlNode> parts) {
    Set<SqlNode> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(parts);
    List<SqlIdentifier> names = new ArrayList<>();
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier name) {
            names.add(name);
            return null;
          }

          @Override
          public Void visit(SqlCall call) {
            return left.contains(call) ? null : super.visit(call);
          }
        });
    return names;
  }
}
