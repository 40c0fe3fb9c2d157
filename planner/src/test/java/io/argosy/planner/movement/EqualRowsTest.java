package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that are equal in what is asked of them move once. */
class EqualRowsTest {
  private static List<String> stages(String sql) {
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    return ((Plan.Staged) Plans.of(sql))
        .stages().stream().map(stage -> stage.query().toString()).toList();
  }

  @Test
  void fewPartnersAskWhetherThereIsARowForThem() {
    assertThat(
            stages(
                RangesForAllTest.FEW_CUSTOMERS
                    + "exists (select * from orders where o_custkey = c_custkey"
                    + " and o_totalprice > 7)"))
        .contains(
            "SELECT DISTINCT customer.c_custkey AS o_custkey"
                + " FROM pg_temp.argosy_stage_1 AS customer WHERE EXISTS"
                + " (SELECT orders.o_custkey FROM orders"
                + " WHERE orders.o_custkey = customer.c_custkey AND o_totalprice > 7)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The partner does not tell the price.
        "exists (select * from orders where o_custkey = c_custkey and o_totalprice > c_acctbal)",
        // 1.0 and 1.00 are equal, and not the same.
        "exists (select * from orders where o_totalprice = c_acctbal)",
        // Each row counts.
        "(select count(*) from orders where o_custkey = c_custkey) > 2",
      })
  void otherwiseTheRowsAreRead(String condition) {
    assertThat(stages(RangesForAllTest.FEW_CUSTOMERS + condition))
        .as(condition)
        .noneMatch(query -> query.contains("EXISTS"));
  }

  @Test
  void aPartnerThatIsNamedAsTheTableIsNotReferredTo() {
    assertThat(
            stages(
                RangesForAllTest.FEW_CUSTOMERS.replace("from customer", "from customer as orders")
                    + "exists (select * from orders where o_custkey = c_nationkey)"))
        .contains(
            "SELECT DISTINCT orders.o_custkey FROM orders WHERE orders.o_custkey IN"
                + " (SELECT orders.c_nationkey FROM pg_temp.argosy_stage_1 AS orders)");
  }
}
