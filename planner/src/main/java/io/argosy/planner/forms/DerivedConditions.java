package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.Syntax;
import io.argosy.sql.parse.SyntaxOperator;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Conditions on the columns of derived tables, as the SELECTs ask them that these columns come
 * from. A SELECT that says another text than is wanted asks for no rows at all: of
 *
 * <pre>
 * SELECT 'store' AS channel, .. FROM s GROUP BY .. UNION ALL SELECT 'web', .. FROM w GROUP BY ..
 * </pre>
 *
 * <p>the first makes no groups where the channel must be 'web'.
 */
final class DerivedConditions {
  /** A literal without escapes. */
  private static final Pattern TEXT = Pattern.compile("'[^'\\\\]*'");

  private final Binding binding;
  private final ParsedStatement statement;
  private final Map<SqlNode, List<SqlNode>> added = new IdentityHashMap<>();

  DerivedConditions(Binding binding, ParsedStatement statement) {
    this.binding = binding;
    this.statement = statement;
  }

  /** Whether no SELECT can ask any. */
  boolean isEmpty() {
    return added.isEmpty();
  }

  /** A query whose SELECTs ask them. */
  SqlNode addedTo(SqlNode query) {
    return query.accept(new Added(added));
  }

  /**
   * Asks a condition within the derived table that a column is of.
   *
   * @param asked the column that the condition names
   * @param column the one of which it is to be asked
   */
  void ask(Column asked, Column column, SqlNode condition) {
    alone(column.source())
        .ifPresent(
            derived -> {
              within(derived.query(), column.index(), asked, column.type(), condition, false);
              constant(asked, condition)
                  .filter(text -> isTextIn(derived.query(), column.index()))
                  .ifPresent(text -> contradict(derived.query(), column.index(), text));
            });
  }

  /** The text that a condition wants its column to be. */
  private Optional<String> constant(Column asked, SqlNode condition) {
    return condition.getKind() == SqlKind.EQUALS
        ? ((SqlCall) condition)
            .getOperandList().stream()
                .filter(operand -> binding.column(operand).filter(asked::equals).isEmpty())
                .findFirst()
                .flatMap(this::text)
        : Optional.empty();
  }

  /** What a literal of type text says. */
  private Optional<String> text(SqlNode node) {
    return Optional.of(node)
        .filter(literal -> SyntaxOperator.isSyntax(literal, Syntax.Form.CONSTANT))
        .map(statement::text)
        .filter(literal -> TEXT.matcher(literal).matches());
  }

  /** Whether a column is a literal wherever it comes from, so that its type is text. */
  private boolean isTextIn(Query query, int position) {
    return switch (query) {
      case Query.SetOperation operation ->
          operation.cut() == Query.Cut.NONE
              && isTextIn(operation.left(), position)
              && isTextIn(operation.right(), position);
      case Query.Select select -> text(select, position).isPresent();
      case Query.Values values -> false;
    };
  }

  private Optional<String> text(Query.Select select, int position) {
    return select.outputs().get(position).expression().flatMap(this::text);
  }

  /** Branches that say another text have no rows that count. */
  private void contradict(Query query, int position, String wanted) {
    switch (query) {
      case Query.SetOperation operation -> {
        contradict(operation.left(), position, wanted);
        contradict(operation.right(), position, wanted);
      }
      case Query.Select select -> {
        if (!text(select, position).equals(Optional.of(wanted))) {
          add(select, Replacer.FALSE);
        }
      }
      case Query.Values values -> throw new IllegalStateException("their columns are no literals");
    }
  }

  private void add(Query.Select select, SqlNode condition) {
    added.computeIfAbsent(select.node(), node -> new ArrayList<>()).add(condition);
  }

  /** The derived table that a source is, if nothing else reads the same tree. */
  private static Optional<Source.Derived> alone(Source source) {
    SqlNode item = source.item();
    SqlNode read = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    return source.origin() instanceof Source.Derived derived
            && derived.node() == read
            && !derived.recursive()
            && !derived.lateral()
        ? Optional.of(derived)
        : Optional.empty();
  }

  /**
   * @param worth whether groups or branches are between
   */
  private void within(
      Query query, int position, Column asked, String type, SqlNode condition, boolean worth) {
    // Values of other types that are equal may still be told apart, which EXCEPT does not.
    if (query.cut() != Query.Cut.NONE || !KeyTypes.hashed(type)) {
      return;
    }
    switch (query) {
      case Query.SetOperation operation -> {
        within(operation.left(), position, asked, type, condition, true);
        within(operation.right(), position, asked, type, condition, true);
      }
      case Query.Select select -> {
        Query.Output output = select.outputs().get(position);
        Optional<Column> column = output.column();
        if (column.isPresent()
            && select.sources().contains(column.get().source())
            && KeyTypes.base(column.get().type()).equals(KeyTypes.base(type))
            && commutes(select, column.get())) {
          boolean grouped = worth || select.aggregated() || select.distinct();
          Optional<Source.Derived> derived =
              Optional.of(column.get().source())
                  .filter(source -> isKept(select, source))
                  .flatMap(DerivedConditions::alone);
          if (derived.isPresent()) {
            within(derived.get().query(), column.get().index(), asked, type, condition, grouped);
          } else if (grouped) {
            add(select, about(asked, Trees.expression(output), condition));
          }
        }
      }
      case Query.Values values -> {
        // They have no WHERE.
      }
    }
  }

  private static boolean isKept(Query.Select select, Source source) {
    return select.from().filter(from -> from.region().sources().contains(source)).isPresent();
  }

  /** Whether rows with other values of a column can be left out before what a SELECT does. */
  private boolean commutes(Query.Select select, Column column) {
    return select.from().filter(JoinTree::usesNames).isEmpty()
        && select.distinctOn().isEmpty()
        && select.partitions().isEmpty()
        && !select.groupingSets()
        && (!select.aggregated()
            || select.groupBy().stream()
                .map(binding::column)
                .anyMatch(Optional.of(column)::equals));
  }

  /** A condition with another column in the place of its own. */
  private SqlNode about(Column asked, SqlNode column, SqlNode condition) {
    Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
    for (SqlNode operand : ((SqlCall) condition).getOperandList()) {
      if (binding.column(operand).filter(asked::equals).isPresent()) {
        replaced.put(operand, copied(column));
      }
    }
    return copied(condition.accept(new Replacer(replaced)));
  }

  /** Names are bound by identity. */
  private static SqlNode copied(SqlNode node) {
    return TreeCopy.of(node, new IdentityHashMap<>());
  }

  /** Adds conditions to SELECTs. */
  private static final class Added extends SqlShuttle {
    private final Map<SqlNode, List<SqlNode>> conditions;

    Added(Map<SqlNode, List<SqlNode>> conditions) {
      this.conditions = conditions;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      SqlNode visited = super.visit(call);
      List<SqlNode> added = conditions.get(call);
      if (added == null) {
        return visited;
      }
      SqlSelect select = (SqlSelect) visited.clone(call.getParserPosition());
      List<SqlNode> all = new ArrayList<>();
      if (select.getWhere() != null) {
        all.add(select.getWhere());
      }
      all.addAll(added);
      select.setWhere(Trees.conjunction(all));
      return select;
    }
  }
}
