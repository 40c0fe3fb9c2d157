package io.argosy.planner.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows are grouped before they are joined with tables that describe the groups. */
class GroupsBeforeJoinTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static Optional<String> rewritten(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    Rewrite rewrite = Contexts.rewritten(Form.of("", GroupsBeforeJoin::rewrite), bound);
    return (rewrite instanceof Rewrite.Other other
            ? Optional.of(other.tree())
            : Optional.<SqlNode>empty())
        .map(bound.statement()::text)
        .map(text -> text.replace("\n", " "));
  }

  @Test
  void whatIsKnownOfACustomerIsJoinedWithItsGroup() {
    assertThat(
            rewritten(
                "select c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) as revenue,"
                    + " n_name from customer, orders, lineitem, nation where c_custkey = o_custkey"
                    + " and l_orderkey = o_orderkey and l_returnflag = 'R' and c_nationkey ="
                    + " n_nationkey group by c_custkey, c_name, n_name order by revenue desc"
                    + " limit 20"))
        .hasValue(
            "SELECT c_custkey AS c_custkey, c_name AS c_name, argosy_groups.argosy_value_1 AS"
                + " revenue, n_name AS n_name FROM (SELECT orders.o_custkey AS argosy_key_1,"
                + " sum(l_extendedprice * (1 - l_discount)) AS argosy_value_1 FROM orders, lineitem"
                + " WHERE l_orderkey = o_orderkey AND l_returnflag = 'R' GROUP BY orders.o_custkey)"
                + " AS argosy_groups, customer, nation WHERE c_custkey = argosy_groups.argosy_key_1"
                + " AND c_nationkey = n_nationkey ORDER BY revenue DESC FETCH NEXT 20 ROWS ONLY");
  }

  @Test
  void groupsAreAskedAboutWhenTheyAreJoined() {
    assertThat(
            rewritten(
                "select o_custkey + 1 as next, c_acctbal, count(*), avg(o_totalprice)"
                    + " from orders join customer on c_custkey = o_custkey and c_acctbal > 0"
                    + " where o_orderstatus = 'F' group by o_custkey, c_acctbal"
                    + " having count(*) > 3 and sum(o_shippriority) < o_custkey"))
        .hasValue(
            "SELECT argosy_groups.argosy_key_1 + 1 AS next, c_acctbal AS c_acctbal,"
                + " argosy_groups.argosy_value_1 AS count, argosy_groups.argosy_value_2 AS avg FROM"
                + " (SELECT orders.o_custkey AS argosy_key_1, count(*) AS argosy_value_1,"
                + " avg(o_totalprice) AS argosy_value_2, count(*) AS argosy_value_3,"
                + " sum(o_shippriority) AS argosy_value_4 FROM orders WHERE o_orderstatus = 'F'"
                + " GROUP BY orders.o_custkey) AS argosy_groups, customer WHERE c_custkey ="
                + " argosy_groups.argosy_key_1 AND c_acctbal > 0 AND (argosy_groups.argosy_value_3"
                + " > 3 AND argosy_groups.argosy_value_4 < argosy_groups.argosy_key_1)");
  }

  @Test
  void theGroupsHaveANameThatNoTableHas() {
    assertThat(
            rewritten(
                "select c_custkey, count(*) from customer as argosy_groups, orders"
                    + " where c_custkey = o_custkey group by c_custkey"))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .endsWith(
                        " AS argosy_1_groups, customer AS argosy_groups WHERE c_custkey ="
                            + " argosy_1_groups.argosy_1_key_1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A group of a name may be several customers.
        "select c_name, sum(o_totalprice) from customer, orders where c_custkey = o_custkey"
            + " group by c_name",
        // An order may meet several customers.
        "select c_nationkey, sum(o_totalprice) from customer, orders where c_nationkey = o_custkey"
            + " group by c_nationkey",
        "select c_custkey, sum(o_totalprice) from customer, orders where c_custkey >= o_custkey"
            + " group by c_custkey",
        // Some of a group's orders meet its customer only.
        "select c_custkey, sum(o_totalprice) from customer, orders where c_custkey = o_custkey"
            + " and c_acctbal < o_totalprice group by c_custkey",
        "select c_custkey, sum(o_totalprice) from customer left join orders"
            + " on c_custkey = o_custkey group by c_custkey",
        // The customer is part of what is summed up.
        "select c_custkey, sum(o_totalprice * c_acctbal) from customer, orders"
            + " where c_custkey = o_custkey group by c_custkey",
        // Orders without a customer are never asked.
        "select c_custkey, sum(1 / o_totalprice) from customer, orders where c_custkey = o_custkey"
            + " group by c_custkey",
        "select c_custkey, sum(o_custkey * o_orderkey) from customer, orders"
            + " where c_custkey = o_custkey group by c_custkey",
        "select c_custkey, max(share) from customer, orders, (select l_orderkey, 1 / l_discount as"
            + " share from lineitem) as l where c_custkey = o_custkey and l_orderkey = o_orderkey"
            + " group by c_custkey",
        "select c_custkey, sum(o_totalprice * 9e100000) from customer, orders"
            + " where c_custkey = o_custkey group by c_custkey",
        "select c_custkey, count(c.*) from customer as c, orders where c_custkey = o_custkey"
            + " group by c_custkey",
        "select c_custkey, count(*) from customer, orders where c_custkey = o_custkey"
            + " group by c_custkey having 1 / sum(o_totalprice) > 0",
        "select c_custkey, string_agg(o_clerk, ',') from customer, orders"
            + " where c_custkey = o_custkey group by c_custkey",
        "select c_custkey, count(*) filter (where o_totalprice > 5) from customer, orders"
            + " where c_custkey = o_custkey group by c_custkey",
        // Nothing is left out of what moves.
        "select o_custkey, sum(o_totalprice) from orders group by o_custkey",
        "select c_custkey, count(*) from customer, nation where c_nationkey = n_nationkey"
            + " group by c_custkey",
        "select c_custkey, sum(o_totalprice) from customer, orders where c_custkey = o_custkey"
            + " group by rollup (c_custkey)",
        // The order is of what the groups do not have any more.
        "select c_custkey, sum(o_totalprice) from customer, orders where c_custkey = o_custkey"
            + " group by c_custkey order by max(o_orderdate)",
        "select c_custkey, count(*) from customer, orders where c_custkey = o_custkey and exists"
            + " (select * from lineitem where l_orderkey = o_orderkey) group by c_custkey",
      })
  void otherwiseTheQueryStaysAsItIs(String sql) {
    assertThat(rewritten(sql)).isEmpty();
  }
}
