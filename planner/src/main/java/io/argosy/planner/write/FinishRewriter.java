package io.argosy.planner.write;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Analysis;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Rewrites what stands above the aggregates into expressions over the partial rows: grouping
 * expressions and aggregates become columns and recombinations, all else stays and is evaluated by
 * PostgreSQL.
 */
final class FinishRewriter extends SqlShuttle {
  private final Query.Select select;
  private final Binding binding;
  private final CanonicalText canonical;
  private final Aggregates aggregates;
  private final Recombination recombination;
  private final boolean hasCommonTables;
  private int depth;

  FinishRewriter(
      Query.Select select,
      Binding binding,
      CanonicalText canonical,
      Aggregates aggregates,
      Recombination recombination,
      boolean hasCommonTables) {
    this.select = select;
    this.binding = binding;
    this.canonical = canonical;
    this.aggregates = aggregates;
    this.recombination = recombination;
    this.hasCommonTables = hasCommonTables;
  }

  SqlNode rewrite(SqlNode node) {
    return node.accept(this);
  }

  @Override
  public @Nullable SqlNode visit(SqlIdentifier name) {
    if (name.isStar()) {
      return name;
    }
    Optional<Column> column = binding.column(name);
    if (column.isEmpty()) {
      if (depth > 0) {
        return name;
      }
      throw new UnprovenException("the row " + name + " above aggregates");
    }
    Source source = column.get().source();
    if (depth > 0 && !select.sources().contains(source)) {
      return name;
    }
    return recombination.group(canonical.of(name)).orElseGet(() -> determined(name, column.get()));
  }

  /** A column that the grouping columns determine, since they contain a key of its table. */
  private SqlNode determined(SqlIdentifier name, Column column) {
    if (column.source().origin() instanceof Source.Table table && !select.groupingSets()) {
      for (List<String> key : table.relation().uniqueKeys()) {
        boolean grouped =
            key.stream()
                .map(part -> new Column(column.source(), table.relation().index(part)))
                .allMatch(this::isGrouped);
        if (grouped) {
          return recombination.addDetermined(name);
        }
      }
    }
    throw new UnprovenException("the column " + column + " above aggregates is not grouped");
  }

  private boolean isGrouped(Column column) {
    return select.groupBy().stream()
        .map(binding::column)
        .flatMap(Optional::stream)
        .anyMatch(column::equals);
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind() == SqlKind.JOIN) {
      return super.visit(call);
    }
    Optional<SqlNode> group = recombination.group(canonical.of(call));
    if (group.isPresent()) {
      return group.get();
    }
    if (Binder.isQuery(call)) {
      return nested(call);
    }
    if (depth > 0) {
      return super.visit(call);
    }
    if (call.getKind() == SqlKind.OVER) {
      return window(call);
    }
    if (call.getOperator() instanceof PostgresFunction function
        && function.simpleName().equals("grouping")) {
      return super.visit(call);
    }
    boolean filtered = call.getKind() == SqlKind.FILTER && aggregates.isAggregate(call.operand(0));
    if (filtered || aggregates.isAggregate(call)) {
      return recombination.aggregate(call);
    }
    boolean ordered =
        SyntaxOperator.isSyntax(call, Syntax.Form.ORDERED_AGGREGATE)
            || call.getKind() == SqlKind.WITHIN_GROUP
            || call.getKind() == SqlKind.FILTER;
    if (ordered) {
      throw new UnprovenException(
          "an ordered aggregate cannot be computed in parts, and its groups span nodes");
    }
    return super.visit(call);
  }

  /** The function of a window is no aggregate, but its arguments may be. */
  private SqlNode window(SqlCall over) {
    SqlNode function = over.operand(0);
    if (!(function instanceof SqlCall call)
        || !(call.getOperator() instanceof PostgresFunction operator)) {
      throw new UnprovenException("a window over aggregates");
    }
    List<SqlNode> arguments = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      arguments.add(operand.accept(this));
    }
    SqlNode rewritten =
        operator.createCall(
            call.getFunctionQuantifier(),
            call.getParserPosition(),
            arguments.toArray(SqlNode[]::new));
    if (over.operand(1) instanceof SqlIdentifier) {
      throw new UnprovenException("a named window over aggregates");
    }
    return over.getOperator()
        .createCall(over.getParserPosition(), rewritten, over.operand(1).accept(this));
  }

  /** A query above the aggregates runs where they are finished: on one node, with its rows only. */
  private SqlNode nested(SqlCall query) {
    Query.Nested bound =
        select.nested().stream().filter(nested -> nested.node() == query).findFirst().orElse(null);
    boolean local =
        depth > 0 || bound != null && Analysis.partitionedTables(bound.query()).isEmpty();
    if (!local || hasCommonTables) {
      throw new UnprovenException("a subquery above aggregates reads partitioned rows");
    }
    depth++;
    SqlNode rewritten = super.visit(query);
    depth--;
    return rewritten;
  }
}
