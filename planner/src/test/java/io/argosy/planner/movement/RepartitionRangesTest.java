package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows go to the node that reads the range of a replicated table in which their key lies. */
class RepartitionRangesTest {
  private static final String PARTS =
      "select count(*) from part where p_brand = 'a' and p_container = 'b' and ";

  private static List<Stage> stages(String sql) {
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    return ((Plan.Staged) Plans.of(sql)).stages();
  }

  @Test
  void theRowsOfATableAndOfASubqueryLieByTheBoundsOfTheShare() {
    Plan.Staged plan =
        (Plan.Staged)
            Plans.of(
                "select sum(l_extendedprice) from lineitem, part where p_partkey = l_partkey"
                    + " and p_brand = 'a' and p_container = 'b' and l_quantity <"
                    + " (select avg(l_quantity) from lineitem where l_partkey = p_partkey"
                    + " and l_tax > 0)");

    Share share = plan.shares().getLast();
    assertThat(share.division()).isInstanceOf(Share.Division.Ranges.class);
    assertThat(plan.stages())
        .filteredOn(stage -> stage.movement() instanceof Stage.Movement.Repartition)
        .hasSize(2)
        .allSatisfy(
            stage ->
                assertThat(((Stage.Movement.Repartition) stage.movement()).division())
                    .isEqualTo(share.division()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Not the same values.
        "exists (select * from lineitem where l_quantity = p_partkey)",
        // The column has no ranges.
        "exists (select * from lineitem where l_partkey = p_size)",
        // No equality.
        "exists (select * from lineitem where l_partkey > p_partkey)",
      })
  void otherwiseTheyDoNot(String condition) {
    assertThat(stages(PARTS + condition))
        .as(condition)
        .noneMatch(
            stage ->
                stage.movement() instanceof Stage.Movement.Repartition repartition
                    && repartition.division() instanceof Share.Division.Ranges);
  }
}
