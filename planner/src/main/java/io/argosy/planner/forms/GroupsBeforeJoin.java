package io.argosy.planner.forms;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.TableMove;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.OwnNames;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * Groups partitioned rows before they are joined with replicated tables that only describe their
 * groups (Yan and Larson, Performing Group-By before Join): what moves is then the groups' keys and
 * aggregates, not what is known of a customer.
 *
 * <pre>
 * SELECT c.k, c.name, sum(o.x) FROM o, c WHERE o.k = c.k AND filter(o) GROUP BY c.k, c.name
 * SELECT c.k, c.name, g.value FROM (SELECT o.k AS key, sum(o.x) AS value FROM o WHERE filter(o)
 *     GROUP BY o.k) AS g, c WHERE g.key = c.k
 * </pre>
 *
 * <p>Both give the same. A row meets at most one row of such a table, since the columns of a unique
 * key of it are compared, and all rows of a group meet the same one, since they are compared with
 * what the group has in common. So a group passes a join as a whole or not at all, and is the same
 * rows before and after. The columns that are compared are grouping columns themselves or equal to
 * one, so that the groups are neither more nor fewer. No aggregate asks for the tables' columns.
 * Groups that no join would have let through must not fail: {@link ExactAggregates}.
 */
final class GroupsBeforeJoin {
  private final Binding binding;
  private final Aggregates aggregates;
  private final SqlNode tree;
  private final OwnNames names;

  private GroupsBeforeJoin(BoundQuery query, Context context) {
    this.names = context.names();
    this.binding = query.binding();
    this.aggregates = context.aggregates();
    this.tree = query.tree();
  }

  /** The query with its groups made before some tables are joined. */
  static Rewrite rewrite(BoundQuery query, Context context) {
    return Rewrite.of(
        new GroupsBeforeJoin(query, context).rewrite(),
        "no replicated table only describes the groups of a plain join");
  }

  private Optional<SqlNode> rewrite() {
    if (!(binding.query() instanceof Query.Select select)
        || !GroupsApart.isPlain(select)
        || !select.nested().isEmpty()
        || !select.from().map(GroupsBeforeJoin::isInner).orElse(false)) {
      return Optional.empty();
    }
    Set<Column> grouped = new LinkedHashSet<>();
    for (SqlNode expression : select.groupBy()) {
      Optional<Column> column = binding.column(expression);
      if (column.isEmpty()) {
        return Optional.empty();
      }
      grouped.add(column.get());
    }
    return new Division(select, grouped)
        .rewritten()
        .flatMap(groups -> GroupsApart.around(tree, select, groups));
  }

  /** Whether all rows of all tables are joined with all, but for conditions that can be moved. */
  private static boolean isInner(JoinTree from) {
    return switch (from) {
      case JoinTree.Join join ->
          join.type() == JoinTree.Type.INNER
              && join.using().isEmpty()
              && isInner(join.left())
              && isInner(join.right());
      // The columns of a derived table may be expressions, which fail for rows that a join leaves
      // out.
      case JoinTree.Leaf leaf -> leaf.source().origin() instanceof Source.Table;
    };
  }

  private static void conditions(JoinTree from, List<SqlNode> conditions) {
    if (from instanceof JoinTree.Join join) {
      conditions.addAll(join.on());
      conditions(join.left(), conditions);
      conditions(join.right(), conditions);
    }
  }

  /** Which tables are joined later. */
  private final class Division {
    private final Query.Select select;
    private final Set<Column> grouped;
    private final List<SqlNode> conditions;
    private final List<Equality> equalities = new ArrayList<>();
    private final List<SqlNode> after = new ArrayList<>();
    private final AggregateCalls calls;
    private final Set<Source> later = new LinkedHashSet<>();

    Division(Query.Select select, Set<Column> grouped) {
      this.select = select;
      this.grouped = grouped;
      this.conditions = new ArrayList<>(select.where());
      conditions(select.from().orElseThrow(), conditions);
      conditions.forEach(condition -> Equality.of(binding, condition).ifPresent(equalities::add));
      select.outputs().forEach(output -> output.expression().ifPresent(after::add));
      if (select.node().getHaving() != null) {
        after.add(select.node().getHaving());
      }
      this.calls = AggregateCalls.in(after, aggregates, new ExactAggregates(binding)::isExact);
    }

    Optional<SqlNode> rewritten() {
      boolean understood = conditions.stream().noneMatch(GroupsBeforeJoin::namesAllColumns);
      if (!calls.areAll() || !understood) {
        return Optional.empty();
      }
      Set<Source> aggregated = new HashSet<>();
      calls.found().forEach(call -> sources(call, aggregated));
      select.sources().stream()
          .filter(source -> isReplicated(source) && !aggregated.contains(source))
          .forEach(later::add);
      boolean fewer = true;
      while (fewer) {
        fewer =
            later.retainAll(joinedByKey()) | later.removeIf(source -> !isComparedInGroups(source));
      }
      boolean partitioned =
          select.sources().stream()
              .filter(source -> !later.contains(source))
              .anyMatch(GroupsBeforeJoin::isPartitioned);
      return later.isEmpty() || !partitioned ? Optional.empty() : groups();
    }

    /** Those of the later tables of which a row meets at most one, in some order of joins. */
    private Set<Source> joinedByKey() {
      Set<Source> there = new HashSet<>(select.sources());
      there.removeAll(later);
      Set<Source> joined = new LinkedHashSet<>();
      boolean more = true;
      while (more) {
        more = false;
        for (Source source : later) {
          if (!joined.contains(source) && hasKey(source, there)) {
            joined.add(source);
            there.add(source);
            more = true;
          }
        }
      }
      return joined;
    }

