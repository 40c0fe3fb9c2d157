package io.argosy.planner.write;

import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ColumnTypeCast;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.PostgresFunction;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Takes aggregates apart into what each node computes and an expression over the nodes' rows that
 * is, to the last digit, what PostgreSQL computes over all rows. Collects the partial columns.
 */
final class Recombination {
  private final ParsedStatement statement;
  private final CanonicalText canonical;
  private final Map<SqlTemplate, SqlNode> groups = new LinkedHashMap<>();
  private final Map<SqlTemplate, SqlNode> partials = new LinkedHashMap<>();
  private final List<SqlTemplate> sums = new ArrayList<>();
  private final List<String> determined = new ArrayList<>();
  private final List<SqlNode> determinedColumns = new ArrayList<>();
  private final Set<String> counted = new HashSet<>();
  private final int plainGroups;
  private final boolean distinctRows;
  private boolean otherDistinct;

  /**
   * @param groups the expressions of GROUP BY, by canonical text
   * @param distinctRows whether no two of the partial rows that are put together are equal; only
   *     where {@link #countsRows} of the same aggregates
   */
  Recombination(
      ParsedStatement statement,
      CanonicalText canonical,
      Map<SqlTemplate, SqlNode> groups,
      boolean distinctRows) {
    this.distinctRows = distinctRows;
    this.statement = statement;
    this.canonical = canonical;
    this.groups.putAll(groups);
    this.plainGroups = groups.size();
  }

  /**
   * The partial column of an expression that is the same for all rows of a group: one of GROUP BY,
   * or one that these determine.
   */
  Optional<SqlNode> group(SqlTemplate expression) {
    int number = number(expression);
    boolean plain = number > 0 && number <= plainGroups;
    // Others are values that an aggregate takes once each.
    return plain || number > 0 && determined.contains(shipped(number).toString())
        ? Optional.of(shipped(number))
        : Optional.empty();
  }

  /** From 1; 0 if it is not shipped. */
  private int number(SqlTemplate expression) {
    return List.copyOf(groups.keySet()).indexOf(expression) + 1;
  }

  private SqlNode shipped(int number) {
    return column(groupName(number));
  }

  private String groupName(int index) {
    return index <= plainGroups ? "g" + index : "d" + (index - plainGroups);
  }

  private SqlNode addGroup(SqlNode expression) {
    groups.putIfAbsent(canonical.of(expression), expression);
    return shipped(number(canonical.of(expression)));
  }

  /** Groups by one more expression, which the grouping columns determine. */
  SqlNode addDetermined(SqlNode expression) {
    SqlNode column = addGroup(expression);
    if (!determined.contains(column.toString())) {
      determined.add(column.toString());
      determinedColumns.add(column);
    }
    return column;
  }

  List<SqlNode> determined() {
    return determinedColumns;
  }

  private SqlIdentifier column(String name) {
    return PartialRows.column(statement, name);
  }

  /** What each node computes, in order: groups, then partial aggregates. */
  List<SqlNode> columns() {
    List<SqlNode> columns = new ArrayList<>();
    for (SqlNode group : groups.values()) {
      columns.add(Trees.as(group, groupName(columns.size() + 1)));
    }
    int number = 0;
    for (SqlNode partial : partials.values()) {
      number++;
      columns.add(Trees.as(partial, "p" + number));
    }
    return columns;
  }

  int groupCount() {
    return groups.size();
  }

  /** Whether nothing but grouping columns and values that are to be distinct is shipped. */
  boolean shipsValues() {
    return partials.isEmpty();
  }

  /**
   * Whether all that the aggregates do is to count the different values of one expression, so that
   * each is one of the different partial rows of a group.
   */
  boolean countsRows() {
    return shipsValues() && counted.size() == 1 && !otherDistinct;
  }

  /** Positions, from 1, of the partial sums. */
  List<Integer> sums() {
    List<SqlTemplate> names = List.copyOf(partials.keySet());
    return sums.stream().distinct().map(sum -> groups.size() + names.indexOf(sum) + 1).toList();
  }

  private SqlTemplate add(SqlNode partial) {
    SqlTemplate text = canonical.of(withBareName(partial));
    partials.putIfAbsent(text, partial);
    return text;
  }

