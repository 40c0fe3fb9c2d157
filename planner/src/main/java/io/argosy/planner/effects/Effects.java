package io.argosy.planner.effects;

import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.Effect.CatalogChange;
import io.argosy.planner.facts.Effect.ExpressionEffect;
import io.argosy.planner.facts.Effect.ForeignKeyAction;
import io.argosy.planner.facts.Effect.InheritanceChild;
import io.argosy.planner.facts.Effect.PolicyEffect;
import io.argosy.planner.facts.Effect.RuleEffect;
import io.argosy.planner.facts.Effect.TriggerEffect;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Judges all that a statement sets off. */
public final class Effects {
  private static final TriggerRule TRIGGERS = new TriggerRule();
  private static final RuleRule RULES = new RuleRule();
  private static final ForeignKeyActionRule FOREIGN_KEY_ACTIONS = new ForeignKeyActionRule();
  private static final InheritanceChildRule INHERITANCE = new InheritanceChildRule();
  private static final CatalogChangeRule CATALOGS = new CatalogChangeRule();
  private static final PolicyRule POLICIES = new PolicyRule();
  private static final ExpressionRule EXPRESSIONS = new ExpressionRule();

  private Effects() {}

  /**
   * The worst verdict of all: where the statement may run.
   *
   * @param meetsPlaced whether the statement reads or writes tables that other nodes have rows of
   */
  public static Verdict verdict(List<Effect> effects, boolean meetsPlaced) {
    Verdict worst = new Verdict.Local();
    for (Effect effect : ordered(effects)) {
      worst = worst.worse(judge(effect, meetsPlaced));
    }
    return worst;
  }

  private static Verdict judge(Effect effect, boolean meetsPlaced) {
    return switch (effect) {
      case TriggerEffect trigger -> TRIGGERS.judge(trigger, meetsPlaced);
      case RuleEffect rule -> RULES.judge(rule, meetsPlaced);
      case ForeignKeyAction action -> FOREIGN_KEY_ACTIONS.judge(action, meetsPlaced);
      case InheritanceChild child -> INHERITANCE.judge(child, meetsPlaced);
      case CatalogChange change -> CATALOGS.judge(change, meetsPlaced);
      case PolicyEffect policy -> POLICIES.judge(policy, meetsPlaced);
      case ExpressionEffect expression -> EXPRESSIONS.judge(expression, meetsPlaced);
    };
  }

  /**
   * The refusal of a statement that is computed over copies of its targets, if something would not
   * be seen there.
   */
  public static Optional<Verdict.Refused> refusalOverCopies(List<Effect> effects) {
    return ordered(effects).stream()
        .filter(effect -> effect.relation().isPlaced())
        .flatMap(effect -> overCopies(effect).stream())
        .findFirst();
  }

  /**
   * PostgreSQL lists them in no order, but a statement is to be refused for the same one always.
   */
  private static List<Effect> ordered(List<Effect> effects) {
    return effects.stream()
        .sorted(
            Comparator.comparing((Effect effect) -> effect.relation().schema())
                .thenComparing(effect -> effect.relation().name())
                .thenComparing(Effect::name))
        .toList();
  }

  /** The copies have no triggers, which may change or leave out rows, and no policies. */
  private static Optional<Verdict.Refused> overCopies(Effect effect) {
    return switch (effect) {
      case TriggerEffect trigger ->
          Optional.of(
              overCopies(
                  "trigger",
                  trigger,
                  "would not fire",
                  "Change the table by its distribution column in a statement of its own, or"
                      + " disable the trigger."));
      // Which rows can be read is all that is known of the copies.
      case PolicyEffect policy when policy.changed() && !policy.sameForAll() ->
          Optional.of(
              overCopies(
                  "policy",
                  policy,
                  "would not apply",
                  "Change the table by its distribution column in a statement of its own, or make"
                      + " one condition USING the policy of all commands."));
      default -> Optional.empty();
    };
  }

  private static Verdict.Refused overCopies(
      String kind, Effect effect, String reason, String hint) {
    return Verdict.Refused.unsupported(
        "this statement is computed over copies of its tables, where "
            + kind
            + " \""
            + effect.name()
            + "\" of "
            + effect.relation().title()
            + " "
            + reason,
        hint);
  }
}
