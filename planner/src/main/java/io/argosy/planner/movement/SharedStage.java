package io.argosy.planner.movement;

import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.Stage;
import io.argosy.sql.template.SqlTemplate;
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
public record SharedStage(
    List<Stage> stages,
    Relation relation,
    SqlTemplate definition,
    int parts,
    double cost,
    String words) {
  /**
   * The stage. What reads it joins it with little, and PostgreSQL sees how large it is by its file.
   *
   * @param parts of what PostgreSQL expects of the definition
   */
  public static SharedStage of(SubqueryMoves.Moved moved, SqlTemplate definition, int parts) {
    return new SharedStage(
        moved.stages(), moved.relation(), definition, parts, moved.cost(), moved.words());
  }

  /** An answer over the table as one that makes it first. */
  public Answer before(Answer over) {
    List<Stage> all = new ArrayList<>(stages);
    all.addAll(over.stages());
    return new Answer(
        all,
        over.last(),
        over.keys(),
        over.group(),
        over.groupKeys(),
        over.unwanted(),
        cost + over.fragmentCost(),
        over.mergeCost(),
        over.dividedMergeCost(),
        described(over.description()));
  }

  /** An alternative over the table as one for the whole statement. */
  public SearchSummary.Alternative and(SearchSummary.Alternative over) {
    return new SearchSummary.Alternative(described(over.description()), cost + over.cost());
  }

  /** The description of what is done over the table as one for the whole statement. */
  private String described(String over) {
    return over.equals(Answer.AS_IT_STANDS) ? words : words + ", " + over;
  }
}
