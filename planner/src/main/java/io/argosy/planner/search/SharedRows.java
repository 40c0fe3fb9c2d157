package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.parse.PlainSelect;
import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Makes the rows that several SELECTs of a statement aggregate one definition, so that they need be
 * found only once:
 *
 * <pre>
 * SELECT k, sum(x) FROM t, u WHERE c GROUP BY k HAVING sum(x) > (SELECT sum(x) / 9 FROM t, u WHERE c)
 * SELECT r1, sum(r2) FROM (SELECT k AS r1, x AS r2 FROM t, u WHERE c) AS argosy_rows GROUP BY r1
 *     HAVING sum(r2) > (SELECT sum(r2) / 9 FROM (SELECT k AS r1, ..) AS argosy_rows)
 * </pre>
 *
 * <p>The SELECTs have the same FROM and WHERE, word for word, over the same tables, and nothing in
 * these comes from outside or from a query within. In one snapshot they have the same rows.
 */
final class SharedRows {
  private static final String ALIAS = "argosy_rows";

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
   * The rewritten query.
   *
   * @param rows the definition of the rows
   * @param copies the same at its other places
   * @param groupedBy positions among the columns of the rows by which they are grouped somewhere
   */
  record Form(SqlNode tree, SqlNode rows, List<SqlNode> copies, Set<Integer> groupedBy) {}

  private final Binding binding;
  private final ParsedStatement statement;
  private final SqlNode tree;
  private final Collection<SqlNode> copies;
  private final Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();

  /**
   * @param copies of definitions that are shared as a whole
   */
  SharedRows(Binding binding, ParsedStatement statement, SqlNode tree, Collection<SqlNode> copies) {
    this.copies = copies;
    this.binding = binding;
    this.statement = statement;
    this.tree = tree;
  }

  /** The query with the first rows that several SELECTs have in common; empty if there are none. */
  Optional<Form> rewrite() {
    Map<String, List<Query.Select>> byRows = new LinkedHashMap<>();
    for (Query query : binding.query().all()) {
      if (query instanceof Query.Select select && isCandidate(select)) {
        byRows.computeIfAbsent(rows(select), key -> new ArrayList<>()).add(select);
      }
    }
    return byRows.values().stream()
        .filter(selects -> selects.size() > 1 && isSame(selects))
        .findFirst()
        .map(this::shared);
  }

  private String rows(Query.Select select) {
    SqlNode one = SqlLiteral.createExactNumeric("1", SqlParserPos.ZERO);
    return statement.text(
        PlainSelect.of(
            Trees.list(List.of(one)), select.node().getFrom(), select.node().getWhere()));
  }

  private boolean isCandidate(Query.Select select) {
    SqlSelect node = select.node();
    if (select.from().isEmpty()) {
      return false;
    }
    List<SqlNode> rows = parts(node);
    return select.aggregated()
        && copies.stream().noneMatch(copy -> Trees.contains(copy, node))
        && select.sources().stream().allMatch(s -> s.origin() instanceof Source.Table)
        && namesColumns(select.from().get())
        && rows.stream().noneMatch(Trees::containsQuery)
        && rows.stream()
            .flatMap(part -> Trees.identifiers(part).stream())
            .map(binding::column)
            .flatMap(Optional::stream)
            .allMatch(column -> select.sources().contains(column.source()))
        && node.getSelectList().size() == select.outputs().size()
        && node.getSelectList().stream()
            .noneMatch(item -> item instanceof SqlIdentifier name && name.isStar());
  }

  private static List<SqlNode> parts(SqlSelect node) {
    return node.getWhere() == null
        ? List.of(node.getFrom())
        : List.of(node.getFrom(), node.getWhere());
  }

  private static boolean namesColumns(JoinTree tree) {
    return !(tree instanceof JoinTree.Join join)
        || join.using().isEmpty() && namesColumns(join.left()) && namesColumns(join.right());
  }

  /** The same words could mean other tables elsewhere. */
  private static boolean isSame(List<Query.Select> selects) {
    return selects.stream().map(SharedRows::relations).distinct().count() == 1;
  }

  private static List<Object> relations(Query.Select select) {
    return select.sources().stream()
        .<Object>map(source -> ((Source.Table) source.origin()).relation())
        .toList();
  }

  private Form shared(List<Query.Select> selects) {
    List<SqlNode> left = selects.stream().flatMap(select -> parts(select.node()).stream()).toList();
    Map<SqlIdentifier, Place> names = new IdentityHashMap<>();
    for (SqlIdentifier name : Trees.identifiersOutside(tree, left)) {
      binding
          .column(name)
          .flatMap(column -> place(column, selects))
          .ifPresent(place -> names.put(name, place));
    }
    List<Place> places = List.copyOf(new TreeSet<>(names.values()));
    names.forEach(
        (name, place) -> replaced.put(name, Trees.name(ALIAS, "r" + (places.indexOf(place) + 1))));
    List<SqlNode> definitions = new ArrayList<>();
    Set<Integer> groupedBy = new LinkedHashSet<>();
    for (Query.Select select : selects) {
      SqlNode definition = definition(select, places);
      definitions.add(definition);
      replaced.put(select.node().getFrom(), Trees.as(definition, ALIAS));
      if (select.node().getWhere() != null) {
        replaced.put(select.node().getWhere(), Replacer.TRUE);
      }
      for (SqlNode group : select.groupBy()) {
        binding
            .column(group)
            .flatMap(column -> place(column, selects))
            .map(places::indexOf)
            .filter(position -> position >= 0)
            .ifPresent(groupedBy::add);
      }
    }
    selects.forEach(this::keepNames);
    return new Form(
        tree.accept(new Replacer(replaced)),
        definitions.getFirst(),
        definitions.subList(1, definitions.size()),
        groupedBy);
  }

  private static Optional<Place> place(Column column, List<Query.Select> selects) {
    return selects.stream()
        .filter(select -> select.sources().contains(column.source()))
        .findFirst()
        .map(select -> new Place(select.sources().indexOf(column.source()), column.index()));
  }

  private static SqlNode definition(Query.Select select, List<Place> places) {
    List<SqlNode> items = new ArrayList<>();
    for (Place place : places) {
      Source source = select.sources().get(place.source());
      items.add(
          Trees.as(
              Trees.name(source.alias(), source.columns().get(place.column())),
              "r" + (items.size() + 1)));
    }
    return PlainSelect.of(Trees.list(items), select.node().getFrom(), select.node().getWhere());
  }

  /** A column that is called after what it is keeps its name. */
  private void keepNames(Query.Select select) {
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
