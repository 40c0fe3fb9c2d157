package io.argosy.planner.proof;

import static io.argosy.planner.Plans.assertMoved;
import static io.argosy.planner.Plans.assertPushedDown;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupingRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from (select l_orderkey, count(*) from lineitem group by l_orderkey) t",
        "select * from (select o_orderkey, count(*) from orders join lineitem"
            + " on l_orderkey = o_orderkey group by l_tax, l_orderkey, o_orderkey) t",
        "select * from (select distinct l_orderkey, l_tax from lineitem) t",
        "select * from (select distinct on (l_orderkey) * from lineitem order by l_orderkey) t",
        "select * from (select rank() over (partition by l_orderkey order by l_tax) from lineitem)"
            + " t",
        "select rank() over (partition by l_tax, l_orderkey order by l_tax) from lineitem",
        "select o_orderkey from orders except select l_orderkey from lineitem",
        "select * from (select o_orderkey from orders union select l_orderkey from lineitem) t",
      })
  void groupsWithTheKeyLieOnOneNode(String sql) {
    assertPushedDown(sql);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from (select l_tax, count(*) from lineitem group by l_tax) t | groups",
        "select * from (select count(*) from lineitem) t | groups",
        "select * from (select l_orderkey from lineitem group by rollup (l_orderkey)) t | groups",
        "select * from (select l_orderkey + 0 from lineitem group by l_orderkey + 0) t | groups",
        "select * from (select distinct l_tax from lineitem) t | DISTINCT",
        "select * from (select * from lineitem limit 3) t | LIMIT",
        "select * from (select * from lineitem offset 3) t | LIMIT",
        "select rank() over (partition by l_tax order by l_tax) from lineitem | window",
        "select rank() over (order by l_orderkey) from lineitem | window",
        "select o_custkey from orders intersect select l_partkey from lineitem | INTERSECT",
        "select * from (select o_custkey from orders union select 1) t | UNION",
        "select o_orderkey from orders union all select 1 | UNION ALL",
        "select o_orderkey, o_custkey from orders except select l_partkey, l_orderkey from lineitem"
            + " | EXCEPT",
      })
  void groupsWithoutTheKeySpanNodes(String sql, String reason) {
    assertMoved(sql, reason);
  }
}
