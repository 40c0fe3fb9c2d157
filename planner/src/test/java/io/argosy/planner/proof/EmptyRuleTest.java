package io.argosy.planner.proof;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.Plans;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A SELECT without rows takes nothing from where the rows of others are. */
class EmptyRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (select o_custkey as k from orders union all"
            + " select c_custkey from customer where false) as u",
        "select * from (select o_custkey as k from orders union all"
            + " select l_partkey from lineitem, customer where l_tax = c_acctbal and false) as u",
        "select * from (select o_orderkey as k from orders except"
            + " select l_partkey from lineitem where false) as u",
        "select o_custkey from orders union all select c_custkey from customer where false",
        "select o_custkey from orders where o_custkey not in"
            + " (select l_partkey from lineitem where l_tax > 0 and false)",
        "select o_custkey, e.k from orders left join"
            + " (select l_partkey as k from lineitem where false) as e on e.k = o_custkey",
        "select o_custkey from orders, (select l_partkey as k, count(*) from lineitem where false"
            + " group by l_partkey) as e where e.k = o_custkey",
      })
  void isReadWithoutAMove(String sql) {
    assertPushedDown(sql);
  }

  /** A sum over no rows is one row, and that on each node. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (select o_custkey as k from orders union all"
            + " select count(*) from lineitem where false) as u",
        "select * from (select o_custkey as k from orders union all"
            + " select sum(l_partkey) from lineitem where false group by grouping sets ((), l_tax))"
            + " as u",
        "select * from (select o_custkey as k from orders union all"
            + " select count(*) from lineitem where false group by ()) as u",
        "select * from (select o_custkey as k from orders union all"
            + " select count(*) from lineitem where false group by distinct ()) as u",
        "select * from (select o_custkey as k from orders union all"
            + " select distinct on (count(*)) 5 from lineitem where false) as u",
        "select * from (select o_custkey as k from orders union all select row_number() over w"
            + " from lineitem where false window w as (order by count(*))) as u",
      })
  void hasRowsThatAreMadeOfNone(String sql) {
    assertMoved(sql, "");
  }

  /** The type of a union's column is also that of its branches without rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select o_orderkey from orders union select l_tax from lineitem where false",
        "select * from (select o_orderkey as k from orders union"
            + " select l_tax from lineitem where false) as u",
        "select k, count(*) from (select o_orderkey as k from orders union all"
            + " select l_tax from lineitem where false) as u group by k",
        "select distinct k from (select l_tax as k from lineitem where false union all"
            + " select o_orderkey from orders) as u",
      })
  void hasTypes(String sql) {
    boolean groupsAreApart =
        Plans.of(sql) instanceof Plan.Pushdown plan && plan.merge() instanceof Merge.Concatenate;
    assertThat(groupsAreApart).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (select o_custkey as k from orders union all"
            + " select c_custkey from customer where null) as u",
        "select * from (select o_custkey as k from orders union all"
            + " select c_custkey from customer where c_acctbal > 0 or false) as u",
      })
  void isToldByFalseAlone(String sql) {
    assertMoved(sql, "");
  }
}