  /** The same aggregate may be named with its schema or without. */
  private static SqlNode withBareName(SqlNode aggregate) {
    SqlCall call = (SqlCall) aggregate;
    if (call.getKind() == SqlKind.FILTER) {
      return SqlStdOperatorTable.FILTER.createCall(
          SqlParserPos.ZERO, withBareName(call.operand(0)), call.operand(1));
    }
    return call.getOperator() instanceof PostgresFunction function
        ? new PostgresFunction(Trees.name(function.simpleName()))
            .createCall(
                call.getFunctionQuantifier(),
                SqlParserPos.ZERO,
                call.getOperandList().toArray(SqlNode[]::new))
        : call;
  }

  private SqlIdentifier partial(SqlNode partial) {
    SqlTemplate text = add(partial);
    return column("p" + (List.copyOf(partials.keySet()).indexOf(text) + 1));
  }

  /**
   * The expression over partial rows that an aggregate becomes.
   *
   * @param node the aggregate's call, perhaps with FILTER
   */
  SqlNode aggregate(SqlNode node) {
    SqlCall call = node.getKind() == SqlKind.FILTER ? ((SqlCall) node).operand(0) : (SqlCall) node;
    if (!(call.getOperator() instanceof PostgresFunction function)) {
      throw notDecomposable(statement.text(node));
    }
    String name = function.simpleName();
    boolean distinct =
        call.getFunctionQuantifier() instanceof SqlLiteral quantifier
            && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
    if (distinct && !isIdempotent(name)) {
      return distinct(name, call, node);
    }
    return switch (name) {
      case "count" -> count(node);
      case "sum" -> sum(node);
      case "avg" -> average(node, call);
      case "min",
          "max",
          "bool_and",
          "bool_or",
          "every",
          "bit_and",
          "bit_or",
          "bit_xor",
          "any_value" -> {
        if (distinct && name.equals("bit_xor")) {
          throw notDecomposable(name + "(DISTINCT)");
        }
        yield Combined.function(name, partial(node));
      }
      default -> throw notDecomposable(name);
    };
  }

  private static boolean isIdempotent(String name) {
    return switch (name) {
      case "min", "max", "bool_and", "bool_or", "every", "bit_and", "bit_or", "any_value" -> true;
      default -> false;
    };
  }

  private static UnprovenException notDecomposable(String what) {
    return new UnprovenException(
        "the aggregate " + what + " cannot be computed in parts, and its groups span nodes");
  }

  private SqlNode distinct(String name, SqlCall call, SqlNode node) {
    boolean known = name.equals("count") || name.equals("sum") || name.equals("avg");
    if (!known || node != call || call.operandCount() != 1) {
      throw notDecomposable(name + "(DISTINCT)");
    }
    SqlNode value = distinctValue(call.operand(0));
    if (name.equals("count") && value instanceof SqlIdentifier) {
      counted.add(value.toString());
    } else {
      otherDistinct = true;
    }
    return Combined.own(name)
        .createCall(distinctRows ? null : call.getFunctionQuantifier(), SqlParserPos.ZERO, value);
  }

  /** A row of values is shipped as its values: a column cannot have the type of a row. */
  private SqlNode distinctValue(SqlNode value) {
    if (value.getKind() != SqlKind.ROW || !(value instanceof SqlCall row)) {
      return addGroup(value);
    }
    return row.getOperator()
        .createCall(
            row.getParserPosition(), row.getOperandList().stream().map(this::addGroup).toList());
  }

  private SqlNode count(SqlNode node) {
    return Combined.count(partial(node));
  }

  private SqlNode sum(SqlNode node) {
    SqlIdentifier column = partial(node);
    sums.add(add(node));
    return new ColumnTypeCast(PartialRows.type(column))
        .createCall(SqlParserPos.ZERO, Combined.function("sum", column));
  }

  /** PostgreSQL's average is its sum divided by its count. */
  private SqlNode average(SqlNode node, SqlCall call) {
    SqlNode sum = renamed(node, call, "sum");
    sums.add(add(sum));
    SqlNode total = Combined.function("sum", partial(sum));
    SqlNode count = Combined.function("sum", partial(renamed(node, call, "count")));
    // Without a value the sum is NULL, which is not divided by anything.
    return Combined.operator(total, "/", count);
  }

  private static SqlNode renamed(SqlNode node, SqlCall call, String name) {
    SqlNode other = Combined.function(name, call.getOperandList().toArray(SqlNode[]::new));
    return node == call
        ? other
        : SqlStdOperatorTable.FILTER.createCall(
            SqlParserPos.ZERO, other, ((SqlCall) node).operand(1));
  }
}
