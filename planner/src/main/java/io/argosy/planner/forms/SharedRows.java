package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.StageName;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.SiteFinder;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Makes the rows that several SELECTs of a statement read one definition, so that they need be
 * found only once:
 *
 * <pre>
 * SELECT k, sum(x) FROM t, u WHERE c GROUP BY k HAVING sum(x) > (SELECT sum(x) / 9 FROM t, u WHERE c)
 * rows: SELECT k AS c1, x AS c2 FROM t, u WHERE c
 * SELECT c1, sum(c2) FROM rows GROUP BY c1 HAVING sum(c2) > (SELECT sum(c2) / 9 FROM rows)
 * </pre>
 *
 * <p>The SELECTs have the same FROM, word for word, over the same tables, and conditions in common;
 * nothing in these comes from outside or from a query within. In one snapshot they have the same
 * rows. Their other conditions are asked of the rows that are found. A condition that may raise an
 * error is in common only if all that come before it are.
 */
final class SharedRows {
  /** As the columns of a temporary table with the rows of a query are called. */
  private static final Pattern COLUMN = Pattern.compile("c[0-9]+");

  /** A column of the rows: of which table in FROM, and which of its columns. */
  private record Place(int source, int column) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return source == other.source
          ? Integer.compare(column, other.column)
          : Integer.compare(source, other.source);
    }
  }

  /**
   * SELECTs with the same FROM.
   *
   * @param common the texts of the conditions that they have in common
   */
  private record Group(List<Query.Select> selects, Set<String> common) {}

  /**
   * The query over rows that are found before.
   *
   * @param tree the query as it was
   * @param selects those that read the rows
   * @param rows the definition of the rows
   * @param groupedBy positions among the columns of the rows by which they are grouped somewhere
   * @param replaced what stands in the place of trees, wherever the rows are
   * @param alias the name of a row
   */
  record Shared(
      SqlNode tree,
      List<Query.Select> selects,
      SqlNode rows,
      Set<Integer> groupedBy,
      Map<SqlNode, SqlNode> replaced,
      String alias) {
    /**
     * The query.
     *
     * @param table the temporary table that has the rows, its columns being c1, c2 ..
     */
    SqlNode over(Relation table) {
      Map<SqlNode, SqlNode> all = new IdentityHashMap<>(replaced);
      for (Query.Select select : selects) {
        all.put(select.node().getFrom(), Trees.as(StageName.of(table), alias));
      }
      selects.forEach(select -> keepNames(select, all));
      return tree.accept(new Replacer(all));
    }
  }

  private final Binding binding;
  private final ParsedStatement statement;
  private final SqlNode tree;
  private final Set<SqlNode> withinCopies = Collections.newSetFromMap(new IdentityHashMap<>());

  private SharedRows(BoundQuery query, Context context) {
    this.binding = query.binding();
    this.statement = context.statement();
    this.tree = query.tree();
    collectWithinCopies(context.originals());
  }

  /** What copies of definitions have within is shared with them as a whole. */
  private void collectWithinCopies(Map<SqlNode, SqlNode> originals) {
    tree.accept(
        new SqlBasicVisitor<Void>() {
          private int copies;

          @Override
          public Void visit(SqlCall call) {
            int within = originals.containsKey(call) ? 1 : 0;
            copies += within;
            if (copies > 0) {
              withinCopies.add(call);
            }
            super.visit(call);
            copies -= within;
            return null;
          }
        });
  }

  /** The query over the first rows that several SELECTs have in common. */
  static Rewrite rewrite(BoundQuery query, Context context) {
    return shared(query, context)
        .<Rewrite>map(shared -> over(shared, context))
        .orElseGet(() -> new Rewrite.None("no two SELECTs read the same rows"));
  }

  /** The first rows that several SELECTs have in common; empty if there are none. */
  static Optional<Shared> shared(BoundQuery query, Context context) {
    return new SharedRows(query, context).shared();
  }

  private static Rewrite over(Shared shared, Context context) {
    BoundQuery definition = context.bound(shared.rows());
    Site.Nested rows =
        site(
            shared,
            definition.binding(),
            new SiteFinder(definition.binding(), context.originals()).find());
    return new Rewrite.OverRows(
        rows,
        choices(shared, rows),
        context.statement().template(shared.rows()),
        // Of partitioned rows a node's own are estimated.
        rows.isApart() ? 1 : context.costs().nodes(),
        moved -> shared.over(moved.relation()));
  }

  /** The definition as a site by itself. */
  private static Site.Nested site(Shared shared, Binding binding, List<Site> within) {
    return new Site.Nested(
        shared.rows(), List.of(shared.rows()), binding.query(), within, "argosy_rows");
  }

  /** Each row where it was found, or on the node that finishes its group. */
  private static List<Choice> choices(Shared shared, Site.Nested rows) {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice.Keep());
    shared.groupedBy().stream()
        .filter(column -> KeyTypes.hashed(rows.query().outputs().get(column).type()))
        .map(Choice.Repartition::new)
        .forEach(choices::add);
    return choices;
  }

  private Optional<Shared> shared() {
    if (hasNamesOfItsColumns()) {
      return Optional.empty();
    }
    Map<List<Object>, List<Query.Select>> byTables = new LinkedHashMap<>();
    for (Query query : binding.query().all()) {
      if (query instanceof Query.Select select && isCandidate(select)) {
        byTables.computeIfAbsent(tables(select), key -> new ArrayList<>()).add(select);
      }
    }
    return byTables.values().stream()
        .filter(selects -> selects.size() > 1)
        .filter(selects -> selects.stream().anyMatch(Query.Select::aggregated))
        .map(selects -> new Group(selects, common(selects)))
        .filter(SharedRows::isWorthSharing)
        .findFirst()
        .map(this::shared);
  }

  /** What is called as the columns of the temporary table are could be taken for one of them. */
  private boolean hasNamesOfItsColumns() {
    return Stream.concat(
            Names.in(tree).stream().map(name -> name.names.getLast()),
            binding.query().all().stream()
                .flatMap(query -> query.outputs().stream())
                .map(Query.Output::name))
        .anyMatch(name -> COLUMN.matcher(name).matches());
  }

  /** Tables as a whole are there already. */
  private static boolean isWorthSharing(Group group) {
    return !group.common().isEmpty()
        || group.selects().stream().allMatch(select -> select.where().isEmpty());
  }

  /** The words of FROM, and what they mean: the same could be other tables elsewhere. */
  private List<Object> tables(Query.Select select) {
    List<Object> tables = new ArrayList<>();
    SqlNode one = SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO);
    tables.add(
        statement.text(PlainSelect.of(Trees.list(List.of(one)), select.node().getFrom(), null)));
    select.sources().forEach(source -> tables.add(((Source.Table) source.origin()).relation()));
    return tables;
  }

  private boolean isCandidate(Query.Select select) {
    SqlSelect node = select.node();
    return select.from().isPresent()
        && select.sources().stream().allMatch(s -> s.origin() instanceof Source.Table)
        && !select.from().get().usesNames()
        && isOfItself(select, node.getFrom())
        && node.getSelectList().size() == select.outputs().size()
        && node.getSelectList().stream()
            .noneMatch(item -> item instanceof SqlIdentifier name && name.isStar())
        && !withinCopies.contains(node);
  }

  /** Whether a part of a SELECT depends on the rows of its own tables alone. */
  private boolean isOfItself(Query.Select select, SqlNode part) {
    return !Trees.containsQuery(part)
        && Names.in(part).stream()
            .map(binding::column)
            .flatMap(Optional::stream)
            .allMatch(column -> select.sources().contains(column.source()));
  }

  private Set<String> common(List<Query.Select> selects) {
    Set<String> common = new LinkedHashSet<>();
    selects.forEach(select -> select.where().forEach(each -> common.add(statement.text(each))));
    boolean less = true;
    while (less) {
      less = false;
      for (Query.Select select : selects) {
        less |= common.retainAll(allowed(select, common));
      }
    }
    return common;
  }

  /** Those of some conditions that a SELECT has, and can have asked before its others. */
  private Set<String> allowed(Query.Select select, Set<String> common) {
    Set<String> allowed = new LinkedHashSet<>();
    boolean othersBefore = false;
    for (SqlNode condition : select.where()) {
      String text = statement.text(condition);
      if (common.contains(text)
          && isOfItself(select, condition)
          && (!othersBefore || ErrorFree.isErrorFree(condition))) {
        allowed.add(text);
      } else {
        othersBefore = true;
      }
    }
    return allowed;
  }

  private Shared shared(Group group) {
    List<Query.Select> selects = group.selects();
    Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
    List<SqlNode> found = new ArrayList<>();
    for (Query.Select select : selects) {
      found.add(select.node().getFrom());
      conditions(select, group.common()).forEach(each -> replaced.put(each, Replacer.TRUE));
    }
    found.addAll(replaced.keySet());
    Map<SqlIdentifier, Place> names = new IdentityHashMap<>();
    for (SqlIdentifier name : Names.outside(tree, found)) {
      binding
          .column(name)
          .flatMap(column -> place(column, selects))
          .ifPresent(place -> names.put(name, place));
    }
    String alias = statement.names().of("rows");
    List<Place> places = List.copyOf(new TreeSet<>(names.values()));
    names.forEach(
        (name, place) -> replaced.put(name, Trees.name(alias, "c" + (places.indexOf(place) + 1))));
    Set<Integer> groupedBy = new LinkedHashSet<>();
    for (Query.Select select : selects) {
      for (SqlNode expression : select.groupBy()) {
        binding
            .column(expression)
            .flatMap(column -> place(column, selects))
            .map(places::indexOf)
            .filter(position -> position >= 0)
            .ifPresent(groupedBy::add);
      }
    }
    return new Shared(
        tree,
        selects,
        definition(selects.getFirst(), places, group.common()),
        groupedBy,
        replaced,
        alias);
  }

  private List<SqlNode> conditions(Query.Select select, Set<String> texts) {
    return select.where().stream().filter(each -> texts.contains(statement.text(each))).toList();
  }

  private static Optional<Place> place(Column column, List<Query.Select> selects) {
    return selects.stream()
        .filter(select -> select.sources().contains(column.source()))
        .findFirst()
        .map(select -> new Place(select.sources().indexOf(column.source()), column.index()));
  }

  private SqlNode definition(Query.Select select, List<Place> places, Set<String> common) {
    List<SqlNode> items = new ArrayList<>();
    for (Place place : places) {
      Source source = select.sources().get(place.source());
      items.add(
          Trees.as(
              Trees.name(source.alias(), source.columns().get(place.column())),
              "c" + (items.size() + 1)));
    }
    return PlainSelect.of(
        Trees.list(items), select.node().getFrom(), Trees.conjunction(conditions(select, common)));
  }

  /** A column that is called after what it is keeps its name. */
  private static void keepNames(Query.Select select, Map<SqlNode, SqlNode> replaced) {
    SqlNodeList list = select.node().getSelectList();
    for (int i = 0; i < list.size(); i++) {
      SqlNode item = list.get(i);
      SqlNode other = item.accept(new Replacer(replaced));
      if (other != item && item.getKind() != SqlKind.AS) {
        replaced.put(item, Trees.as(other, select.outputs().get(i).name()));
      }
    }
  }
}
