package io.argosy.coordinator.testing;

import io.argosy.planner.Planner;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.parse.ParsedStatement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A coordinator over the shared nodes that answers some statements by plans made by hand. */
public final class PlannedCoordinator {
  private final Map<String, Function<Estimator, Plan>> plans = new ConcurrentHashMap<>();
  private final Planner planner = new Planner();
  private String url;
  private int connections;

  /** Answers a statement by a plan. */
  public void answer(String sql, Plan plan) {
    answer(sql, ignored -> plan);
  }

  /** Answers a statement by a plan that depends on estimates. */
  public void answer(String sql, Function<Estimator, Plan> plan) {
    plans.put(sql, plan);
  }

  /** Answers all statements as usual again. */
  public void forget() {
    plans.clear();
  }

  /** A session through the coordinator, with settings of its own, so that it plans for itself. */
  public synchronized Connection connect() throws IOException, SQLException {
    if (url == null) {
      url = SharedCluster.startCoordinator(this::plan);
    }
    return DriverManager.getConnection(
        url + "?user=postgres&ApplicationName=session" + ++connections);
  }

  private Plan plan(Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    Function<Estimator, Plan> byHand = plans.get(facts.sql());
    return byHand == null ? planner.plan(parsed, facts, estimator) : byHand.apply(estimator);
  }
}
