package io.argosy.coordinator.catalog;

import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.template.SqlTemplate;
import java.util.List;

/**
 * SELECT .. FOR UPDATE and its kind over the rows of several nodes: every node locks the rows that
 * it returns. That is what one PostgreSQL does if a node returns rows of tables of which it has a
 * part, as it finds them. (Writers of replicated tables come to the home node first, so that locks
 * of other copies do not hold.)
 */
public final class LockedParts {
  private LockedParts() {}

  /** Whether a plan locks the rows that it returns, where its statement says so. */
  public static boolean areLocked(Plan plan, List<RelationFact> relations) {
    return plan instanceof Plan.Pushdown pushdown
        && !(pushdown.merge() instanceof Merge.Finish)
        && !relations.isEmpty()
        && relations.stream().allMatch(RelationFact::partitioned);
  }

  /**
   * The plan with the clause in what nodes run; the same where locks of several nodes do not hold.
   *
   * @param clause FOR UPDATE or its kind; empty where there is none
   */
  static Plan in(Plan plan, String clause, List<RelationFact> relations) {
    if (clause.isEmpty()
        || !areLocked(plan, relations)
        || !(plan instanceof Plan.Pushdown pushdown)) {
      return plan;
    }
    return new Plan.Pushdown(
        locked(pushdown.fragment(), clause),
        pushdown.pruning(),
        pushdown.once(),
        pushdown.merge() instanceof Merge.Ordered ordered
            ? new Merge.Ordered(
                ordered.keys(),
                ordered.hidden(),
                ordered.limit(),
                ordered.offset(),
                ordered.finish(),
                locked(ordered.unsorted(), clause))
            : pushdown.merge(),
        pushdown.keys(),
        pushdown.colocationGroup(),
        pushdown.reason());
  }

  private static SqlTemplate locked(SqlTemplate query, String clause) {
    return query.within("", " " + clause);
  }
}
