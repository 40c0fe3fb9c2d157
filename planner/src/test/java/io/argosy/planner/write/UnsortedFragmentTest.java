package io.argosy.planner.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnsortedFragmentTest {
  private static String unsorted(String sql) {
    return ((Merge.Ordered) ((Plan.Pushdown) Plans.of(sql)).merge()).unsorted().text();
  }

  @Test
  void rowsThatAllComeNeedNotBeSorted() {
    assertThat(unsorted("select o_orderkey, o_comment from orders order by o_comment"))
        .doesNotContain("ORDER BY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select o_orderkey, o_comment from orders order by o_comment limit 3",
        "select distinct on (o_orderkey) o_orderkey, o_comment from orders"
            + " order by o_orderkey, o_comment",
      })
  void theOrderCanDecideWhichRowsCome(String sql) {
    assertThat(unsorted(sql)).contains("ORDER BY");
  }
}
