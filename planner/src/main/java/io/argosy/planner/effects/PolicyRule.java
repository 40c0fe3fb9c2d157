package io.argosy.planner.effects;

import io.argosy.planner.facts.AffectedRelation;
import io.argosy.planner.facts.Effect.PolicyEffect;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.function.NodeFunctions;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Each node applies a table's policies to its own rows, so what they read has to be there: the row,
 * settings and roles, which are the same everywhere, replicated tables, or rows that are proven to
 * be beside the row. Nobody may see the rows that a policy hides, so nothing else can apply it.
 */
final class PolicyRule implements EffectRule<PolicyEffect> {
  @Override
  public Verdict judge(PolicyEffect policy, boolean meetsPlaced) {
    boolean placed = policy.relation().isPlaced();
    if (policy.function() != null && (placed || policy.seesPlaced())) {
      return refused(
          policy,
          "calls function " + policy.function() + ", which may see a part of the rows on each node",
          "Declare the function IMMUTABLE if it reads no table, write its body with BEGIN ATOMIC"
              + " over reference tables only, or declare it safe.");
    }
    Optional<String> builtin =
        Stream.concat(
                policy.stable().stream().filter(NodeFunctions::dependsOnServer),
                policy.volatiles().stream())
            .filter(name -> placed || NodeFunctions.readsTables(name))
            .findFirst();
    if (builtin.isPresent()) {
      return refused(
          policy,
          "calls function " + builtin.get() + ", which does not give the same on every node",
          "Let the policy's conditions use the row, settings and roles only.");
    }
    for (AffectedRelation read : policy.reads()) {
      if (!isComplete(read, policy)) {
        return refused(
            policy,
            "reads " + read.title() + ", of which a node may have a part",
            "Declare "
                + read.title()
                + " with create_reference_table; or distribute both tables by columns that the"
                + " policy compares for equality.");
      }
    }
    return new Verdict.Local();
  }

  /** Whether all rows of a table that can matter for a row are where the row is. */
  private static boolean isComplete(AffectedRelation read, PolicyEffect policy) {
    if (read.placement() instanceof Placement.Replicated) {
      return true;
    }
    return policy.relation().isPlaced()
        ? read.placement() instanceof Placement.Hash && policy.proven()
        : !(read.placement() instanceof Placement.Hash);
  }

  private static Verdict refused(PolicyEffect policy, String reason, String hint) {
    return Verdict.Refused.unsupported(
        "policy \"" + policy.name() + "\" of " + policy.relation().title() + " " + reason, hint);
  }
}
