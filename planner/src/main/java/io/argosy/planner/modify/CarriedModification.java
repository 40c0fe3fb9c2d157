package io.argosy.planner.modify;

import io.argosy.planner.UnprovenException;
import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Query;
import io.argosy.planner.catalog.Effect;
import io.argosy.planner.catalog.KeyTypes;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.catalog.Volatility;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.route.FactsRouter;
import io.argosy.planner.write.Trees;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;

/**
 * Plans an UPDATE or DELETE of a replicated table that the home node computes, which has all that
 * is read, and whose changes are carried to the other nodes by the key of the rows.
 */
final class CarriedModification {
  private final StatementFacts facts;
  private final Relation target;
  private final ParsedStatement statement;
  private final Aggregates aggregates;

  CarriedModification(
      StatementFacts facts, Relation target, ParsedStatement statement, Aggregates aggregates) {
    this.facts = facts;
    this.target = target;
    this.statement = statement;
    this.aggregates = aggregates;
  }

  /** The plan; empty where the changes cannot be carried. */
  Optional<Plan> plan(String reason) {
    List<String> assigned =
        statement.modification().orElseThrow().assigned().stream()
            .flatMap(List::stream)
            .distinct()
            .toList();
    Optional<List<String>> key = key(assigned);
    if (key.isEmpty() || !homeNodeHasAll() || !changesAlike()) {
      return Optional.empty();
    }
    return alias()
        .map(
            alias -> {
              List<SqlNode> returned =
                  Stream.concat(key.get().stream(), assigned.stream())
                      .<SqlNode>map(column -> Trees.name(alias, column))
                      .toList();
              return new Plan.Carried(
                  statement.returning(returned).unparsed(), target, key.get(), assigned, reason);
            });
  }

  /** What tells rows from each other on every node, before the change and after it. */
  private Optional<List<String>> key(List<String> assigned) {
    return target.uniqueKeys().stream()
        .filter(columns -> columns.stream().noneMatch(assigned::contains))
        .filter(
            columns ->
                columns.stream()
                    .map(column -> target.columns().get(target.index(column)).type())
                    .allMatch(KeyTypes::hashed))
        .findFirst();
  }

  private boolean homeNodeHasAll() {
    return FactsRouter.partitioned(facts).isEmpty()
        && facts.functions().stream()
            .allMatch(
                function -> function.volatility() != Volatility.VOLATILE || function.staysHome());
  }

  /** Whether nothing changes the values on their way into a row, which would happen twice. */
  private boolean changesAlike() {
    return facts.effects().stream()
        .noneMatch(
            effect ->
                switch (effect) {
                  case Effect.TriggerEffect trigger -> trigger.timing() == Effect.Timing.BEFORE;
                  case Effect.RuleEffect rule -> true;
                  case Effect.InheritanceChild child -> true;
                  case Effect.ForeignKeyAction action -> false;
                  case Effect.PolicyEffect policy -> false;
                  case Effect.ExpressionEffect expression -> false;
                });
  }

  private Optional<String> alias() {
    try {
      Query.Select rows =
          (Query.Select) Binder.bind(statement.tree(), facts.relations(), aggregates).query();
      return Optional.of(rows.sources().getFirst().alias());
    } catch (UnprovenException e) {
      return Optional.empty();
    }
  }
}
