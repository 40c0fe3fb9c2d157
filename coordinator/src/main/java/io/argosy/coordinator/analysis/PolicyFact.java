package io.argosy.coordinator.analysis;

import io.argosy.planner.facts.Effect.PolicyEffect;
import java.util.List;

/**
 * A policy that applies to a statement, as {@code policies.sql} describes it.
 *
 * @param sameForAll whether the same condition is for all commands, also for new rows
 * @param changed whether the statement changes the relation, and does not only read it
 * @param function a function that may give something else on each node; null if it calls none
 * @param callsReaders as of {@link PolicyEffect}
 * @param conditions as {@code pg_get_expr} prints them
 */
record PolicyFact(
    EffectFact.RelationPlacement relation,
    String name,
    boolean sameForAll,
    boolean changed,
    String function,
    boolean seesPlaced,
    List<EffectFact.RelationPlacement> reads,
    boolean callsReaders,
    List<String> stable,
    List<String> volatiles,
    List<String> conditions) {
  /** Whether it may change something, by a function of a user's or a VOLATILE one. */
  boolean mayChange() {
    return function != null || callsReaders || !volatiles.isEmpty();
  }

  PolicyEffect effect(PolicyProof proof) {
    return new PolicyEffect(
        relation.affected(),
        name,
        sameForAll,
        changed,
        function,
        seesPlaced,
        reads.stream().map(EffectFact.RelationPlacement::affected).toList(),
        callsReaders,
        stable,
        volatiles,
        needsProof() && proof.holds(relation.qualifiedName(), conditions));
  }

  /** Whether it depends on where the rows lie that it reads. */
  private boolean needsProof() {
    return relation.placement().equals("hash")
        && function == null
        && reads.stream().anyMatch(read -> read.placement().equals("hash"));
  }
}
