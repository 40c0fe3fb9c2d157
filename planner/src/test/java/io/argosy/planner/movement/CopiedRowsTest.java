package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.Stage.Movement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows stay away from their own node where they have nothing more to ask it. */
class CopiedRowsTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static final String WITHOUT_ORDERS =
      "not exists (select * from orders where o_custkey = c_custkey)";

  private static final String WITHOUT_DEAR_ORDERS =
      "not exists (select * from orders where o_custkey = c_nationkey and o_totalprice >"
          + " c_acctbal)";

  /** Too many to be parameters. */
  private static Stage customers(String condition) {
    String sql =
        "select count(*) from customer where c_acctbal > 1 and c_name = 'x' and " + condition;
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    Stage stage = ((Plan.Staged) Plans.of(sql)).stages().get(0);
    assertThat(stage.purpose()).as(sql).isEqualTo("rows of customer");
    return stage;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        WITHOUT_ORDERS,
        WITHOUT_DEAR_ORDERS,
        WITHOUT_ORDERS + " and not exists (select * from lineitem where l_partkey = c_nationkey)",
      })
  void whereTheirOwnNodeHasFoundNothing(String condition) {
    assertThat(customers(condition).movement()).isInstanceOf(Movement.BroadcastToOthers.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Their own node may have what they need.
        "exists (select * from orders where o_custkey = c_custkey)",
        WITHOUT_ORDERS + " and exists (select * from lineitem where l_partkey = c_nationkey)",
      })
  void otherwiseTheyGoToEveryNode(String condition) {
    assertThat(customers(condition).movement()).isInstanceOf(Movement.Broadcast.class);
  }

  @Test
  void whatTellsWhichRowsThereAreIsNotLookedAt() {
    assertThat(customers(WITHOUT_ORDERS).analyzed()).isEmpty();
  }

  @Test
  void otherwiseItIs() {
    String comparedTwice = WITHOUT_ORDERS + " and c_custkey > 5";
    assertThat(customers(comparedTwice).analyzed()).containsExactly("c_custkey");
    // The orders are more than the values that they have been asked for.
    assertThat(customers(WITHOUT_DEAR_ORDERS).analyzed()).contains("c_nationkey");
  }

  @Test
  void rowsThatArePartnersToOneAndMissingInAnotherGoToEveryNode() {
    String sql =
        "select count(*) from customer where c_acctbal > 1 and c_name = 'x' and not exists (select"
            + " * from orders where o_custkey = c_custkey and o_totalprice > c_acctbal) and exists"
            + " (select * from orders where o_custkey = c_custkey and o_totalprice < c_acctbal)";
    Plan.Staged plan = (Plan.Staged) Plans.of(sql, CATALOG, CopiedRowsTest::allDifferent);

    // Both kinds of orders are looked for by one stage.
    assertThat(plan.stages().stream().map(Stage::purpose))
        .containsExactly("rows of customer", "rows of orders");
    assertThat(plan.stages().getFirst().movement()).isInstanceOf(Movement.Broadcast.class);
  }

  /** No two rows are equal, and to read all customers on every node is expensive. */
  private static Estimator allDifferent(Estimator rough) {
    return sql -> {
      Estimator.Estimate estimate = rough.of(sql.replace("SELECT DISTINCT", "SELECT"));
      boolean reads = sql.contains("FROM customer WHERE") && sql.contains("orders");
      return new Estimator.Estimate(
          estimate.rows(), estimate.width(), estimate.cost() * (reads ? 100 : 1));
    };
  }
}
