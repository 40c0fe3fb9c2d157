package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Splits a query into the rows of its FROM and WHERE, as a derived table, and what is done with
 * them: grouping, windows, DISTINCT. The rows can then be moved to where a group or a window has
 * all of its rows.
 */
public final class RowsSplit {
  private final Binding binding;
  private final SqlNode tree;
  private final OwnNames ownNames;
  private final Map<Column, String> names = new LinkedHashMap<>();

  public RowsSplit(BoundQuery query, OwnNames ownNames) {
    this.ownNames = ownNames;
    this.binding = query.binding();
    this.tree = query.tree();
  }

  /** The same query in two parts; empty if it is no SELECT that does something with its rows. */
  public Optional<SqlNode> split() {
    if (!(binding.query() instanceof Query.Select select) || select.from().isEmpty()) {
      return Optional.empty();
    }
    boolean works =
        select.aggregated()
            || select.distinct()
            || !select.distinctOn().isEmpty()
            || !select.partitions().isEmpty();
    boolean simple =
        tree.getKind() == SqlKind.SELECT
            || tree instanceof SqlOrderBy ordered && ordered.query.getKind() == SqlKind.SELECT;
    if (!works || !simple) {
      return Optional.empty();
    }
    // The first pass finds out which columns the rows must have, ORDER BY included.
    tree.accept(new Splitter(select));
    return Optional.of(tree.accept(new Splitter(select)));
  }

  private String alias() {
    return ownNames.of("rows");
  }

  private final class Splitter extends SqlShuttle {
    private final Query.Select select;

    Splitter(Query.Select select) {
      this.select = select;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      return call == select.node() ? upper() : super.visit(call);
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier name) {
      Optional<Column> column = binding.column(name);
      return column.isPresent() && select.sources().contains(column.get().source())
          ? row(column.get())
          : name;
    }

    private SqlIdentifier row(Column column) {
      String name = names.computeIfAbsent(column, c -> ownNames.of("" + (names.size() + 1)));
      return Trees.name(alias(), name);
    }

    private SqlSelect upper() {
      SqlSelect original = select.node();
      List<SqlNode> items = new ArrayList<>();
      for (Query.Output output : select.outputs()) {
        SqlNode expression =
            output
                .expression()
                .map(e -> e.accept(this))
                .orElseGet(() -> row(output.column().orElseThrow()));
        items.add(Trees.as(expression, output.name()));
      }
      SqlSelect copy = (SqlSelect) original.clone(SqlParserPos.ZERO);
      copy.setSelectList(Trees.list(items));
      copy.setWhere(null);
      if (original.getGroup() != null) {
        copy.setGroupBy((SqlNodeList) original.getGroup().accept(this));
      }
      if (original.getHaving() != null) {
        copy.setHaving(original.getHaving().accept(this));
      }
      copy.setOperand(0, original.getOperandList().get(0).accept(this));
      copy.setOperand(6, original.getWindowList().accept(this));
      copy.setFrom(Trees.as(lower(), alias()));
      return copy;
    }

    private SqlSelect lower() {
      List<SqlNode> items = new ArrayList<>();
      names.forEach(
          (column, name) ->
              items.add(Trees.as(Trees.name(column.source().alias(), column.name()), name)));
      if (items.isEmpty()) {
        items.add(Trees.as(SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO), "r1"));
      }
      return PlainSelect.of(Trees.list(items), select.node().getFrom(), select.node().getWhere());
    }
  }
}
