package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.Planning;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proves that each node, which has a part of the rows, finds a policy's conditions true of the same
 * rows of its own as if it had all rows: where a query for the rows that meet the condition is
 * answered by the nodes side by side.
 */
final class PolicyProof {
  private static final Estimator NOTHING_IS_KNOWN = sql -> new Estimator.Estimate(1, 1, 1);

  private final NodeSession session;
  private final int nodes;
  private final Map<String, Volatility> builtins;
  private final PlanMaker planner;
  private final CertifiedViews views;
  private final Planning planning;

  /**
   * @param session a backend in a transaction, whose search_path is empty
   * @param planning where conditions are read and planned
   */
  PolicyProof(
      NodeSession session,
      int nodes,
      Map<String, Volatility> builtins,
      PlanMaker planner,
      CertifiedViews views,
      Planning planning) {
    this.session = session;
    this.nodes = nodes;
    this.builtins = builtins;
    this.planner = planner;
    this.views = views;
    this.planning = planning;
  }

  /**
   * Whether each node can tell which of its rows of a table meet each of some conditions.
   *
   * @param table the table's name as SQL
   * @param conditions as {@code pg_get_expr} prints them
   */
  boolean holds(String table, List<String> conditions) {
    return conditions.stream().allMatch(condition -> holds(table, condition));
  }

  private boolean holds(String table, String condition) {
    String sql = "SELECT 1 FROM " + table + " WHERE " + condition;
    FunctionBody body = new FunctionBody(List.of(), true);
    TextResult.run(session, "SAVEPOINT argosy_policy");
    try {
      TextResult.run(
          session,
          "DROP FUNCTION pg_temp."
              + StatementReading.FUNCTION
              + "; DROP FUNCTION IF EXISTS pg_temp.argosy_certified");
      TextResult.run(session, StatementReading.definition(body, sql));
      StatementReading reading = StatementReading.of(session, sql, body, planning);
      // It asks the node, and has views read, which is another thing that is planned.
      StatementFacts facts = facts(sql, reading);
      return isAnsweredByEachNode(
          planning.run(
              work -> planner.plan(reading.parsed(), facts, work.asking(NOTHING_IS_KNOWN))));
    } catch (PostgresException e) {
      if (e.error().tellsOfCircumstances()) {
        throw e;
      }
      return false;
    } finally {
      TextResult.run(
          session, "ROLLBACK TO SAVEPOINT argosy_policy; RELEASE SAVEPOINT argosy_policy");
    }
  }

  private static boolean isAnsweredByEachNode(Plan plan) {
    return plan instanceof Plan.Pushdown pushdown && pushdown.merge() instanceof Merge.Concatenate
        || plan instanceof Plan.Route route && route.target() instanceof Plan.Target.KeyOwner;
  }

  /** What else the table sets off is judged for itself. */
  private StatementFacts facts(String sql, StatementReading reading) {
    FactsDocument document = reading.document();
    return new StatementFacts(
        sql,
        Optional.of(document.canonicalStatement()),
        reading.certified(),
        document.relations().stream()
            .map(fact -> views.certified(session, fact, planning))
            .map(fact -> fact.relation(reading.visible().contains(fact.oid()), nodes))
            .toList(),
        // A policy may tell a node's own time, and asks what the node has of roles.
        document.functions().stream()
            .map(function -> function.function(nodes).withoutBuiltins())
            .toList(),
        List.of(),
        builtins,
        List.of(new ResultColumn("?column?", "integer")),
        List.of(),
        nodes,
        Bundling.of("default").orElseThrow(),
        reading.temporary());
  }
}
