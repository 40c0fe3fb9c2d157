package io.argosy.planner.route;

import io.argosy.planner.effects.Effects;
import io.argosy.planner.effects.Verdict;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.function.UserFunctionRule;
import io.argosy.planner.plan.Plan;
import java.util.List;
import java.util.Optional;

/** Routes what reads no partitioned table. */
public final class FactsRouter {
  private FactsRouter() {}

  /** The partitioned tables that a statement reads, by itself or through views. */
  public static List<Relation> partitioned(StatementFacts facts) {
    return facts.relations().stream()
        .filter(relation -> relation.placement() instanceof Placement.Hash)
        .toList();
  }

  /** Whether something is read that the home node has for itself. */
  public static boolean needsHomeNode(StatementFacts facts) {
    return facts.temporary().isPresent()
        || facts.relations().stream().anyMatch(FactsRouter::isOnHomeNode)
        || facts.functions().stream()
            .anyMatch(function -> UserFunctionRule.needsHomeNode(function, facts.builtins()))
        || HomeNodeRule.requires(facts);
  }

  private static boolean isOnHomeNode(Relation relation) {
    return switch (relation.placement()) {
      case Placement.SingleNode single -> true;
      case Placement.SystemCatalog catalog -> true;
      case Placement.Hash hash -> false;
      case Placement.Replicated replicated -> false;
      case Placement.OfDefinition view -> relation.isTemporary();
    };
  }

  /** The route of a query without partitioned tables. */
  public static Optional<Plan> route(StatementFacts facts) {
    return partitioned(facts).isEmpty() ? Optional.of(unchanged(facts, "")) : Optional.empty();
  }

  /** The plan that refuses a statement. */
  public static Plan.Refused refused(Verdict.Refused verdict) {
    return new Plan.Refused(verdict.sqlState(), verdict.message(), verdict.hint());
  }

  /** The plan of a statement that changes rows and is computed over copies, if that can be done. */
  public static Plan overCopies(StatementFacts facts, String reason) {
    return Effects.refusalOverCopies(facts.effects())
        .<Plan>map(FactsRouter::refused)
        .orElseGet(() -> new Plan.Gather(partitioned(facts), reason));
  }

  /**
   * The plan that always works: the query runs as it is on a node that has what it reads, or to
   * which the rows are moved that it needs.
   */
  public static Plan unchanged(StatementFacts facts, String reason) {
    List<Relation> partitioned = partitioned(facts);
    if (!partitioned.isEmpty()) {
      return new Plan.Gather(partitioned, reason);
    }
    Plan.Target target =
        needsHomeNode(facts) ? new Plan.Target.HomeNode() : new Plan.Target.AnyNode();
    return new Plan.Route(target, reason);
  }
}
