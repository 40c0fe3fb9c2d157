package io.argosy.planner.proof;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NestedQueryRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey)",
        "select 1 from orders where not exists"
            + " (select 1 from lineitem where l_orderkey = o_orderkey)",
        "select 1 from orders where o_orderkey in (select l_orderkey from lineitem)",
        "select 1 from orders where o_orderkey not in (select l_orderkey from lineitem)",
        "select (select max(l_tax) from lineitem where l_orderkey = o_orderkey limit 1) from"
            + " orders",
        "select 1 from orders where o_custkey in (select c_custkey from customer)",
        "select 1 from orders where exists (select 1 from lineitem left join part on true"
            + " where o_orderkey = l_orderkey)",
        "select 1 from orders where exists (select 1 from (select l_orderkey as k from lineitem) t"
            + " where k = o_orderkey)",
        "select 1 from orders o where exists (select 1 from customer where exists"
            + " (select 1 from lineitem where l_orderkey = o.o_orderkey and l_tax > c_acctbal))",
      })
  void tiedToTheKeyOrReplicated(String sql) {
    assertPushedDown(sql);
  }

  /** A row that is missing on one node would be a wrong row in the answer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 from orders where not exists (select 1 from lineitem where l_partkey ="
            + " o_custkey)",
        "select 1 from orders where exists (select 1 from lineitem where l_orderkey > o_orderkey)",
        "select 1 from orders where o_custkey not in (select l_orderkey from lineitem)",
        "select 1 from orders where o_orderkey not in (select l_partkey from lineitem)",
        "select 1 from orders where o_orderkey > all (select l_orderkey from lineitem)",
        "select 1 from orders where o_orderkey in (select l_orderkey + 0 from lineitem)",
        "select 1 from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey"
            + " or l_tax = 1)",
        "select (select l_tax from lineitem) from orders",
        "select 1 from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey"
            + " and exists (select 1 from orders b where b.o_custkey = l_partkey))",
      })
  void notTied(String sql) {
    assertMoved(sql, "is not correlated on");
  }

  /** NULL NOT IN (nothing) is true, NULL NOT IN (something) is not: a node may have nothing. */
  @Test
  void aNullableLeftSideOfNotInMustSeeAllRows() {
    assertMoved(
        "select 1 from lineitem left join orders on o_orderkey = l_orderkey"
            + " where o_orderkey not in (select l_orderkey from lineitem where l_tax > 5)",
        "is not correlated on");
  }

  /** Nor does a row lie where it is compared that has no key and was moved by it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rowsAreMovedToTheRightSideOfNotInWhereTheyHaveAKey(boolean notNull) {
    TestCatalog catalog =
        new TestCatalog("o_orderkey")
            .with(
                new Relation(
                    "public",
                    "kinds",
                    true,
                    List.of(
                        new Relation.Column("id", "bigint", true),
                        new Relation.Column("number", "bigint", notNull)),
                    List.of(List.of("id")),
                    new Placement.Hash(new Colocation.Group(7), "id"),
                    Optional.empty(),
                    1000));

    Plan.Staged plan =
        (Plan.Staged)
            Plans.of(
                "select id from kinds where number not in"
                    + " (select o_orderkey from orders where o_custkey < id)",
                catalog);

    assertThat(plan.stages())
        .extracting(stage -> stage.movement() instanceof Stage.Movement.Repartition)
        .containsExactly(notNull, notNull);
  }

  /** The total row has no key. */
  @Test
  void aGroupingSetWithoutTheKeyOfNotInMustSeeAllRows() {
    assertMoved(
        "select 1 from orders where exists (select 1 from lineitem a where a.l_orderkey ="
            + " o_orderkey group by rollup(a.l_orderkey) having a.l_orderkey not in"
            + " (select l_orderkey from lineitem where l_tax > 5))",
        "is not correlated on");
  }

  /** It belongs to the query of whose columns it is, wherever it stands. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select array(select distinct unnest(array_agg(o_custkey))) from orders",
        "select (select max(o.o_totalprice)) from orders o",
        "select o_custkey, (select count(o_custkey)) from orders group by o_custkey",
        "select (select min(n_name) from nation where n_nationkey = max(o_custkey)) from orders",
        "select (select min(n_name) from nation left join region on r_regionkey = max(o_custkey))"
            + " from orders",
      })
  void anAggregateOfTheQueryAroundIsNotTheSubqueries(String sql) {
    assertMoved(sql, "an aggregate of a query around the one that it stands in");
  }

  @Test
  void recursionIsFoundThroughOtherTables() {
    assertMoved(
        "with recursive q(k) as (select o_orderkey from orders where o_custkey = 1 union all"
            + " (with u as (select * from q) select l_orderkey from u join lineitem"
            + " on l_linenumber = u.k and l_orderkey > u.k)) select count(*) from q",
        "a recursive query over partitioned rows");
  }

  @Test
  void replicatedRowsCannotBeTied() {
    assertMoved(
        "select 1 from nation where exists (select 1 from orders where o_orderkey = n_nationkey)",
        "reads partitioned rows for rows that every node has");
  }
}