    private boolean hasKey(Source source, Set<Source> there) {
      Source.Table table = (Source.Table) source.origin();
      return table.relation().uniqueKeys().stream()
          .anyMatch(
              key ->
                  key.stream()
                      .map(name -> new Column(source, table.relation().index(name)))
                      .allMatch(column -> isCompared(column, there)));
    }

    private boolean isCompared(Column column, Set<Source> there) {
      return equalities.stream()
          .anyMatch(
              equality ->
                  equality.left().equals(column) && there.contains(equality.right().source())
                      || equality.right().equals(column)
                          && there.contains(equality.left().source()));
    }

    /** Whether conditions ask a later table only about what the groups have in common. */
    private boolean isComparedInGroups(Source source) {
      for (SqlNode condition : conditions) {
        Set<Source> sources = new HashSet<>();
        sources(condition, sources);
        if (sources.contains(source) && !later.containsAll(sources)) {
          Optional<Equality> equality = Equality.of(binding, condition);
          if (equality.isEmpty()
              || !grouped.contains(equality.get().left())
                  && !grouped.contains(equality.get().right())) {
            return false;
          }
        }
      }
      return true;
    }

    private Optional<SqlNode> groups() {
      Map<Column, String> keys = new LinkedHashMap<>();
      grouped.stream()
          .filter(column -> !later.contains(column.source()))
          .forEach(column -> keys.put(column, key(keys.size() + 1)));
      List<SqlNode> before = new ArrayList<>();
      List<SqlNode> joins = new ArrayList<>();
      for (SqlNode condition : conditions) {
        Set<Source> sources = new HashSet<>();
        sources(condition, sources);
        boolean isLater = sources.stream().anyMatch(later::contains);
        (isLater ? joins : before).add(condition);
        if (isLater) {
          columns(condition).stream()
              .filter(column -> !later.contains(column.source()))
              .forEach(column -> keys.computeIfAbsent(column, c -> key(keys.size() + 1)));
        }
      }
      Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
      List<SqlNode> values = new ArrayList<>();
      for (SqlCall call : calls.found()) {
        String name = names.of("value_" + (values.size() + 1));
        values.add(Trees.as(call, name));
        replaced.put(call, Trees.name(alias(), name));
      }
      List<SqlNode> renamed = new ArrayList<>(after);
      renamed.addAll(joins);
      for (SqlNode expression : renamed) {
        for (SqlIdentifier name : Names.outside(expression, calls.found())) {
          Optional<Column> column = binding.column(name);
          if (column.isPresent() && !later.contains(column.get().source())) {
            if (!keys.containsKey(column.get())) {
              return Optional.empty();
            }
            replaced.put(name, Trees.name(alias(), keys.get(column.get())));
          }
        }
      }
      Replacer replacer = new Replacer(replaced);
      if (select.node().getHaving() != null) {
        SqlNode having = select.node().getHaving().accept(replacer);
        if (!ErrorFree.isErrorFree(having)) {
          return Optional.empty();
        }
        joins.add(having);
      }
      return Optional.of(joined(keys, values, before, joins, replacer));
    }

    private SqlNode joined(
        Map<Column, String> keys,
        List<SqlNode> values,
        List<SqlNode> before,
        List<SqlNode> joins,
        Replacer replacer) {
      List<SqlNode> groupedBy = new ArrayList<>();
      List<SqlNode> items = new ArrayList<>();
      keys.forEach(
          (column, name) -> {
            SqlNode key = TableMove.name(column);
            groupedBy.add(key);
            items.add(Trees.as(key, name));
          });
      items.addAll(values);
      List<SqlNode> grouping = new ArrayList<>();
      List<SqlNode> describing = new ArrayList<>();
      for (Source source : select.sources()) {
        (later.contains(source) ? describing : grouping).add(source.item());
      }
      var groups =
          PlainSelect.of(Trees.list(items), Trees.from(grouping), Trees.conjunction(before));
      groups.setGroupBy(Trees.list(groupedBy));
      describing.addFirst(Trees.as(groups, alias()));
      List<SqlNode> outputs = new ArrayList<>();
      for (Query.Output output : select.outputs()) {
        SqlNode value =
            output
                .expression()
                .map(expression -> expression.accept(replacer))
                .orElseGet(
                    () -> {
                      Column column = output.column().orElseThrow();
                      return keys.containsKey(column)
                          ? Trees.name(alias(), keys.get(column))
                          : TableMove.name(column);
                    });
        outputs.add(Trees.as(value, output.name()));
      }
      return PlainSelect.of(
          Trees.list(outputs),
          Trees.from(describing),
          Trees.conjunction(joins.stream().map(each -> each.accept(replacer)).toList()));
    }
  }

  private String alias() {
    return names.of("groups");
  }

  private String key(int number) {
    return names.of("key_" + number);
  }

  /** Which table {@code c.*} is of is not known. */
  private static boolean namesAllColumns(SqlNode condition) {
    return Names.in(condition).stream().anyMatch(SqlIdentifier::isStar);
  }

  private static boolean isReplicated(Source source) {
    return source.origin() instanceof Source.Table table
        && table.relation().placement() instanceof Placement.Replicated;
  }

  private static boolean isPartitioned(Source source) {
    return source.origin() instanceof Source.Table table
        && table.relation().placement() instanceof Placement.Hash;
  }

  private List<Column> columns(SqlNode expression) {
    return Names.in(expression).stream().map(binding::column).flatMap(Optional::stream).toList();
  }

  private void sources(SqlNode expression, Set<Source> sources) {
    columns(expression).forEach(column -> sources.add(column.source()));
  }
}
