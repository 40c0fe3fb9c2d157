package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes read ranges of large replicated tables for each other. */
class RangesForAllTest {
  static final String FEW_CUSTOMERS =
      "select count(*) from customer where c_acctbal > 1 and c_name = 'x' and c_phone = 'y' and ";

  private static String firstStage(String sql) {
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    Stage stage = ((Plan.Staged) Plans.of(sql)).stages().get(0);
    assertThat(stage.movement())
        .isInstanceOfAny(Stage.Movement.Broadcast.class, Stage.Movement.BroadcastToOthers.class);
    return stage.query().toString();
  }

  @Test
  void fewRowsOfALargeTableAreReadOnce() {
    String sql =
        "select sum(l_quantity) from lineitem, part where p_partkey = l_partkey and"
            + " (p_size = 1 and p_brand = 'a' and l_quantity < 5 or p_size = 2 and l_quantity > 7"
            + " and p_brand = 'b') and p_type = 'x' and p_container = 'y'";

    assertThat(firstStage(sql))
        .contains("FROM (SELECT * FROM part WHERE @share(1)@) AS part")
        .contains("p_size = 1 AND p_brand = 'a' OR p_size = 2 AND p_brand = 'b'")
        .contains("p_type = 'x'");
    // The implied condition does not stand for the whole.
    assertThat(((Plan.Last.Merged) ((Plan.Staged) Plans.of(sql)).last()).fragment().toString())
        .contains("p_size = 1 AND p_brand = 'a' AND l_quantity < 5")
        .doesNotContain("p_type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Many rows matter.
        "select sum(l_quantity) from lineitem, part where p_partkey = l_partkey and p_size = 1",
        // The table is small.
        "select sum(l_quantity) from lineitem, supplier where s_suppkey = l_suppkey and"
            + " s_name = 'x' and s_address = 'y' and s_phone = 'z'",
        // An INSERT could keep the rows where they are.
        "select l_orderkey, p_name from lineitem, part where p_partkey = l_partkey and p_size = 1"
            + " and p_brand = 'a' and p_type = 'x'",
        // One node answers.
        "select * from lineitem, part where p_partkey = l_partkey and l_orderkey = 1 and"
            + " p_size = 1 and p_brand = 'a' and p_type = 'x'",
      })
  void otherwiseEveryNodeReadsItForItself(String sql) {
    assertThat(Plans.of(sql)).as(sql).isNotInstanceOf(Plan.Staged.class);
  }

  @Test
  void whoseAbsenceFailsOnOneNodeIsNotSent() {
    assertThat(
            firstStage(
                FEW_CUSTOMERS
                    + "not exists (select * from orders where o_custkey = c_nationkey"
                    + " and o_totalprice > c_acctbal)"))
        .contains("AS customer WHERE")
        .contains(
            "NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_nationkey"
                + " AND o_totalprice > c_acctbal)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A node's own orders may be too few to be found.
        "exists (select * from orders where o_custkey = c_custkey)",
        // Fewer orders can make a difference the other way round.
        "not exists (select 1 from orders where o_custkey = c_custkey having count(*) < 3)",
        "not exists (select 1 from orders where o_custkey = c_custkey offset 2)",
        "not exists (select 1 from orders where o_custkey = c_custkey and not exists (select 1"
            + " from lineitem where l_orderkey = o_orderkey))",
        "(not exists (select 1 from orders where o_custkey = c_custkey) or c_mktsegment = 'z')",
      })
  void whatTheNodesOwnRowsDoNotDecideIsNotAsked(String condition) {
    String sql = FEW_CUSTOMERS + condition;
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    assertThat(((Plan.Staged) Plans.of(sql)).stages())
        // The orders are asked about customers that have been sent.
        .filteredOn(stage -> !stage.purpose().equals("rows of orders"))
        .extracting(stage -> stage.query().toString())
        .noneMatch(query -> query.contains("AS customer WHERE") && query.contains("FROM orders"));
  }
}
