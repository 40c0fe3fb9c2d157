package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.ForeignKeyAction;

/**
 * Each node follows foreign keys among its own rows, which are all that refer to each other; but a
 * row to which an action gives another key stays where it is.
 */
final class ForeignKeyActionRule implements EffectRule<ForeignKeyAction> {
  @Override
  public Verdict judge(ForeignKeyAction action, boolean meetsPlaced) {
    return action.changesKey()
        ? Verdict.Refused.unsupported(
            "foreign key \""
                + action.name()
                + "\" would change the distribution column of "
                + action.relation().title()
                + ", whose rows would have to move to other nodes",
            "Insert the new row of "
                + action.referenced().title()
                + ", update the referring rows, then delete the old row.")
        : new Verdict.Local();
  }
}
