package io.argosy.planner.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What several parts of a statement ask alike is asked once. */
class NumberedPlanTest {
  private static List<String> queries(String sql) {
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    return ((Plan.Staged) Plans.of(sql))
        .stages().stream().map(Stage::query).map(Object::toString).toList();
  }

  @Test
  void stagesThatAreAlikeAreOne() {
    String twice =
        "select count(*) from orders where o_totalprice > (select avg(l_quantity) from lineitem)"
            + " or o_shippriority > (select avg(l_quantity) from lineitem)";
    assertThat(queries(twice)).hasSize(1);
    assertThat(queries(twice.replaceFirst("avg", "max"))).hasSize(2);
  }

  @Test
  void whatReadsSuchStagesIsAlikeToo() {
    String rich =
        "select count(*) from orders where o_totalprice > (select max(o_totalprice) from orders"
            + " where o_custkey in (select l_suppkey from lineitem where l_quantity = 1))";
    String both =
        rich
            + " or o_custkey > (select max(o_totalprice) from orders"
            + " where o_custkey in (select l_suppkey from lineitem where l_quantity = 1))";
    assertThat(queries(both)).doesNotHaveDuplicates().hasSameSizeAs(queries(rich));
  }

  @Test
  void volatileValuesAreNeverShared() {
    String chance =
        "select count(*) from orders where o_totalprice > (select max(l_quantity + random())"
            + " from lineitem) or o_totalprice < (select max(l_quantity + random()) from lineitem)";
    assertThat(Plans.of(chance)).isNotInstanceOf(Plan.Staged.class);
  }
}
