package io.argosy.planner.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many groups are finished each on the node that owns it. */
class GroupsApartTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static final String BEST_CUSTOMERS =
      "select c_custkey, sum(o_totalprice) as total from customer, orders"
          + " where c_custkey = o_custkey and o_orderstatus = 'F'"
          + " group by c_custkey order by total desc limit 10";

  private static final String BEST_SUPPLIER =
      "with revenue (supplier, total) as (select l_suppkey, sum(l_extendedprice) from lineitem"
          + " where l_shipdate > date '1996-01-01' group by l_suppkey)"
          + " select s_name from supplier, revenue where s_suppkey = supplier"
          + " and total = (select max(total) from revenue)";

  /** PostgreSQL's, of a row that is hashed and becomes a group. */
  private static final double COST_OF_GROUPING = 0.02;

  private static Plan plan(String sql, double groups, double rows) {
    return Plans.of(sql, CATALOG, rough -> estimates(rough, groups, rows));
  }

  /** A node has so many groups and so many rows of orders and line items that pass. */
  private static Estimator estimates(Estimator rough, double groups, double rows) {
    return sql -> {
      Estimator.Estimate estimate = rough.of(sql);
      boolean grouped = sql.contains("GROUP BY");
      boolean passing = sql.contains("o_orderstatus") || sql.contains("l_shipdate");
      double expected = grouped ? groups : passing ? rows : estimate.rows();
      double given = sql.contains("LIMIT") ? Math.min(10, expected) : expected;
      double grouping = grouped ? rows * COST_OF_GROUPING : 0;
      return new Estimator.Estimate(given, estimate.width(), estimate.cost() + grouping);
    };
  }

  private static List<String> purposes(Plan plan) {
    return ((Plan.Staged) plan).stages().stream().map(Stage::purpose).toList();
  }

  @Test
  void ofAQueryThatIsLocalAsItStands() {
    Plan plan = plan(BEST_CUSTOMERS, 30_000, 100_000);

    assertThat(purposes(plan))
        .containsExactly("partial rows of argosy_groups", "result of argosy_groups");
    Stage partial = ((Plan.Staged) plan).stages().getFirst();
    assertThat(partial.query().text().replace("\n", " ")).contains("FROM customer, orders WHERE");
    assertThat(partial.movement()).isEqualTo(new Stage.Movement.Repartition(0, "integer"));
    Stage result = ((Plan.Staged) plan).stages().getLast();
    assertThat(result.movement()).isEqualTo(new Stage.Movement.Keep());
    assertThat(((Plan.Staged) plan).last().toString()).contains("LIMIT 10");
  }

  @Test
  void fewAreFinishedOnOneNode() {
    assertThat(plan(BEST_CUSTOMERS, 1_000, 100_000)).isInstanceOf(Plan.Pushdown.class);
  }

  @Test
  void groupedBeforeTheyMoveWhereTheyNeedNotBeOnOneNode() {
    assertThat(purposes(plan(BEST_SUPPLIER, 10_000, 25_000)).getFirst())
        .isEqualTo("partial rows of revenue");
  }

  @Test
  void rowsMoveInThePlaceOfGroupsThatAreAsMany() {
    assertThat(purposes(plan(BEST_SUPPLIER, 20_000, 21_000)).getFirst())
        .isEqualTo("rows of lineitem");
  }
}
