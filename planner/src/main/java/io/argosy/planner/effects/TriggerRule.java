package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect.Timing;
import io.argosy.planner.facts.Effect.TriggerEffect;
import io.argosy.planner.facts.Placement;

/**
 * A trigger's function is opaque and sees one node. On a placed table it fires on each node for the
 * rows there, so it must be declared to touch nothing else, and cannot ask for all rows of a
 * statement. Elsewhere it fires on the home node, where it may come to all but placed tables.
 */
final class TriggerRule implements EffectRule<TriggerEffect> {
  @Override
  public Verdict judge(TriggerEffect trigger, boolean meetsPlaced) {
    String title = "trigger \"" + trigger.name() + "\" of " + trigger.relation().title();
    if (trigger.relation().isPlaced()) {
      return onEachNode(trigger, title);
    }
    if (!trigger.safe() && trigger.seesPlaced()) {
      return Verdict.Refused.unsupported(
          title
              + " may come to distributed or reference tables, of which its function would see one"
              + " node's rows",
          "Let function "
              + trigger.function()
              + " name only tables without placement, or declare it safe:"
              + " SELECT declare_function_safe(..).");
    }
    if (trigger.timing() == Timing.INSTEAD && meetsPlaced) {
      return Verdict.Refused.unsupported(
          title + " is not supported in a statement over distributed or reference tables",
          "Read the rows first, and change the view by a statement of its own.");
    }
    return new Verdict.Local();
  }

  private static Verdict onEachNode(TriggerEffect trigger, String title) {
    if (!trigger.eachRow() || trigger.transitionTables()) {
      return Verdict.Refused.unsupported(
          title
              + (trigger.transitionTables()
                  ? " wants all rows of a statement, of which each node has a part"
                  : " fires once for a statement, which several nodes run"),
          "Make it a trigger FOR EACH ROW without transition tables, or disable it.");
    }
    boolean mayMove =
        trigger.timing() == Timing.BEFORE
            && trigger.relation().placement() instanceof Placement.Hash;
    if (mayMove && !trigger.guarded()) {
      return Verdict.Refused.unsupported(
          title + " may give a row a distribution key that another node owns",
          "Drop the trigger and make it again through the coordinator, as the owner of the table:"
              + " what it does is then looked at.");
    }
    return trigger.safe()
        ? new Verdict.Local()
        : Verdict.Refused.unsupported(
            title
                + " would run function "
                + trigger.function()
                + " on nodes that have a part of"
                + " the rows",
            "If the function touches nothing but its row, reads reference tables only and gives the"
                + " same values on every node, declare it safe: SELECT declare_function_safe(..).");
  }
}
