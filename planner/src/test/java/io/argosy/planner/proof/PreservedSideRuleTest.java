package io.argosy.planner.proof;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreservedSideRuleTest {
  @Test
  void replicatedRowsMayBeNullExtended() {
    assertPushedDown("select * from orders left join customer on c_custkey = o_custkey");
    assertPushedDown("select * from customer right join orders on c_custkey = o_custkey");
  }

  /** A customer without orders would be preserved once on every node. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from customer left join orders on c_custkey = o_custkey",
        "select * from orders right join customer on c_custkey = o_custkey",
        "select * from orders full join customer on c_custkey = o_custkey",
        "select * from nation join (customer left join orders on c_custkey = o_custkey) on true",
        "select * from customer left join (select * from orders) o on c_custkey = o_custkey",
        "select count(*) from customer left join orders on c_custkey = o_custkey",
        "select * from lineitem join (customer left join orders on c_custkey = o_custkey)"
            + " on l_orderkey = o_orderkey",
      })
  void replicatedRowsMayNotBePreserved(String sql) {
    assertMoved(sql, "preserves rows of customer");
  }
}
