package io.argosy.planner.forms;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.SiteFinder;
import io.argosy.sql.parse.ParsedStatement;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlNode;

/**
 * A view or common table expression that a statement reads several times. Its rows can be found
 * once and stay divided, and the statement be planned over them as over any table, instead of all
 * of them going to every node (TPC-D 15: the node that has a supplier's revenue compares it with
 * the highest, which each node finds among its own).
 *
 * @param tree the statement
 * @param site the definition at all of its places
 */
record SharedDefinition(SqlNode tree, Site.Nested site) {
  /** Each is searched by itself; of statements with many the outermost are tried. */
  private static final int MOST = 3;

  /** The query over one of its definitions, for each. */
  static List<Rewrite> rewrite(BoundQuery query, Context context) {
    List<SharedDefinition> definitions =
        of(query.tree(), new SiteFinder(query.binding(), context.originals()).find());
    return definitions.isEmpty()
        ? List.of(new Rewrite.None("no definition over partitioned rows is read twice"))
        : definitions.stream().map(each -> each.over(query.binding(), context)).toList();
  }

  private Rewrite over(Binding binding, Context context) {
    return new Rewrite.OverRows(
        site,
        choices(binding),
        template(context.statement()),
        isGrouped() ? context.costs().nodes() : 1,
        this::over);
  }

  /** The definitions over partitioned rows that some sites and those within them stand for. */
  private static List<SharedDefinition> of(SqlNode tree, List<Site> sites) {
    Map<SqlNode, Integer> positions = new IdentityHashMap<>();
    List<Site.Nested> definitions = new ArrayList<>();
    collect(sites, positions, definitions);
    return definitions.stream()
        .filter(site -> site.nodes().size() > 1 && site.isApart())
        .limit(MOST)
        .map(site -> new SharedDefinition(tree, site))
        .toList();
  }

  private static void collect(
      List<Site> sites, Map<SqlNode, Integer> positions, List<Site.Nested> definitions) {
    for (Site site : sites) {
      if (site instanceof Site.Nested nested) {
        Integer known = positions.putIfAbsent(nested.key(), definitions.size());
        if (known == null) {
          definitions.add(nested);
        } else {
          definitions.set(known, definitions.get(known).and(nested));
        }
        collect(nested.within(), positions, definitions);
      }
    }
  }

  /** Its rows stay where they are made, or lie by a column by which they are grouped. */
  private List<Choice> choices(Binding binding) {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice.Keep());
    if (site.query() instanceof Query.Select select && isGrouped()) {
      List<Column> groupedBy =
          select.groupBy().stream().map(binding::column).flatMap(Optional::stream).toList();
      for (int i = 0; i < select.outputs().size(); i++) {
        Query.Output output = select.outputs().get(i);
        if (output.column().filter(groupedBy::contains).isPresent()
            && KeyTypes.hashed(output.type())) {
          choices.add(new Choice.Repartition(i));
        }
      }
    }
    return choices;
  }

  /** Whether what PostgreSQL expects of it on one node are the rows of all. */
  private boolean isGrouped() {
    return site.query() instanceof Query.Select select && select.node().getGroup() != null;
  }

  /** The definition as a query whose columns are those of its temporary table. */
  private SqlTemplate template(ParsedStatement statement) {
    String columns =
        IntStream.rangeClosed(1, site.query().outputs().size())
            .mapToObj(number -> "c" + number)
            .collect(Collectors.joining(", "));
    return statement
        .template(site.nodes().getFirst())
        .within("SELECT * FROM (", ") AS argosy_rows(" + columns + ")");
  }

  /** The statement over the temporary table. */
  private SqlNode over(SubqueryMoves.Moved moved) {
    Map<SqlNode, SqlNode> replaced = new IdentityHashMap<>();
    site.nodes().forEach(node -> replaced.put(node, moved.reading()));
    return tree.accept(new Replacer(replaced));
  }
}
