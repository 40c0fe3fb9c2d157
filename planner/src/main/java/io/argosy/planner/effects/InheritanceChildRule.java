package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.InheritanceChild;

/** PostgreSQL changes the children of a table on the nodes where it changes the table. */
final class InheritanceChildRule implements EffectRule<InheritanceChild> {
  @Override
  public Verdict judge(InheritanceChild child, boolean meetsPlaced) {
    return Verdict.Refused.unsupported(
        child.relation().title()
            + " inherits from "
            + child.name()
            + ", and the rows of one of them are on other nodes",
        "Name the tables one by one with ONLY, or end the inheritance: ALTER TABLE .. NO INHERIT.");
  }
}
