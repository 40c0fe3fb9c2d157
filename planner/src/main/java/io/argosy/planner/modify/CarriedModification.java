package io.argosy.planner.modify;

import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.route.FactsRouter;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/**
 * Plans an UPDATE or DELETE of a replicated table that the home node computes, which has all that
 * is read, and whose changes are carried to the other nodes by the key of the rows.
 */
final class CarriedModification {
  private final StatementFacts facts;
  private final Relation target;
  private final ParsedStatement statement;

  CarriedModification(StatementFacts facts, Relation target, ParsedStatement statement) {
    this.facts = facts;
    this.target = target;
    this.statement = statement;
  }

  /** The plan; empty where the changes cannot be carried. */
  Optional<Plan> plan(String reason) {
    List<String> assigned =
        statement.modification().orElseThrow().assigned().stream()
            .flatMap(List::stream)
            .distinct()
            .toList();
    Optional<List<String>> key = key(assigned);
    if (key.isEmpty() || !homeNodeHasAll() || !changesAlike(assigned)) {
      return Optional.empty();
    }
    String alias = alias();
    List<SqlNode> returned =
        Stream.concat(key.get().stream(), assigned.stream())
            .<SqlNode>map(column -> Trees.name(alias, column))
            .toList();
    return Optional.of(
        new Plan.Carried(
            statement.returning(returned).unparsed(), target, key.get(), assigned, reason));
  }

  /**
   * The primary key, if it stays as it is. Where another unique key is assigned, rows would have to
   * change in the same order on all nodes.
   */
  private Optional<List<String>> key(List<String> assigned) {
    boolean known = assigned.stream().allMatch(column -> target.index(column) >= 0);
    boolean stay = target.uniqueKeys().stream().flatMap(List::stream).noneMatch(assigned::contains);
    if (!known || !stay) {
      return Optional.empty();
    }
    return target.uniqueKeys().stream()
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
                function ->
                    function.volatility() != Volatility.VOLATILE
                        || function.staysHome()
                        || function.declaredSafe());
  }

  /**
   * Whether nothing changes the values on their way into a row, which would happen twice, and no
   * policy is for what is read only, which it is for the sake of the other nodes.
   */
  private boolean changesAlike(List<String> assigned) {
    return facts.effects().stream()
        .noneMatch(
            effect ->
                switch (effect) {
                  case Effect.TriggerEffect trigger ->
                      trigger.timing() == Effect.Timing.BEFORE && !assigned.isEmpty();
                  case Effect.RuleEffect rule -> true;
                  case Effect.InheritanceChild child -> true;
                  case Effect.CatalogChange change -> true;
                  case Effect.ForeignKeyAction action -> false;
                  case Effect.PolicyEffect policy -> policy.changed() && !policy.sameForAll();
                  case Effect.ExpressionEffect expression -> false;
                });
  }

  /** By which the first entry of FROM is called. */
  private String alias() {
    SqlNode entry = ((SqlSelect) statement.tree()).getFrom();
    while (entry instanceof SqlJoin join) {
      entry = join.getLeft();
    }
    SqlNode name = entry.getKind() == SqlKind.AS ? ((SqlCall) entry).operand(1) : entry;
    List<String> names = ((SqlIdentifier) name).names;
    return names.getLast();
  }
}
