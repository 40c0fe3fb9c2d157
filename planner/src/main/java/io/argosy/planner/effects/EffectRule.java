package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect;

/**
 * Says where one kind of effects may run. A rule that does not know a case refuses it.
 *
 * @param <E> the kind
 */
interface EffectRule<E extends Effect> {
  /**
   * @param meetsPlaced whether the statement reads or writes tables that other nodes have rows of
   */
  Verdict judge(E effect, boolean meetsPlaced);
}
