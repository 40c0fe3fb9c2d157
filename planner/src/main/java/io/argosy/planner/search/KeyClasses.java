package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.movement.Costs;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Columns of all of a statement that are compared for equality anywhere, as candidates for the key
 * by which its rows could be divided. Whether a candidate is right is not decided here.
 */
final class KeyClasses {
  private static final int MOST = 12;

  /**
   * A column of a table or of a query.
   *
   * @param node a table's entry in FROM, or a query's tree
   */
  private record Element(SqlNode node, int column) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Element element && element.node == node && element.column == column;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(node) * 31 + column;
    }
  }

  private final Binding binding;
  private final Map<SqlNode, SqlNode> originals;
  private final Map<Element, Element> parents = new HashMap<>();
  private final Map<Element, Integer> weights = new LinkedHashMap<>();

  private KeyClasses(Binding binding, Map<SqlNode, SqlNode> originals) {
    this.binding = binding;
    this.originals = originals;
  }

  /** The candidates of a query, those that concern most of it first. */
  static List<KeyClass> of(Binding binding, Map<SqlNode, SqlNode> originals) {
    KeyClasses classes = new KeyClasses(binding, originals);
    classes.query(binding.query(), null);
    return classes.classes();
  }

  /** One candidate: which column of which site it is. */
  static final class KeyClass {
    private final Set<Element> elements;

    private KeyClass(Set<Element> elements) {
      this.elements = elements;
    }

    /** The columns of a site that belong to it. */
    List<Integer> columns(SqlNode node) {
      return elements.stream()
          .filter(element -> element.node() == node)
          .map(Element::column)
          .sorted()
          .toList();
    }
  }

  private List<KeyClass> classes() {
    Map<Element, Set<Element>> byRoot = new LinkedHashMap<>();
    Map<Element, Integer> weightOf = new HashMap<>();
    weights.forEach(
        (element, weight) -> {
          byRoot.computeIfAbsent(root(element), root -> new HashSet<>()).add(element);
          weightOf.merge(root(element), weight, Integer::sum);
        });
    return byRoot.entrySet().stream()
        .filter(entry -> weightOf.get(entry.getKey()) > 0)
        .sorted(
            Comparator.comparingInt(
                (Map.Entry<Element, Set<Element>> entry) -> -weightOf.get(entry.getKey())))
        .limit(MOST)
        .map(entry -> new KeyClass(entry.getValue()))
        .toList();
  }

  private void query(Query query, SqlNode node) {
    switch (query) {
      case Query.Select select -> select(select, node);
      case Query.SetOperation operation -> {
        SqlNode left = operation.node().operand(0);
        SqlNode right = operation.node().operand(1);
        query(operation.left(), left);
        query(operation.right(), right);
        for (int i = 0; i < operation.outputs().size(); i++) {
          Element element = new Element(left, i);
          unite(element, new Element(right, i));
          if (node != null) {
            unite(element, new Element(key(node), i));
          }
          weigh(element, operation.appends() ? 0 : 1);
        }
      }
      case Query.Values values ->
          values.nested().forEach(nested -> query(nested.query(), nested.node()));
    }
  }

  private void select(Query.Select select, SqlNode node) {
    for (Source source : select.sources()) {
      if (source.origin() instanceof Source.Table table
          && table.relation().placement() instanceof Placement.Hash hash) {
        weigh(new Element(source.item(), table.relation().index(hash.column())), 1);
      }
      if (source.origin() instanceof Source.Table table
          && table.relation().rows() >= Costs.ROWS_WORTH_DIVIDING) {
        // It can be divided by ranges, whatever it is compared with.
        table.relation().histograms().stream()
            .limit(1)
            .map(histogram -> table.relation().index(histogram.column()))
            .forEach(column -> weigh(new Element(source.item(), column), 1));
      }
      if (source.origin() instanceof Source.Derived derived) {
        query(derived.query(), derived.node());
      }
    }
    for (Query.Nested nested : select.nested()) {
      query(nested.query(), nested.node());
      for (int i = 0; i < nested.compared().size(); i++) {
        Element output = new Element(key(nested.node()), i);
        binding
            .column(nested.compared().get(i))
            .flatMap(this::element)
            .ifPresent(column -> unite(column, output));
      }
    }
    select.where().forEach(this::condition);
    select.from().ifPresent(this::conditions);
    select.groupBy().forEach(this::interesting);
    select.distinctOn().forEach(this::interesting);
    select.partitions().forEach(partition -> partition.forEach(this::interesting));
    for (int i = 0; i < select.outputs().size(); i++) {
      Optional<Element> output = select.outputs().get(i).column().flatMap(this::element);
      if (output.isPresent()) {
        weigh(output.get(), select.distinct() ? 1 : 0);
        if (node != null) {
          unite(output.get(), new Element(key(node), i));
        }
      }
    }
  }

  private void interesting(SqlNode expression) {
    binding.column(expression).flatMap(this::element).ifPresent(element -> weigh(element, 1));
  }

  private void conditions(JoinTree tree) {
    if (tree instanceof JoinTree.Join join) {
      join.on().forEach(this::condition);
      for (JoinTree.Pair pair : join.using()) {
        Optional<Element> left = element(pair.left());
        Optional<Element> right = element(pair.right());
        if (left.isPresent() && right.isPresent()) {
          equal(left.get(), right.get());
        }
      }
      conditions(join.left());
      conditions(join.right());
    }
  }

  private void condition(SqlNode condition) {
    if (condition.getKind() != SqlKind.EQUALS) {
      return;
    }
    Optional<Element> left =
        binding.column(((SqlCall) condition).operand(0)).flatMap(this::element);
    Optional<Element> right =
        binding.column(((SqlCall) condition).operand(1)).flatMap(this::element);
    if (left.isPresent() && right.isPresent()) {
      equal(left.get(), right.get());
    }
  }

  private void equal(Element left, Element right) {
    unite(left, right);
    weigh(left, 1);
    weigh(right, 1);
  }

  private Optional<Element> element(Column column) {
    return switch (column.source().origin()) {
      case Source.Table table -> Optional.of(new Element(column.source().item(), column.index()));
      case Source.Derived derived -> Optional.of(new Element(key(derived.node()), column.index()));
      case Source.Merged merged -> element(merged.left().get(column.index()));
      case Source.UnknownTable unknown -> Optional.empty();
      case Source.Function function -> Optional.empty();
      case Source.SelfReference self -> Optional.empty();
    };
  }

  private SqlNode key(SqlNode node) {
    return originals.getOrDefault(node, node);
  }

  private void weigh(Element element, int weight) {
    weights.merge(element, weight, Integer::sum);
  }

  private Element root(Element element) {
    Element root = element;
    while (parents.containsKey(root)) {
      root = parents.get(root);
    }
    return root;
  }

  private void unite(Element left, Element right) {
    weigh(left, 0);
    weigh(right, 0);
    Element leftRoot = root(left);
    Element rightRoot = root(right);
    if (!leftRoot.equals(rightRoot)) {
      parents.put(leftRoot, rightRoot);
    }
  }
}
