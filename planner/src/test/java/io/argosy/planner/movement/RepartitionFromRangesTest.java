package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes read ranges of a replicated table and send what passes to where it is wanted. */
class RepartitionFromRangesTest {
  private static final TestCatalog CATALOG =
      new TestCatalog("o_orderkey")
          .with(relation("stock", 20_000_000, List.of("kind", "place")))
          .with(relation("kinds", 200_000, List.of("id", "brand", "size")));

  private static final String PLACES =
      "select brand, count(distinct place) from stock, kinds where stock.kind = id";

  /** A replicated table of integers whose first column is its key. */
  private static Relation relation(String name, double rows, List<String> columns) {
    return new Relation(
        "public",
        name,
        true,
        columns.stream().map(column -> new Relation.Column(column, "integer", true)).toList(),
        List.of(List.of(columns.getFirst())),
        new Placement.Replicated(),
        Optional.empty(),
        rows,
        List.of(new Relation.Histogram(columns.getFirst(), List.of("1", "2", "3", "4"))));
  }

  @Test
  void rowsGoToTheNodeThatOwnsTheirGroup() {
    Plan.Staged plan = (Plan.Staged) Plans.of(PLACES + " and size = 3 group by brand", CATALOG);

    assertThat(plan.stages()).as(plan.considered().toString()).hasSize(1);
    Stage stage = plan.stages().getFirst();
    assertThat(stage.movement())
        .isEqualTo(new Stage.Movement.Repartition(1, new Share.Division.Slots("integer")));
    // They are looked up by a column that must come along, and not before they are there.
    assertThat(stage.query().toString())
        .isEqualTo(
            "SELECT kinds.id, kinds.brand FROM (SELECT * FROM kinds WHERE @share(1)@) AS kinds"
                + " WHERE size = 3");
    assertThat(plan.shares().getFirst().division())
        .isEqualTo(new Share.Division.Ranges(List.of("2", "3")));
    assertThat(((Plan.Last.Merged) plan.last()).fragment().toString().replace("\n", " "))
        .contains(
            "FROM pg_temp.argosy_stage_1 AS kinds, LATERAL (SELECT * FROM stock AS argosy_row"
                + " WHERE argosy_row.kind = kinds.id OFFSET 0) AS stock WHERE TRUE GROUP BY brand");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // So few that all nodes may have them.
        " and size = 3 and brand > 4 group by brand",
        // Their groups are the shares.
        " and size = 3 group by id, brand",
      })
  void otherwiseTheyDoNot(String rest) {
    assertThat(Plans.of(PLACES + rest, CATALOG).toString())
        .contains("@share(")
        .doesNotContain("movement=Repartition");
  }

  /** Line items only are partitioned. */
  private static final TestCatalog ORDERS_EVERYWHERE = new TestCatalog("l_orderkey");

  private static final String REVENUE =
      "select sum(l_extendedprice) from orders, lineitem where o_orderkey = l_orderkey";

  /** PostgreSQL expects a query to cost a third if it reads a third of the orders. */
  private static Estimator readingWhole(Estimator rough) {
    return sql -> {
      Estimator.Estimate estimate = rough.of(sql);
      boolean range =
          sql.contains(
              "(SELECT * FROM orders WHERE o_orderkey OPERATOR(pg_catalog.<) '500000'::integer)");
      return range
          ? new Estimator.Estimate(estimate.rows() / 3, estimate.width(), estimate.cost() / 3)
          : estimate;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"o_clerk = 'x'", "o_clerk = 'x' and o_orderstatus = 'y'"})
  void whatEveryNodeWouldReadWholeGoesToThePartitionedRows(String condition) {
    Plan.Staged plan =
        (Plan.Staged)
            Plans.of(
                REVENUE + " and " + condition,
                ORDERS_EVERYWHERE,
                RepartitionFromRangesTest::readingWhole);

    assertThat(plan.stages()).hasSize(1);
    assertThat(plan.stages().getFirst().movement())
        .isEqualTo(new Stage.Movement.Repartition(0, new Share.Division.Slots("bigint")));
    assertThat(plan.stages().getFirst().query().toString())
        .startsWith("SELECT orders.o_orderkey FROM (SELECT * FROM orders WHERE @share(1)@)");
    assertThat(((Plan.Last.Merged) plan.last()).fragment().toString().replace("\n", " "))
        .contains("FROM pg_temp.argosy_stage_1 AS orders, lineitem WHERE");
  }

  @Test
  void ofWhichPostgresLooksAFewUpNothingIsMoved() {
    assertThat(Plans.of(REVENUE + " and o_clerk = 'x'", ORDERS_EVERYWHERE))
        .isInstanceOf(Plan.Pushdown.class);
  }

  /** To ask orders first, each node would read all of them. */
  private static Estimator readingPartners(Estimator rough) {
    return sql -> {
      Estimator.Estimate estimate = rough.of(sql);
      double partners =
          sql.contains("IN (SELECT orders") ? rough.of("SELECT 1 FROM orders").cost() : 0;
      return new Estimator.Estimate(estimate.rows(), estimate.width(), estimate.cost() + partners);
    };
  }

  @Test
  void fewRowsGoToThePartitionedOnesThatDecideAboutThem() {
    Plan.Staged plan =
        (Plan.Staged)
            Plans.of(
                "select o_orderpriority, count(*) from orders where o_clerk = 'x'"
                    + " and o_orderstatus = 'y' and exists (select * from lineitem"
                    + " where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)"
                    + " group by o_orderpriority",
                ORDERS_EVERYWHERE,
                RepartitionFromRangesTest::readingPartners);

    assertThat(plan.stages()).as(plan.considered().toString()).hasSize(1);
    assertThat(plan.stages().getFirst().movement())
        .isEqualTo(new Stage.Movement.Repartition(0, new Share.Division.Slots("bigint")));
    assertThat(((Plan.Last.Merged) plan.last()).fragment().toString().replace("\n", " "))
        .contains("FROM pg_temp.argosy_stage_1 AS orders WHERE EXISTS (SELECT * FROM lineitem");
  }
}
