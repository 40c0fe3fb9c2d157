package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of a table that are read at two places move once. */
class SharedMovesTest {
  private static List<Stage> stages(String condition) {
    String sql =
        "select sum(l_extendedprice) from lineitem, part where p_partkey = l_partkey"
            + " and p_brand = 'Brand#23' and p_container = 'MED BOX' and l_quantity <"
            + " (select 0.2 * avg(l_quantity) from lineitem where l_partkey = p_partkey"
            + condition
            + ")";
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    return ((Plan.Staged) Plans.of(sql))
        .stages().stream().filter(stage -> stage.purpose().equals("rows of lineitem")).toList();
  }

  @Test
  void withTheColumnsAndIndexesOfBoth() {
    List<Stage> stages = stages("");
    assertThat(stages).hasSize(1);
    assertThat(stages.getFirst().query().toString())
        .startsWith(
            "SELECT lineitem.l_partkey, lineitem.l_quantity, lineitem.l_extendedprice FROM");
    assertThat(stages.getFirst().indexes()).containsExactly(List.of("l_partkey"));
  }

  @Test
  void notWhereOneOfThemHasConditions() {
    assertThat(stages(" and l_discount < 0.05")).hasSize(2);
  }
}
