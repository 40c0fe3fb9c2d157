package io.argosy.planner.search;

import io.argosy.planner.analyse.KeyTypes;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * The result of a definition that has become a temporary table before a statement is searched,
 * whose parts all read it there.
 *
 * @param key of the sites that it stands for
 * @param choice where its rows are
 */
record SharedStage(SqlNode key, Choice choice, SubqueryMoves.Moved moved) {

  /** The definition as a site of the query that has been rewritten. */
  static Site.Nested site(
      SharedRows.Form form, Binding binding, Map<SqlNode, SqlNode> definitions) {
    return new SiteFinder(binding, definitions)
        .find().stream()
            .flatMap(site -> find(site, form.rows()).stream())
            .findFirst()
            .orElseThrow();
  }

  private static Optional<Site.Nested> find(Site site, SqlNode key) {
    return switch (site) {
      case Site.Table table -> Optional.empty();
      case Site.Nested nested ->
          nested.key() == key
              ? Optional.of(nested)
              : nested.within().stream().flatMap(inner -> find(inner, key).stream()).findFirst();
    };
  }

  /** Each row on the node that finishes its group. */
  static List<Choice> choices(SharedRows.Form form, Site.Nested rows) {
    return form.groupedBy().stream()
        .filter(column -> KeyTypes.hashed(rows.query().outputs().get(column).type()))
        .<Choice>map(Choice.Repartition::new)
        .toList();
  }

  /** An alternative over the table as one for the whole statement. */
  Plan.Alternative and(Plan.Alternative over) {
    return new Plan.Alternative(described(moved, over.description()), moved.cost() + over.cost());
  }

  /** The description of what is done over the table as one for the whole statement. */
  static String described(SubqueryMoves.Moved moved, String over) {
    return over.equals(Answer.AS_IT_STANDS) ? moved.words() : moved.words() + ", " + over;
  }
}
