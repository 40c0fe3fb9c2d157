package io.argosy.planner.bind;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/** A bound statement: its blocks, and what each name in it means. */
public final class Binding {
  private final Query query;
  private final Map<SqlNode, Optional<Column>> columns;
  private final List<SqlNode> viewTrees;

  private final boolean wholeRows;

  Binding(
      Query query,
      Map<SqlNode, Optional<Column>> columns,
      List<SqlNode> viewTrees,
      boolean wholeRows) {
    this.query = query;
    this.columns = new IdentityHashMap<>(columns);
    this.viewTrees = viewTrees;
    this.wholeRows = wholeRows;
  }

  /** The statement's outermost query. */
  public Query query() {
    return query;
  }

  /** The column that an expression is, if it is nothing but a column. */
  public Optional<Column> column(SqlNode expression) {
    return expression instanceof SqlIdentifier
        ? columns.getOrDefault(expression, Optional.empty())
        : Optional.empty();
  }

  /** Whether all columns that a query's tree names are of tables within the query. */
  public boolean isSelfContained(SqlNode tree, Query bound) {
    Set<Source> sources = Collections.newSetFromMap(new IdentityHashMap<>());
    sources.addAll(bound.allSources());
    return Names.in(tree).stream()
        .flatMap(name -> column(name).stream())
        .allMatch(column -> isWithin(column.source(), sources));
  }

  private static boolean isWithin(Source source, Set<Source> sources) {
    if (source.origin() instanceof Source.Merged merged) {
      return merged.left().stream().allMatch(column -> isWithin(column.source(), sources));
    }
    return sources.contains(source);
  }

  /** Whether an expression refers to a row as a whole. */
  public boolean hasWholeRows() {
    return wholeRows;
  }

  /** The trees of the definitions of the views that were read. */
  public List<SqlNode> viewTrees() {
    return viewTrees;
  }
}
