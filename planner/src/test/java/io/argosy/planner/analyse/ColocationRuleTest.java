package io.argosy.planner.analyse;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;

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
