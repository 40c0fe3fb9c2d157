package io.argosy.planner.proof;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Operands;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.RowsApart;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.sql.parse.PostgresFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * Tells queries that may be answered in several ways from the same rows, depending on the order in
 * which these are found: which rows LIMIT leaves, how rows are numbered that their window does not
 * tell apart, the last digits of a sum of floating-point numbers. PostgreSQL answers a common table
 * expression once, however often it is read. What is answered once for each reading could be
 * answered differently each time.
 */
public final class OpenAnswers {
  /** Aggregates whose result does not depend on the order of the rows, whatever they are. */
  private static final Set<String> OF_ANY_ROWS =
      Set.of(
          "bit_and",
          "bit_or",
          "bit_xor",
          "bool_and",
          "bool_or",
          "count",
          "cume_dist",
          "dense_rank",
          "every",
          "grouping",
          "percent_rank",
          "percentile_cont",
          "rank");

  /** Aggregates of which this holds if they are asked of exact numbers. */
  private static final Set<String> OF_EXACT_NUMBERS =
      Set.of(
          "avg", "stddev", "stddev_pop", "stddev_samp", "sum", "var_pop", "var_samp", "variance");

  /** Functions of a window that give all rows the same that its order does not tell apart. */
  private static final Set<String> OF_PEERS =
      Set.of("cume_dist", "dense_rank", "percent_rank", "rank");

  private final Binding binding;
  private final Aggregates aggregates;
  private final ExactNumbers numbers;
  private final DecimalPlaces places;

  private OpenAnswers(Binding binding, Aggregates aggregates) {
    this.binding = binding;
    this.aggregates = aggregates;
    this.numbers = new ExactNumbers(binding);
    this.places = new DecimalPlaces(binding);
  }

