package io.argosy.planner.movement.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import org.junit.jupiter.api.Test;

/** What partners that have been moved are asked. */
class ReductionTest {
  @Test
  void theyAreNotAskedByColumnsThatOnlyTheirOwnFilterReads() {
    Plan plan =
        Plans.of(
            """
            select distinct l1.l_suppkey from lineitem l1, orders, lineitem l2
            where l2.l_suppkey = o_custkey and o_custkey = o_shippriority
            and o_clerk = 'a' and o_orderpriority = 'b' and o_comment = 'c'
            and l1.l_linenumber = l2.l_partkey and l2.l_comment = 'd' and l2.l_shipmode = 'e'
            """);

    assertThat(plan).isInstanceOf(Plan.Staged.class);
    assertThat(((Plan.Staged) plan).stages())
        .extracting(stage -> stage.query().toString())
        .satisfiesExactly(
            orders -> assertThat(orders).contains("o_custkey = o_shippriority"),
            lineitem ->
                assertThat(lineitem)
                    .contains("l2.l_suppkey IN (SELECT orders.o_custkey FROM pg_temp."));
  }
}
