package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** Which columns of each source a query uses. */
public final class NeededColumns {
  private final Map<Source, TreeSet<Integer>> columns = new IdentityHashMap<>();

  /**
   * @param unread parts of the tree that will not be there any more
   */
  public NeededColumns(Binding binding, SqlNode tree, Collection<SqlNode> unread) {
    for (SqlIdentifier name : Names.outside(tree, unread)) {
      binding.column(name).ifPresent(this::add);
    }
    query(binding.query(), true);
  }

  /** The needed columns of a source, at least one. */
  public List<Integer> of(Source source) {
    TreeSet<Integer> needed = columns.getOrDefault(source, new TreeSet<>());
    return needed.isEmpty() ? List.of(0) : List.copyOf(needed);
  }

  private void add(Column column) {
    if (column.source().origin() instanceof Source.Merged merged) {
      add(merged.left().get(column.index()));
      add(merged.right().get(column.index()));
    } else {
      columns.computeIfAbsent(column.source(), source -> new TreeSet<>()).add(column.index());
    }
  }

  /** Adds what no name in the text says: stars and USING. */
  private void query(Query query, boolean outputsMatter) {
    switch (query) {
      case Query.Select select -> {
        for (Query.Output output : select.outputs()) {
          if (output.expression().isEmpty() && outputsMatter) {
            output.column().ifPresent(this::add);
          }
        }
        select.from().ifPresent(this::using);
        for (Source source : select.sources()) {
          if (source.origin() instanceof Source.Derived derived) {
            query(derived.query(), true);
          }
        }
        for (Query.Nested nested : select.nested()) {
          boolean exists =
              nested.use() == Query.Use.EXISTS
                  && nested.query() instanceof Query.Select inner
                  && !inner.distinct();
          query(nested.query(), !exists);
        }
      }
      case Query.SetOperation operation -> {
        query(operation.left(), true);
        query(operation.right(), true);
      }
      case Query.Values values -> values.nested().forEach(nested -> query(nested.query(), true));
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
}