  /**
   * The definitions that a query reads several times and whose rows must be found once.
   *
   * @param originals by the tree of a derived table, that of the definition it was copied from
   */
  public static Set<SqlNode> readSeveralTimes(
      Binding binding, Aggregates aggregates, Map<SqlNode, SqlNode> originals) {
    OpenAnswers open = new OpenAnswers(binding, aggregates);
    Set<SqlNode> read = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<SqlNode> found = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Source source : binding.query().allSources()) {
      if (source.origin() instanceof Source.Derived derived
          && originals.containsKey(derived.node())
          && !read.add(originals.get(derived.node()))
          && (open.isOpenWithin(derived.query()) || open.cutsByOpenOrder(derived.node()))) {
        found.add(originals.get(derived.node()));
      }
    }
    return found;
  }

  /** Whether a bound query is one of them. */
  static boolean isOpen(SqlNode tree, Binding binding, Aggregates aggregates) {
    OpenAnswers open = new OpenAnswers(binding, aggregates);
    return open.isOpenWithin(binding.query()) || open.cutsByOpenOrder(tree);
  }

  private boolean isOpenWithin(Query query) {
    return query.all().stream().anyMatch(this::isOpen);
  }

  private boolean isOpen(Query query) {
    if (OrderDependence.ofCut(query)) {
      return true;
    }
    return switch (query) {
      case Query.Select select -> choosesAmongEqual(select) || isOpen(select, select.node());
      case Query.SetOperation operation -> !operation.appends() && choosesAmongEqual(operation);
      case Query.Values values -> false;
    };
  }

  /**
   * Whether one of several equal values stands for all of them, and can be told from the others.
   */
  private static boolean choosesAmongEqual(Query query) {
    return query.outputs().stream().anyMatch(output -> isToldApart(output.type()));
  }

  private boolean choosesAmongEqual(Query.Select select) {
    boolean distinct = select.distinct() && choosesAmongEqual((Query) select);
    return distinct
        || select.groupBy().stream()
            .flatMap(item -> binding.column(item).stream())
            .anyMatch(column -> isToldApart(column.type()));
  }

  /** Of an expression the type is not known. */
  private static boolean isToldApart(String type) {
    return !type.isEmpty() && !KeyTypes.identical(type);
  }

  /** Whether LIMIT cuts by an order that is open itself. */
  private boolean cutsByOpenOrder(SqlNode tree) {
    boolean[] found = {false};
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlOrderBy ordered
                && (ordered.fetch != null || ordered.offset != null)) {
              found[0] |= ordered.orderList.stream().anyMatch(OpenAnswers.this::isOpenKey);
            }
            return super.visit(call);
          }
        });
    return found[0];
  }

  private boolean isOpenKey(@Nullable SqlNode node) {
    return node instanceof SqlCall call
        && (call.getKind() == SqlKind.OVER
            || aggregates.isAggregate(call) && isOpenAggregate(call)
            || call.getOperandList().stream().anyMatch(this::isOpenKey));
  }

  private boolean isOpen(Query.Select select, @Nullable SqlNode node) {
    if (node instanceof SqlNodeList list) {
      return list.stream().anyMatch(item -> isOpen(select, item));
    }
    if (!(node instanceof SqlCall call)) {
      return false;
    }
    if (node != select.node() && Binder.isQuery(node)) {
      return false;
    }
    return switch (call.getKind()) {
      case ARRAY_QUERY_CONSTRUCTOR -> true;
      case OVER ->
          isOpenWindow(select, call)
              || ofOperands(select, function(call.operand(0)))
              || isOpen(select, call.operand(1));
      default -> aggregates.isAggregate(call) && isOpenAggregate(call) || ofOperands(select, call);
    };
  }

  private boolean ofOperands(Query.Select select, SqlCall call) {
    return call.getOperandList().stream().anyMatch(operand -> isOpen(select, operand));
  }

  private boolean isOpenAggregate(SqlCall call) {
    String name = ((PostgresFunction) call.getOperator()).simpleName();
    if (OF_ANY_ROWS.contains(name)) {
      return false;
    }
    return switch (name) {
      case "min", "max" -> !call.getOperandList().stream().allMatch(this::isOneOfEqual);
      default ->
          !OF_EXACT_NUMBERS.contains(name)
              || !call.getOperandList().stream().allMatch(numbers::isExact);
    };
  }

  /** Whether no two equal values of an argument can be told apart, as far as is known. */
  private boolean isOneOfEqual(SqlNode argument) {
    return binding
        .column(argument)
        .map(Column::type)
        .filter(type -> !type.isEmpty())
        .map(KeyTypes::identical)
        .orElseGet(() -> places.of(argument).isPresent());
  }

  private boolean isOpenWindow(Query.Select select, SqlCall over) {
    SqlCall function = function(over.operand(0));
    if (!(function.getOperator() instanceof PostgresFunction named)) {
      return true;
    }
    Window window = new Window(select);
    window.read(over.operand(1));
    if (new RowsApart(binding, window.known).of(select)) {
      return aggregates.isAggregate(function) && isOpenAggregate(function);
    }
    return !OF_PEERS.contains(named.simpleName())
        && (window.countsRows || !aggregates.isAggregate(function) || isOpenAggregate(function));
  }

  /** The call of a function below FILTER and the like. */
  private static SqlCall function(SqlNode node) {
    SqlCall call = (SqlCall) node;
    return switch (call.getKind()) {
      case FILTER, WITHIN_GROUP -> function(call.operand(0));
      default -> call;
    };
  }

  /** What a window says of the rows of a SELECT, with what it takes from those that it names. */
  private static final class Window {
    private final Query.Select select;

    /** By what it divides and sorts them. */
    private final List<SqlNode> known = new ArrayList<>();

    private boolean countsRows;

    Window(Query.Select select) {
      this.select = select;
    }

    void read(SqlNode node) {
      if (node instanceof SqlIdentifier name) {
        for (SqlNode each : select.node().getWindowList()) {
          SqlWindow window = (SqlWindow) each;
          if (window.getDeclName() != null
              && window.getDeclName().getSimple().equals(name.getSimple())) {
            add(window);
          }
        }
      } else if (node instanceof SqlWindow window) {
        add(window);
      }
    }

    private void add(SqlWindow window) {
      known.addAll(window.getPartitionList());
      window.getOrderList().forEach(item -> known.add(Operands.sortKey(item)));
      countsRows |= window.isRows();
      if (window.getRefName() != null) {
        read(window.getRefName());
      }
    }
  }
}
