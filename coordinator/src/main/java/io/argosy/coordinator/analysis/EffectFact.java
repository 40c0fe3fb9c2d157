package io.argosy.coordinator.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeJson;
import io.argosy.planner.effects.Effects;
import io.argosy.planner.effects.Verdict;
import io.argosy.planner.facts.AffectedRelation;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.Placement;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Locale;

/**
 * Something that a statement sets off, as {@code effects.sql} describes it. What a kind does not
 * have is null or false.
 */
public record EffectFact(
    String kind,
    RelationPlacement relation,
    String name,
    String timing,
    boolean eachRow,
    boolean transitionTables,
    String function,
    boolean guarded,
    boolean safe,
    boolean seesPlaced,
    RelationPlacement referenced,
    boolean changesKey,
    String evaluated) {
  private static final ObjectMapper JSON = NodeJson.MAPPER;

  /**
   * Where the rows of a relation are.
   *
   * @param placement hash, replicated, view or single
   */
  record RelationPlacement(
      String schema,
      String name,
      String placement,
      Integer colocationGroup,
      String distributionColumn) {
    String qualifiedName() {
      return Identifiers.quote(schema) + "." + Identifiers.quote(name);
    }

    AffectedRelation affected() {
      return new AffectedRelation(
          schema,
          name,
          switch (placement) {
            case "hash" ->
                new Placement.Hash(new Colocation.Group(colocationGroup), distributionColumn);
            case "replicated" -> new Placement.Replicated();
            case "view" -> new Placement.OfDefinition();
            case "single" -> new Placement.SingleNode();
            default -> throw new IllegalStateException("unknown placement " + placement);
          });
    }
  }

  /**
   * For the planner.
   *
   * @param facts null for none
   */
  static List<Effect> effects(List<EffectFact> facts) {
    return facts == null ? List.of() : facts.stream().map(EffectFact::effect).toList();
  }

  /** Whether it is a rule that applies. */
  boolean isRule() {
    return kind.equals("rule");
  }

  private Effect effect() {
    return switch (kind) {
      case "trigger" ->
          new Effect.TriggerEffect(
              relation.affected(),
              name,
              Effect.Timing.valueOf(timing.toUpperCase(Locale.ROOT)),
              eachRow,
              transitionTables,
              function,
              guarded,
              safe,
              seesPlaced);
      case "rule" -> new Effect.RuleEffect(relation.affected(), name, seesPlaced);
      case "foreignKeyAction" ->
          new Effect.ForeignKeyAction(relation.affected(), name, referenced.affected(), changesKey);
      case "expression" ->
          new Effect.ExpressionEffect(
              relation.affected(),
              name,
              Effect.Evaluated.valueOf(evaluated.toUpperCase(Locale.ROOT)),
              function,
              seesPlaced);
      case "inheritanceChild" -> new Effect.InheritanceChild(relation.affected(), name);
      case "catalogChange" -> new Effect.CatalogChange(relation.affected(), name);
      default -> throw new IllegalStateException("unknown effect " + kind);
    };
  }

  /**
   * Sees that what a change sets off may run, for statements that are not planned.
   *
   * @param json what {@code argosy.effects} says of it
   * @throws PostgresException the refusal
   */
  public static void require(String json) {
    try {
      List<EffectFact> facts = List.of(JSON.readValue(json, EffectFact[].class));
      if (Effects.verdict(effects(facts), false) instanceof Verdict.Refused refused) {
        throw new PostgresException(refused.sqlState(), refused.message(), refused.hint());
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the effects query gave an unexpected document", e);
    }
  }
}
