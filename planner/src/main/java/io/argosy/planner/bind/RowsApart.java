package io.argosy.planner.bind;

import io.argosy.planner.facts.Relation;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;

/**
 * Whether the values of some expressions tell the rows of a SELECT's tables, or its groups, apart.
 */
public final class RowsApart {
  private final Function<SqlNode, Optional<Column>> columnOf;
  private final Collection<SqlNode> expressions;
  private final Set<Column> columns;

  /**
   * @param columnOf the column that an expression is, if it is nothing but that
   * @param expressions whose values are known
   * @param columns whose values are known besides
   */
  RowsApart(
      Function<SqlNode, Optional<Column>> columnOf,
      Collection<SqlNode> expressions,
      Set<Column> columns) {
    this.columnOf = columnOf;
    this.expressions = expressions;
    this.columns = new HashSet<>(columns);
    expressions.forEach(expression -> columnOf.apply(expression).ifPresent(this.columns::add));
  }

  /**
   * @param expressions whose values are known
   */
  public RowsApart(Binding binding, Collection<SqlNode> expressions) {
    this(binding::column, expressions, Set.of());
  }

  /** Whether no two groups, or combinations of rows, have the same values. */
  public boolean of(Query.Select select) {
    return select.aggregated()
        ? !select.groupingSets() && select.groupBy().stream().allMatch(this::isKnown)
        : !select.sources().isEmpty() && select.sources().stream().allMatch(this::hasKnownKey);
  }

  private boolean isKnown(SqlNode expression) {
    Optional<Column> column = columnOf.apply(expression);
    return column.isPresent()
        ? columns.contains(column.get())
        : expressions.stream().anyMatch(known -> known.equalsDeep(expression, Litmus.IGNORE));
  }

  private boolean hasKnownKey(Source source) {
    return source.origin() instanceof Source.Table table
        && table.relation().uniqueKeys().stream()
            .anyMatch(key -> isKnown(source, table.relation(), key));
  }

  private boolean isKnown(Source source, Relation relation, List<String> key) {
    return key.stream()
        .allMatch(name -> columns.contains(new Column(source, relation.index(name))));
  }
}
