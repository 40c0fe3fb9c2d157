package io.argosy.planner.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartialAggregationTest {
  @ParameterizedTest
  @ValueSource(strings = {"order by avg(o_totalprice) desc, 1", "having avg(o_totalprice) > 1"})
  void whatOnlyTheLastStepAsksForIsComputedByTheFragments(String clause) {
    Plan.Pushdown plan =
        (Plan.Pushdown)
            Plans.of("select o_custkey from orders group by o_custkey " + clause + " limit 5");
    assertThat(plan.fragment().text())
        .contains("sum(o_totalprice) AS p1, pg_catalog.count(o_totalprice) AS p2");
    assertThat(((Merge.Finish) plan.merge()).template().toString())
        .contains(
            "(pg_catalog.sum(argosy_partial.p1) OPERATOR(pg_catalog./)"
                + " pg_catalog.sum(argosy_partial.p2))");
  }

  @ParameterizedTest
  @ValueSource(strings = {"order by o_custkey + 1", "having o_custkey + 1 > 3"})
  void whatAnAggregateTakesOnceIsNotAskedOfItsGroup(String clause) {
    Plan.Pushdown plan =
        (Plan.Pushdown)
            Plans.of("select sum(distinct o_custkey + 1) from orders group by o_custkey " + clause);
    assertThat(((Merge.Finish) plan.merge()).template().toString())
        .contains("sum(DISTINCT argosy_partial.d1)")
        .containsIgnoringCase(clause.replace("o_custkey", "argosy_partial.g1"));
  }
}
