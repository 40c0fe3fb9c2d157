package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.proof.EmptyRule;
import io.argosy.sql.parse.RowCountOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds the sites of a query. */
public final class SiteFinder {
  private final Binding binding;
  private final Map<SqlNode, SqlNode> originals;
  private int nestedQueries;

  /**
   * @param originals by the tree of a derived table, that of the definition it was copied from
   */
  public SiteFinder(Binding binding, Map<SqlNode, SqlNode> originals) {
    this.binding = binding;
    this.originals = originals;
  }

  /**
   * The sites of the bound query, those within others below them. What a query within reads that
   * has no rows is none.
   */
  public List<Site> find() {
    Query query = binding.query();
    return merged(
        query instanceof Query.Select select
            ? select(select, Optional.empty(), false, true)
            : within(query, Optional.empty(), false, true));
  }

  /** Definitions that are referred to several times are one site. */
  private static List<Site> merged(List<Site> sites) {
    List<Site> result = new ArrayList<>();
    for (Site site : sites) {
      if (!(site instanceof Site.Nested nested)) {
        result.add(site);
        continue;
      }
      int same = -1;
      for (int i = 0; i < result.size(); i++) {
        if (result.get(i).key() == nested.key()) {
          same = i;
        }
      }
      if (same < 0) {
        result.add(nested);
      } else {
        result.set(same, ((Site.Nested) result.get(same)).and(nested));
      }
    }
    return result;
  }

  private List<Site> within(
      Query query, Optional<Site.Block> outer, boolean recursive, boolean duplicatesMatter) {
    return switch (query) {
      case Query.Select select when EmptyRule.isEmptyEverywhere(select) -> List.of();
      case Query.Select select -> select(select, outer, recursive, duplicatesMatter);
      case Query.SetOperation operation -> {
        List<Site> sites = new ArrayList<>();
        sites.addAll(branch(operation.node().operand(0), operation.left(), outer, recursive));
        sites.addAll(branch(operation.node().operand(1), operation.right(), outer, recursive));
        yield sites;
      }
      case Query.Values values -> {
        List<Site> sites = new ArrayList<>();
        values.nested().forEach(nested -> sites.addAll(nested(nested, outer, recursive)));
        yield sites;
      }
    };
  }

  private List<Site> branch(
      SqlNode node, Query query, Optional<Site.Block> outer, boolean recursive) {
    List<Site> inner = within(query, outer, recursive, true);
    return recursive || EmptyRule.isEmptyEverywhere(query) || query instanceof Query.SetOperation
        ? inner
        : site(node, query, inner, "a branch");
  }

  private List<Site> select(
      Query.Select select,
      Optional<Site.Block> outer,
      boolean recursive,
      boolean duplicatesMatter) {
    boolean matter =
        duplicatesMatter
            || select.aggregated()
            || !select.partitions().isEmpty()
            || select.cut() != Query.Cut.NONE;
    return sites(select, new Site.Block(select, outer, matter), recursive);
  }

  private List<Site> sites(Query.Select select, Site.Block block, boolean recursive) {
    List<Site> sites = new ArrayList<>();
    for (Source source : select.sources()) {
      switch (source.origin()) {
        case Source.Table table ->
            sites.add(new Site.Table(source, table.relation(), block, recursive));
        case Source.Derived derived -> {
          Optional<Site.Block> outer = derived.lateral() ? Optional.of(block) : block.outer();
          boolean below = recursive || derived.recursive();
          List<Site> inner = within(derived.query(), outer, below, true);
          sites.addAll(
              below ? inner : site(derived.node(), derived.query(), inner, source.alias()));
        }
        case Source.UnknownTable unknown -> {}
        case Source.Function function -> {}
        case Source.SelfReference self -> {}
        case Source.Merged merged -> {}
      }
    }
    select.nested().forEach(nested -> sites.addAll(nested(nested, Optional.of(block), recursive)));
    return sites;
  }

  private List<Site> nested(Query.Nested nested, Optional<Site.Block> outer, boolean recursive) {
    boolean matter = nested.use() == Query.Use.OTHER;
    List<Site> inner = within(nested.query(), outer, recursive, matter);
    nestedQueries++;
    return recursive
        ? inner
        : site(nested.node(), nested.query(), inner, "subquery " + nestedQueries);
  }

  private List<Site> site(SqlNode node, Query query, List<Site> inner, String name) {
    if (!isSelfContained(node, query) || isOrderedForItself(node)) {
      return inner;
    }
    SqlNode key = originals.getOrDefault(node, node);
    return List.of(new Site.Nested(key, List.of(node), query, merged(inner), name));
  }

  /** Rows in an order that nothing but the reader can see would lose it on their way. */
  private static boolean isOrderedForItself(SqlNode node) {
    return node instanceof SqlOrderBy ordered
        && !ordered.orderList.isEmpty()
        && !RowCountOperator.cuts(ordered.fetch)
        && ordered.offset == null;
  }

  private boolean isSelfContained(SqlNode node, Query query) {
    List<Source> recursive = query.allSources().stream().filter(SiteFinder::isRecursive).toList();
    if (!recursive.isEmpty() && node.getKind() != SqlKind.WITH) {
      return false;
    }
    Set<String> defined = definedWithin(node);
    if (!recursive.stream().allMatch(source -> defined.contains(tableName(source)))) {
      return false;
    }
    return binding.isSelfContained(node, query);
  }

  private static boolean isRecursive(Source source) {
    return source.origin() instanceof Source.SelfReference
        || source.origin() instanceof Source.Derived derived && derived.recursive();
  }

  /** The name by which FROM refers to a common table expression. */
  private static String tableName(Source source) {
    SqlNode item = source.item();
    return ((SqlIdentifier) (item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item))
        .getSimple();
  }

  /** The names of the common table expressions that a query defines, on whatever level. */
  private static Set<String> definedWithin(SqlNode query) {
    Set<String> names = new HashSet<>();
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item) {
              names.add(item.name.getSimple());
            }
            return super.visit(call);
          }
        });
    return names;
  }
}
