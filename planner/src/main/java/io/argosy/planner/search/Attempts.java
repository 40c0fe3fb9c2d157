package io.argosy.planner.search;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.StagedTables;
import io.argosy.planner.movement.rows.Site;
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
  private record Assignment(List<Choice> choices, Colocation group, boolean looksUp) {}

  /**
   * What came of one.
   *
   * @param answer empty if it does not make the query local, or costs too much
   * @param limit what costs too much: another attempt with a higher limit may find an answer
   */
  private record Outcome(Optional<Answer> answer, double limit) {}

  private final Searched searched;
  private final StagedTables tables;
  private final Map<Assignment, Outcome> known = new HashMap<>();
  private UnprovenException failure =
      new UnprovenException("no assignment of moves makes the query local");
  private int count;

  Attempts(Searched searched) {
    this.searched = searched;
    this.tables = new StagedTables(searched.context(), searched.reductions(), searched.sizes());
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
  Optional<Answer> attempt(
      Map<SqlNode, Choice> choices, Colocation group, boolean looksUp, double limit) {
    List<Choice> active = new ArrayList<>();
    for (Site site : active(searched.sites(), choices)) {
      active.add(Choice.of(site, choices));
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
      Map<SqlNode, Choice> choices, Colocation group, boolean looksUp, double limit) {
    count++;
    Context context = searched.context();
    searched.trace().attempts();
    context.estimates().lookUp();
    if (context.estimates().timeUsed() > LONGEST) {
      failure = new UnprovenException("no plan was found in the time that there is for planning");
      return Optional.empty();
    }
    try {
      return new Attempt(searched, tables, choices, group, looksUp, limit).answer();
    } catch (UnprovenException e) {
      failure = e;
      return Optional.empty();
    }
  }

  /** The sites that are there, with those within queries that stay. */
  static List<Site> active(List<Site> level, Map<SqlNode, Choice> choices) {
    List<Site> result = new ArrayList<>();
    for (Site site : level) {
      result.add(site);
      if (site instanceof Site.Nested nested && Choice.of(nested, choices) instanceof Choice.Stay) {
        result.addAll(active(nested.within(), choices));
      }
    }
    return result;
  }
}
