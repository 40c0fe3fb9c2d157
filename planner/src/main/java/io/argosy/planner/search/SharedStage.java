package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.catalog.KeyTypes;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.SearchSummary;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a definition that have become a temporary table before a statement is searched, whose
 * parts then read it as they read any table.
 *
 * @param stages that make it, it being the last
 * @param relation the temporary table
 * @param definition its rows as a query
 * @param parts in how many parts, one for each node, lies what PostgreSQL expects of the definition
 * @param cost of making it
 * @param words for EXPLAIN
 */
record SharedStage(
    List<Stage> stages,
    Relation relation,
    SqlTemplate definition,
    int parts,
    double cost,
    String words) {

  /** The definition as a site by itself. */
  static Site.Nested site(SharedRows.Shared shared, Binding binding, List<Site> within) {
    return new Site.Nested(
        shared.rows(), List.of(shared.rows()), binding.query(), within, "argosy_rows");
  }

  /** Each row where it was found, or on the node that finishes its group. */
  static List<Choice> choices(SharedRows.Shared shared, Site.Nested rows) {
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice.Keep());
    shared.groupedBy().stream()
        .filter(column -> KeyTypes.hashed(rows.query().outputs().get(column).type()))
        .map(Choice.Repartition::new)
        .forEach(choices::add);
    return choices;
  }

  /**
   * The stage. What reads it joins it with little, and PostgreSQL sees how large it is by its file.
   *
   * @param parts of what PostgreSQL expects of the definition
   */
  static SharedStage of(SubqueryMoves.Moved moved, SqlTemplate definition, int parts) {
    return new SharedStage(
        moved.stages(), moved.relation(), definition, parts, moved.cost(), moved.words());
  }

  /** An alternative over the table as one for the whole statement. */
  SearchSummary.Alternative and(SearchSummary.Alternative over) {
    return new SearchSummary.Alternative(described(over.description()), cost + over.cost());
  }

  /** The description of what is done over the table as one for the whole statement. */
  String described(String over) {
    return over.equals(Answer.AS_IT_STANDS) ? words : words + ", " + over;
  }
}
