package io.argosy.coordinator.analysis;

import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the locks of SELECT .. FOR UPDATE and its kind can hold: where one node has the rows (of
 * replicated tables the home node, to which their writers come first), and where several nodes
 * return rows of tables of which each has a part, as they find them.
 */
public final class RowLocks {
  private RowLocks() {}

  /** Whether a statement may have such a clause, be it in a subquery. */
  public static boolean areIn(List<Token> tokens) {
    return IntStream.range(1, tokens.size())
        .anyMatch(i -> tokens.get(i - 1).isWord("for") && isStrength(tokens.get(i)));
  }

  /** The word behind FOR. */
  static boolean isStrength(Token token) {
    return token.isWord("update")
        || token.isWord("share")
        || token.isWord("no")
        || token.isWord("key");
  }

  /**
   * The plan of a query on which its locks hold, if it has any.
   *
   * @throws PostgresException 0A000 when the rows would be locked in copies
   */
  public static PlannedStatement kept(String sql, PlannedStatement planned) {
    return areIn(SqlLexer.tokens(sql)) ? kept(planned) : planned;
  }

  /** The same of one that has. */
  public static PlannedStatement kept(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Route route ->
          route.target() instanceof Plan.Target.AnyNode
              ? planned.withPlan(new Plan.Route(new Plan.Target.HomeNode(), route.reason()))
              : planned;
      case Plan.Refused ignored -> planned;
      case Plan.Modify ignored -> planned;
      case Plan.Carried ignored -> planned;
      case Plan.Pushdown ignored -> {
        if (!areLocked(planned.plan(), planned.relations())) {
          throw refused();
        }
        yield planned;
      }
      case Plan.Staged staged -> {
        // Shares of replicated tables can be read together on the node that writers lock first.
        if (planned.relations().stream().anyMatch(RelationFact::partitioned)) {
          throw refused();
        }
        yield planned.withPlan(new Plan.Route(new Plan.Target.HomeNode(), staged.reason()));
      }
      case Plan.Gather ignored -> throw refused();
    };
  }

  /**
   * Before a change with such a clause in it, which is computed from copies of the rows that it
   * reads: the rows of its target are locked, and no others.
   *
   * @throws PostgresException 0A000 when it reads other tables
   */
  public static void requireOfTargetOnly(PlannedStatement planned) {
    boolean copied = planned.plan() instanceof Plan.Gather || planned.plan() instanceof Plan.Staged;
    if (copied && !planned.insertsRows() && planned.relations().size() > 1) {
      throw refused();
    }
  }

  private static PostgresException refused() {
    return new PostgresException(
        "0A000",
        "FOR UPDATE and FOR SHARE over rows that are moved, or of replicated and distributed tables"
            + " together, are not supported",
        "Lock the rows of one distributed table with a SELECT of its own, or the table with LOCK"
            + " TABLE.");
  }

  /** Whether a plan that is shipped to several nodes locks the rows that it returns there. */
  private static boolean areLocked(Plan plan, List<RelationFact> relations) {
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
    if (clause.isEmpty()) {
      return plan;
    }
    if (plan instanceof Plan.Route route && route.target() instanceof Plan.Target.KeyOwner owner) {
      return new Plan.Route(
          new Plan.Target.KeyOwner(owner.key(), owner.timed().map(timed -> locked(timed, clause))),
          route.reason());
    }
    return plan instanceof Plan.Pushdown pushdown && areLocked(plan, relations)
        ? locked(pushdown, clause)
        : plan;
  }

  private static Plan.Pushdown locked(Plan.Pushdown pushdown, String clause) {
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
        pushdown.colocation(),
        pushdown.reason());
  }

  private static SqlTemplate locked(SqlTemplate query, String clause) {
    return query.within("", " " + clause);
  }
}
