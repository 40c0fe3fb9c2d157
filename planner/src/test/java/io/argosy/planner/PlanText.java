package io.argosy.planner;

import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;

/** A plan as text for golden files. */
final class PlanText {
  private PlanText() {}

  static String of(Plan plan) {
    return switch (plan) {
      case Plan.Route route -> "ROUTE " + target(route.target()) + "\n";
      case Plan.Pushdown push ->
          "PUSHDOWN"
              + pruning(push.pruning())
              + "\n  fragment: "
              + push.fragment().replace('\n', ' ')
              + "\n"
              + (push.once().isEmpty() ? "" : "  once: " + push.once() + "\n")
              + "  merge: "
              + merge(push.merge())
              + "\n";
      case Plan.Gather gather ->
          "GATHER "
              + gather.relations().stream().map(relation -> relation.name()).toList()
              + "\n  reason: "
              + gather.reason()
              + "\n";
      case Plan.Modify modify ->
          "MODIFY"
              + (modify.replicated() ? " replicated" : "")
              + pruning(modify.pruning())
              + "\n  fragment: "
              + modify.fragment().replace('\n', ' ')
              + "\n"
              + (modify.once().isEmpty() ? "" : "  once: " + modify.once() + "\n");
      case Plan.Refused refused ->
          "REFUSED "
              + refused.sqlState()
              + "\n  reason: "
              + refused.reason()
              + "\n  hint: "
              + refused.hint()
              + "\n";
    };
  }

  private static String target(Plan.Target target) {
    return switch (target) {
      case Plan.Target.AnyNode any -> "any node";
      case Plan.Target.HomeNode home -> "home node";
      case Plan.Target.KeyOwner owner -> "owner of" + pruning(owner.key());
    };
  }

  private static String pruning(Pruning pruning) {
    return switch (pruning) {
      case Pruning.AllNodes all -> "";
      case Pruning.Keys keys -> " " + keys.values() + " (" + keys.keyType() + ")";
    };
  }

  private static String merge(Merge merge) {
    return switch (merge) {
      case Merge.Concatenate concatenate -> "concatenate";
      case Merge.Limited limited -> "limit " + limited.limit() + " offset " + limited.offset();
      case Merge.Ordered ordered ->
          "ordered "
              + ordered.keys()
              + " hidden "
              + ordered.hidden()
              + " limit "
              + ordered.limit()
              + " offset "
              + ordered.offset()
              + "\n    or "
              + merge(ordered.finish());
      case Merge.Finish finish ->
          "finish "
              + (finish.notReal().isEmpty() ? "" : "(not real: " + finish.notReal() + ") ")
              + finish.template().replace('\n', ' ');
    };
  }
}
