package io.argosy.planner.proof;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColocationRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from orders, lineitem where o_orderkey = l_orderkey",
        "select * from orders join lineitem on l_orderkey = o_orderkey and l_quantity > 2",
        "select * from lineitem a, lineitem b, orders where a.l_orderkey = o_orderkey"
            + " and b.l_orderkey = o_orderkey",
        "select * from orders full join lineitem on l_orderkey = o_orderkey",
        "select * from orders a join orders b using (o_orderkey)",
        "select * from orders left join lineitem on l_orderkey = o_orderkey and l_tax > 0",
      })
  void equalKeysAreColocated(String sql) {
    assertPushedDown(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from orders, lineitem",
        "select * from orders join lineitem on l_orderkey > o_orderkey",
        "select * from orders join lineitem on l_orderkey = o_orderkey + 0",
        "select * from orders join lineitem on not l_orderkey = o_orderkey",
        "select * from orders join lineitem on l_orderkey = o_orderkey or l_tax = 1",
        "select * from orders join lineitem on l_orderkey is not distinct from o_custkey",
      })
  void otherConditionsAreNot(String sql) {
    assertMoved(sql, "not joined on their distribution columns");
  }

  /** The key that an outer join extends with NULL says nothing of where the row is. */
  @Test
  void aNullableKeyDoesNotCarryTheEqualityOn() {
    assertMoved(
        "select * from orders left join lineitem on o_orderkey = l_orderkey"
            + " full join orders b on b.o_orderkey = l_orderkey",
        "not joined on their distribution columns");
  }

  /** The condition of an outer join does not hold for the preserved rows. */
  @Test
  void theConditionOfAnOuterJoinDoesNotHoldOutside() {
    assertMoved(
        "select * from (orders a left join nation on a.o_orderkey = n_nationkey)"
            + " join orders b on b.o_orderkey = n_regionkey and n_nationkey = n_regionkey",
        "not joined on their distribution columns");
  }

  /** Nor does that of a FULL JOIN hold for the rows of either side. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders a left join orders b on a.o_custkey = b.o_custkey full join lineitem"
            + " on a.o_orderkey = l_orderkey and b.o_orderkey = l_orderkey",
        "orders a join orders b on a.o_custkey = b.o_custkey full join lineitem"
            + " on a.o_orderkey = l_orderkey and b.o_orderkey = l_orderkey",
        "lineitem full join (orders a join orders b on a.o_custkey = b.o_custkey)"
            + " on a.o_orderkey = l_orderkey and b.o_orderkey = l_orderkey",
      })
  void theConditionOfAFullJoinDoesNotHoldInside(String from) {
    assertMoved("select * from " + from, "is not its distribution column o_orderkey");
  }

  /** For what is joined on a nullable side it does. */
  @Test
  void theConditionOfAnOuterJoinHoldsOnItsNullableSide() {
    assertPushedDown(
        "select * from lineitem left join (orders a join orders b on a.o_custkey = b.o_custkey)"
            + " on a.o_orderkey = l_orderkey and b.o_orderkey = l_orderkey");
  }

  /** Rows that are not joined are those of all nodes. */
  @Test
  void theConditionOfAFullJoinDoesNotSayWhereRowsAre() {
    Plan plan =
        Plans.of(
            "select * from orders a full join orders b on a.o_orderkey = b.o_orderkey"
                + " and a.o_orderkey = 5");

    assertThat(plan).isNotInstanceOf(Plan.Route.class);
    assertThat(plan.toString()).doesNotContain("pruning=Keys");
  }

  @Test
  void theConditionOfAFullJoinDoesNotTieItToTheRowOutside() {
    String sql =
        "select * from orders where exists (select 1 from orders a full join lineitem"
            + " on a.o_orderkey = l_orderkey and l_orderkey = orders.o_orderkey)";

    assertMoved(sql, "is not correlated on");
    assertThat(Plans.of(sql)).isNotInstanceOf(Plan.Route.class);
    assertThat(Plans.of(sql).toString()).doesNotContain("pruning=Keys");
  }

  /** float8 equality of integers is not transitive. */
  @Test
  void equalityThroughAnotherTypeIsNotTransitive() {
    assertMoved(
        "select * from orders, lineitem, part where o_orderkey = p_retailprice"
            + " and p_retailprice = l_orderkey",
        "not joined on their distribution columns");
  }

  @Test
  void namesTheColumnsInTheReason() {
    assertMoved(
        "select * from orders join lineitem on l_partkey = o_orderkey",
        "lineitem is joined on l_partkey, which is not its distribution column l_orderkey");
  }
}
