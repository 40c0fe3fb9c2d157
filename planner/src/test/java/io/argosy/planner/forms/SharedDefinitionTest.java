package io.argosy.planner.forms;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a statement reads several times is found once, and stays divided where that is cheaper. */
class SharedDefinitionTest {
  private static List<String> movements(String sql) {
    assertThat(Plans.of(sql)).as(sql).isInstanceOf(Plan.Staged.class);
    return ((Plan.Staged) Plans.of(sql))
        .stages().stream()
            .map(Stage::movement)
            .map(each -> each.getClass().getSimpleName())
            .toList();
  }

  @Test
  void manyGroupsStayWhereTheyAreFinished() {
    String highest =
        "with spent as (select l_partkey as part, sum(l_quantity) as quantity from lineitem"
            + " group by l_partkey) select part, quantity from spent"
            + " where quantity = (select max(quantity) from spent) order by part";
    assertThat(movements(highest)).containsExactly("Repartition", "Keep", "Parameters");
  }

  @Test
  void rowsThatAreEasilyFoundAreFoundTwice() {
    String largest =
        "with items as (select l_orderkey as key, l_quantity as quantity from lineitem)"
            + " select key from items where quantity = (select max(quantity) from items)"
            + " order by key";
    assertThat(movements(largest)).containsExactly("Parameters");
  }

  @Test
  void whatADefinitionReadsIsFoundOnceThoughEachOfItsPlacesIsWithinAnother() {
    String shares =
        "with spent as (select l_partkey as part, sum(l_quantity) as quantity from lineitem"
            + " group by l_partkey), ranked as (select part, quantity from spent union all"
            + " select null, max(quantity) from spent union all select null, min(quantity) from"
            + " spent) select part, quantity from ranked order by part";
    List<String> found =
        ((Plan.Staged) Plans.of(shares))
            .stages().stream()
                .map(stage -> stage.query().toString())
                .filter(sql -> sql.contains("FROM lineitem"))
                .toList();
    assertThat(found).hasSize(1);
  }

  /** PostgreSQL gives all readings of a common table expression the same rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select l_orderkey as k, row_number() over (partition by l_orderkey order by l_shipdate)"
            + " as p from lineitem",
        "select l_orderkey as k, sum(l_quantity::double precision) as p from lineitem"
            + " group by l_orderkey",
        "select distinct on (l_orderkey) l_orderkey as k, l_quantity as p from lineitem"
      })
  void whatMayBeAnsweredInSeveralWaysIsFoundOnce(String definition) {
    String sql = "with d as (" + definition + ") select k from d where p = (select max(p) from d)";
    Plan.Staged plan = (Plan.Staged) Plans.of(sql);
    String all =
        plan.stages().stream().map(stage -> stage.query().toString()).collect(joining("\n"))
            + plan.last();
    assertThat(all).containsOnlyOnce("FROM lineitem");
  }

  @Test
  void aLocalResultLiesWithItsTables() {
    String above =
        "with d as (select l_orderkey as k, sum(l_quantity) as q from lineitem"
            + " where l_comment like '%a%' group by l_orderkey) select o_orderdate, q"
            + " from orders, d where o_orderkey = k and q > (select avg(q) from d)";
    assertThat(movements(above)).doesNotContain("Repartition", "Broadcast");
  }
}
