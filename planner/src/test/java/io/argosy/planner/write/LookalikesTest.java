package io.argosy.planner.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.template.SqlTemplate.Part;
import org.junit.jupiter.api.Test;

/** What a user writes is never taken for what plans are made of, and does not become it. */
class LookalikesTest {
  private static Merge.Finish finish(String sql) {
    return (Merge.Finish) ((Plan.Pushdown) Plans.of(sql)).merge();
  }

  @Test
  void literalsStayInStages() {
    Plan.Staged plan =
        (Plan.Staged)
            Plans.of(
                "select c_name from customer, orders, lineitem where c_custkey = l_suppkey"
                    + " and o_orderkey = l_partkey and o_clerk = 'argosy_stage_5'"
                    + " and o_comment = '@share(1)@'");
    assertThat(plan.stages())
        .extracting(stage -> stage.query().toString())
        .anyMatch(query -> query.contains("'argosy_stage_5'") && query.contains("'@share(1)@'"));
    assertThat(plan.stages()).extracting(stage -> stage.table()).doesNotContain("argosy_stage_5");
  }

  @Test
  void literalsStayInTheLastStep() {
    Merge.Finish finish =
        finish(
            "select o_custkey, sum(o_totalprice), '@type(2)@', '@type(p1)@' from orders"
                + " group by o_custkey");
    assertThat(finish.template().gaps(Part.Type.class))
        .containsExactly(new Part.Type("argosy_partial", "p1"));
    assertThat(finish.template().toString())
        .contains("'@type(2)@' AS \"?column?\", '@type(p1)@' AS");
  }

  @Test
  void theNameOfPartialRowsIsNoneOfTheStatements() {
    Merge.Finish finish =
        finish(
            "select o_custkey, count(*), (select max(argosy_partial.n_name) from nation"
                + " argosy_partial where argosy_partial.n_nationkey = o_custkey) from orders"
                + " group by o_custkey");
    assertThat(finish.template().toString())
        .contains("argosy_partial.n_nationkey = argosy_1_partial.g1")
        .contains(" FROM pg_temp.argosy_partial AS argosy_1_partial");
  }

  @Test
  void aRowAndANumberedColumnAreNotTheSame() {
    Plan.Pushdown plan =
        (Plan.Pushdown)
            Plans.of("select count(*) from orders as \"#0_1\" group by \"#0_1\", o_custkey");
    assertThat(plan.fragment().text()).endsWith(" GROUP BY 1, 2");
  }

  @Test
  void whatIsLookedUpHasANameOfItsOwn() {
    String sql =
        "select count(*) from part as argosy_row, partsupp where ps_partkey = argosy_row.p_partkey"
            + " and argosy_row.p_size = 1 and argosy_row.p_brand = 'argosy_rows'";
    assertThat(Plans.of(sql).toString()).doesNotContain("AS argosy_row WHERE");
  }
}
