package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import java.util.function.UnaryOperator;

/** Plans statements over orders and lineitem, partitioned and colocated, all else replicated. */
public final class Plans {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private Plans() {}

  /** The plan of a statement. */
  public static Plan of(String sql) {
    return of(sql, CATALOG);
  }

  /** The plan of a statement over other tables. */
  public static Plan of(String sql, TestCatalog catalog) {
    return GoldenPlanTest.plan(sql, catalog);
  }

  /**
   * The plan of a statement over other tables.
   *
   * @param corrected what is estimated otherwise
   */
  public static Plan of(String sql, TestCatalog catalog, UnaryOperator<Estimator> corrected) {
    return GoldenPlanTest.plan(sql, catalog, corrected.apply(new RoughEstimator(catalog)));
  }

  /** Fails unless the statement is pushed down. */
  public static void assertPushedDown(String sql) {
    assertThat(of(sql)).as(sql).isInstanceOf(Plan.Pushdown.class);
  }

  /** Fails unless rows must be moved for the statement, for a reason that contains the text. */
  public static void assertMoved(String sql, String reason) {
    assertThat(of(sql)).as(sql).isInstanceOfAny(Plan.Staged.class, Plan.Gather.class);
    assertThat(of(sql).reason()).as(sql).contains(reason);
  }
}
