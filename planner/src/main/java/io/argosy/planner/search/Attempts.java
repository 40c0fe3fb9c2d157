package io.argosy.planner.search;

import io.argosy.planner.catalog.StatementFacts.ResultColumn;
import io.argosy.planner.plan.UnprovenException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/** Carries assignments of choices to the sites of one query out, each of them once. */
final class Attempts {
  /** No answer costs more. */
  static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  /** Who has found no plan at all looks for one for so many times the time that there is. */
  private static final double LONGEST = 4;

  /**
   * An assignment.
   *
   * @param choices for each site that is there when the queries that are moved are gone
   * @param group the colocation group of the rows that are moved
   * @param looksUp whether the query may be rewritten to look rows up
   */
  private record Assignment(List<Choice> choices, int group, boolean looksUp) {}

  /**
   * What came of one.
   *
   * @param answer empty if it does not make the query local, or costs too much
   * @param limit what costs too much: another attempt with a higher limit may find an answer
   */
  private record Outcome(Optional<Answer> answer, double limit) {}

  private final Context context;
  private final SubqueryMoves subqueries;
  private final StagedTables tables;
  private final SqlNode tree;
  private final Reductions reductions;
  private final Sizes sizes;
  private final List<ResultColumn> columns;
  private final Optional<ModifiedTable> target;
  private final List<Site> sites;
  private final Map<Assignment, Outcome> known = new HashMap<>();
  private UnprovenException failure =
      new UnprovenException("no assignment of moves makes the query local");
  private int count;

  /**
   * @param columns of the query's result
   * @param target the table that an UPDATE or DELETE changes; empty for a query
   */
  Attempts(
      Context context,
      SubqueryMoves subqueries,
      SqlNode tree,
      Reductions reductions,
      Sizes sizes,
      List<ResultColumn> columns,
      Optional<ModifiedTable> target,
      List<Site> sites) {
    this.context = context;
    this.subqueries = subqueries;
    this.tables = new StagedTables(context, reductions, sizes);
    this.tree = tree;
    this.reductions = reductions;
    this.sizes = sizes;
    this.columns = columns;
    this.target = target;
    this.sites = sites;
  }

  /** How many there have been. */
  int count() {
    return count;
  }

  /** Why the last one that has found nothing has not. */
  UnprovenException failure() {
    return failure;
  }

  /**
   * Tries an assignment.
   *
   * @param choices by the sites' keys; what is not among them stays
   * @param limit an answer whose fragments cost as much is not wanted
   * @return empty if it does not make the query local, or costs too much
   */
  Optional<Answer> attempt(Map<SqlNode, Choice> choices, int group, boolean looksUp, double limit) {
    List<Choice> active = new ArrayList<>();
    for (Site site : active(sites, choices)) {
      active.add(choice(site, choices));
    }
    Assignment assignment = new Assignment(active, group, looksUp);
    Outcome before = known.get(assignment);
    if (before != null && (before.answer().isPresent() || before.limit() >= limit)) {
      return before.answer();
    }
    Optional<Answer> answer = answer(choices, group, looksUp, limit);
    known.put(assignment, new Outcome(answer, limit));
    return answer;
  }

  private Optional<Answer> answer(
      Map<SqlNode, Choice> choices, int group, boolean looksUp, double limit) {
    count++;
    context.trace().attempts();
    context.estimates().lookUp();
    if (context.estimates().timeUsed() > LONGEST) {
      failure = new UnprovenException("no plan was found in the time that there is for planning");
      return Optional.empty();
    }
    try {
      return new Attempt(
              context,
              subqueries,
              tables,
              tree,
              reductions,
              sizes,
              columns,
              choices,
              group,
              target,
              looksUp,
              limit)
          .answer(sites);
    } catch (UnprovenException e) {
      failure = e;
      return Optional.empty();
    }
  }

  private static Choice choice(Site site, Map<SqlNode, Choice> choices) {
    return Choice.of(site, choices);
  }

  /** The sites that are there, with those within queries that stay. */
  static List<Site> active(List<Site> level, Map<SqlNode, Choice> choices) {
    List<Site> result = new ArrayList<>();
    for (Site site : level) {
      result.add(site);
      if (site instanceof Site.Nested nested && choice(nested, choices) instanceof Choice.Stay) {
        result.addAll(active(nested.within(), choices));
      }
    }
    return result;
  }
}
