package io.argosy.planner.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.facts.AffectedRelation;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.Effect.Evaluated;
import io.argosy.planner.facts.Effect.PolicyEffect;
import io.argosy.planner.facts.Effect.Timing;
import io.argosy.planner.facts.Effect.TriggerEffect;
import io.argosy.planner.facts.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectsTest {
  private static final AffectedRelation DISTRIBUTED =
      new AffectedRelation("public", "orders", new Placement.Hash(new Colocation.Group(1), "id"));
  private static final AffectedRelation REPLICATED =
      new AffectedRelation("public", "rates", new Placement.Replicated());
  private static final AffectedRelation LOCAL =
      new AffectedRelation("public", "notes", new Placement.SingleNode());
  private static final AffectedRelation VIEW =
      new AffectedRelation("public", "all_notes", new Placement.OfDefinition());

  @Test
  void nothingIsLocal() {
    assertThat(Effects.verdict(List.of(), true)).isEqualTo(new Verdict.Local());
  }

  @Test
  void aRowTriggerOfAPlacedTableRunsWhereItsFunctionIsSafe() {
    for (AffectedRelation placed : List.of(DISTRIBUTED, REPLICATED)) {
      assertThat(verdict(rowTrigger(placed, true, true))).isInstanceOf(Verdict.Local.class);
      assertThat(verdict(rowTrigger(placed, false, false)))
          .isInstanceOfSatisfying(
              Verdict.Refused.class,
              refused -> assertThat(refused.message()).contains("stamp", placed.name(), "f_of_it"));
    }
  }

  @Test
  void aTriggerOfAPlacedTableNeverSeesAWholeStatement() {
    for (AffectedRelation placed : List.of(DISTRIBUTED, REPLICATED)) {
      assertThat(verdict(trigger(placed, Timing.AFTER, false, false, true, false)))
          .isInstanceOf(Verdict.Refused.class);
      assertThat(verdict(trigger(placed, Timing.AFTER, true, true, true, false)))
          .isInstanceOf(Verdict.Refused.class);
    }
  }

  @Test
  void aTriggerOfALocalTableMayComeToLocalTablesOnly() {
    assertThat(verdict(rowTrigger(LOCAL, false, false))).isInstanceOf(Verdict.Local.class);
    assertThat(verdict(rowTrigger(LOCAL, true, true))).isInstanceOf(Verdict.Local.class);
    assertThat(verdict(rowTrigger(LOCAL, false, true))).isInstanceOf(Verdict.Refused.class);
    assertThat(verdict(trigger(LOCAL, Timing.AFTER, false, true, false, false)))
        .isInstanceOf(Verdict.Local.class);
  }

  @Test
  void whatStandsInThePlaceOfAChangeOfAViewNeedsAllOfTheStatementAtHome() {
    TriggerEffect instead = trigger(VIEW, Timing.INSTEAD, true, false, false, false);
    assertThat(Effects.verdict(List.of(instead), false)).isInstanceOf(Verdict.Local.class);
    assertThat(Effects.verdict(List.of(instead), true)).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void aRuleAppliesAmongLocalTables() {
    assertThat(verdict(new Effect.RuleEffect(LOCAL, "also", false)))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(new Effect.RuleEffect(LOCAL, "also", true)))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(verdict(new Effect.RuleEffect(REPLICATED, "also", false)))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(Effects.verdict(List.of(new Effect.RuleEffect(VIEW, "also", false)), true))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void anActionMayNotMoveARow() {
    assertThat(verdict(new Effect.ForeignKeyAction(DISTRIBUTED, "fk", REPLICATED, false)))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(new Effect.ForeignKeyAction(DISTRIBUTED, "fk", REPLICATED, true)))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void aChildThatIsPlacedOtherwiseIsRefused() {
    assertThat(verdict(new Effect.InheritanceChild(DISTRIBUTED, "notes")))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void aCatalogOfOneNodeIsNotChanged() {
    assertThat(verdict(new Effect.CatalogChange(LOCAL, "pg_depend")))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void theWorstVerdictCounts() {
    Effect local = new Effect.ForeignKeyAction(LOCAL, "fk", LOCAL, false);
    Effect refused = new Effect.InheritanceChild(DISTRIBUTED, "notes");
    assertThat(Effects.verdict(List.of(refused, local), false)).isInstanceOf(Verdict.Refused.class);
    assertThat(Effects.verdict(List.of(local, refused), false)).isInstanceOf(Verdict.Refused.class);
    assertThat(new Verdict.Planned().worse(new Verdict.Whole("")))
        .isInstanceOf(Verdict.Whole.class);
    assertThat(new Verdict.Planned().worse(new Verdict.ComputedOnce()))
        .isInstanceOf(Verdict.Planned.class);
  }

  @Test
  void whatIsToldDoesNotDependOnTheOrder() {
    Effect first = new Effect.RuleEffect(REPLICATED, "a", false);
    Effect second = new Effect.RuleEffect(REPLICATED, "b", false);
    assertThat(Effects.verdict(List.of(second, first), false))
        .isEqualTo(Effects.verdict(List.of(first, second), false))
        .isInstanceOfSatisfying(
            Verdict.Refused.class, refused -> assertThat(refused.message()).contains("rule \"a\""));
  }

  @Test
  void copiesHaveNoTriggers() {
    assertThat(Effects.refusalOverCopies(List.of(rowTrigger(DISTRIBUTED, true, false))))
        .isPresent();
    assertThat(Effects.refusalOverCopies(List.of(rowTrigger(LOCAL, true, false)))).isEmpty();
  }

  @Test
  void aPolicyReadsWhatIsWhereTheRowIs() {
    for (AffectedRelation placed : List.of(DISTRIBUTED, REPLICATED)) {
      assertThat(verdict(policy(placed, List.of(REPLICATED), false)))
          .isInstanceOf(Verdict.Local.class);
      assertThat(verdict(policy(placed, List.of(DISTRIBUTED), false)))
          .isInstanceOfSatisfying(
              Verdict.Refused.class,
              refused -> assertThat(refused.message()).contains("own_rows", placed.name()));
      assertThat(verdict(policy(placed, List.of(LOCAL), true))).isInstanceOf(Verdict.Refused.class);
    }
    assertThat(verdict(policy(DISTRIBUTED, List.of(DISTRIBUTED), true)))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(policy(LOCAL, List.of(LOCAL, REPLICATED), false)))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(policy(LOCAL, List.of(DISTRIBUTED), false)))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void aPolicyCallsWhatIsTheSameOnAllNodes() {
    assertThat(verdict(policy(DISTRIBUTED, null, List.of("current_setting", "pg_has_role"))))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(policy(DISTRIBUTED, null, List.of("pg_backend_pid"))))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(verdict(policy(LOCAL, null, List.of("pg_backend_pid"))))
        .isInstanceOf(Verdict.Local.class);
    assertThat(verdict(policy(DISTRIBUTED, "f_of_it", List.of())))
        .isInstanceOf(Verdict.Refused.class);
    assertThat(verdict(policy(LOCAL, "f_of_it", List.of()))).isInstanceOf(Verdict.Local.class);
  }

  @Test
  void copiesHaveNoPolicies() {
    assertThat(Effects.refusalOverCopies(List.of(policy(DISTRIBUTED, List.of(), false))))
        .isPresent();
  }

  @Test
  void whatIsEvaluatedForARowIsTheSameOnAllNodesOrComputedOnce() {
    assertThat(verdict(expression(DISTRIBUTED, Evaluated.DEFAULT, false)))
        .isInstanceOf(Verdict.ComputedOnce.class);
    assertThat(verdict(expression(DISTRIBUTED, Evaluated.DEFAULT, true)))
        .isInstanceOf(Verdict.Refused.class);
    for (Evaluated evaluated : List.of(Evaluated.CHECK, Evaluated.GENERATED, Evaluated.DOMAIN)) {
      assertThat(verdict(expression(REPLICATED, evaluated, false)))
          .isInstanceOf(Verdict.Refused.class);
      assertThat(verdict(expression(LOCAL, evaluated, false))).isInstanceOf(Verdict.Local.class);
      assertThat(verdict(expression(LOCAL, evaluated, true))).isInstanceOf(Verdict.Refused.class);
    }
  }

  private static PolicyEffect policy(
      AffectedRelation relation, List<AffectedRelation> reads, boolean proven) {
    return new PolicyEffect(
        relation, "own_rows", false, true, null, false, reads, false, List.of(), List.of(), proven);
  }

  private static PolicyEffect policy(
      AffectedRelation relation, String function, List<String> stable) {
    return new PolicyEffect(
        relation,
        "own_rows",
        true,
        true,
        function,
        false,
        List.of(),
        false,
        stable,
        List.of(),
        false);
  }

  private static Effect expression(
      AffectedRelation relation, Evaluated evaluated, boolean seesPlaced) {
    return new Effect.ExpressionEffect(relation, "what", evaluated, "f_of_it", seesPlaced);
  }

  private static Verdict verdict(Effect effect) {
    return Effects.verdict(List.of(effect), false);
  }

  private static TriggerEffect rowTrigger(
      AffectedRelation relation, boolean safe, boolean seesPlaced) {
    return trigger(relation, Timing.BEFORE, true, false, safe, seesPlaced);
  }

  private static TriggerEffect trigger(
      AffectedRelation relation,
      Timing timing,
      boolean eachRow,
      boolean transitionTables,
      boolean safe,
      boolean seesPlaced) {
    return new TriggerEffect(
        relation, "stamp", timing, eachRow, transitionTables, "f_of_it", true, safe, seesPlaced);
  }
}
