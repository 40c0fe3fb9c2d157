package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.RuleEffect;

/**
 * A rule makes other statements of one, which are nowhere planned: it applies where the home node
 * has all that the statement and the rule come to.
 */
final class RuleRule implements EffectRule<RuleEffect> {
  @Override
  public Verdict judge(RuleEffect rule, boolean meetsPlaced) {
    return rule.relation().isPlaced() || rule.seesPlaced() || meetsPlaced
        ? Verdict.Refused.unsupported(
            "rule \""
                + rule.name()
                + "\" of "
                + rule.relation().title()
                + " is not supported together with distributed or reference tables",
            "Say in the statement what the rule would do, and drop or disable the rule.")
        : new Verdict.Local();
  }
}
