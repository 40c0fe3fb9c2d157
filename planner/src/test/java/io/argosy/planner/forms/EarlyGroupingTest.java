package io.argosy.planner.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EarlyGroupingTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static Optional<String> rewritten(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    Rewrite rewrite = Contexts.rewritten(Form.of("", EarlyGrouping::rewrite), bound);
    return (rewrite instanceof Rewrite.Other other
            ? Optional.of(other.tree())
            : Optional.<SqlNode>empty())
        .map(bound.statement()::text);
  }

  @Test
  void countsAreAddedAndMissingOnesAreNone() {
    assertThat(
            rewritten(
                "select c_custkey, count(o_orderkey) from customer left join orders"
                    + " on c_custkey = o_custkey and o_totalprice > 10 group by c_custkey"))
        .hasValue(
            "SELECT c_custkey, CAST(coalesce(pg_catalog.sum(orders.argosy_part_1), 0) AS bigint) AS"
                + " count FROM customer\n"
                + "LEFT JOIN (SELECT orders.o_custkey, count(o_orderkey) AS argosy_part_1 FROM"
                + " orders WHERE o_totalprice > 10 GROUP BY orders.o_custkey) AS orders ON"
                + " c_custkey = o_custkey GROUP BY c_custkey");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select c_name, max(o_orderdate) from customer left join orders on c_custkey = o_custkey"
            + " group by 1 having sum(o_totalprice) > 5 order by min(o_comment)",
        "select count(o_orderkey) from orders right join customer on c_custkey = o_custkey",
        "select c_name, sum(o_totalprice) from nation join (customer left join orders on c_custkey"
            + " = o_custkey) on n_nationkey = c_nationkey where c_acctbal > 0 group by c_name",
        "select x.n from (select count(o.o_orderkey) as n from customer left join orders as o on"
            + " o.o_custkey = c_custkey group by c_custkey) as x",
      })
  void tablesThatNothingElseNamesAreGrouped(String sql) {
    assertThat(rewritten(sql)).isPresent();
  }

  /** Each has an answer that is another one when rows have become groups. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // Rows are counted, the row of NULLs too.
        "select count(*) from customer left join orders on c_custkey = o_custkey",
        // A customer's balance counts as often as there are orders.
        "select sum(c_acctbal), count(o_orderkey) from customer left join orders"
            + " on c_custkey = o_custkey",
        "select count(distinct o_clerk) from customer left join orders on c_custkey = o_custkey",
        "select avg(o_totalprice) from customer left join orders on c_custkey = o_custkey",
        "select count(o_orderkey) filter (where o_totalprice > 1) from customer"
            + " left join orders on c_custkey = o_custkey",
        "select string_agg(o_clerk, ',' order by o_clerk) from customer"
            + " left join orders on c_custkey = o_custkey",
        "select sum(o_totalprice * c_acctbal) from customer left join orders"
            + " on c_custkey = o_custkey",
        // The column is that of single rows.
        "select o_clerk, count(o_orderkey) from customer left join orders on c_custkey = o_custkey"
            + " group by o_clerk",
        "select count(o_orderkey) from customer left join orders on c_custkey = o_custkey"
            + " where o_clerk is null",
        "select count(o_orderkey) from customer left join orders on c_custkey = o_custkey"
            + " left join lineitem on l_orderkey = o_orderkey",
        "select c_custkey, count(o_orderkey) from customer left join orders"
            + " on c_custkey = o_custkey group by c_custkey order by o_clerk",
        // The rows of a group do not all meet the same customers.
        "select count(o_orderkey) from customer left join orders"
            + " on c_custkey = o_custkey and c_acctbal < o_totalprice",
        "select count(o_orderkey) from customer left join orders on c_acctbal > 0",
        // Both sides are preserved, so that a group would be one where there were several rows.
        "select count(o_orderkey), count(*) from customer full join orders"
            + " on c_custkey = o_custkey",
        "select count(c_custkey) from customer left join orders on c_custkey = o_custkey",
        "select count(o_orderkey), (select count(*) from nation) from customer"
            + " left join orders on c_custkey = o_custkey",
        "select c_custkey from customer left join orders on c_custkey = o_custkey",
        "select count(x.o_clerk) from orders as y left join orders as x using (o_orderkey)",
      })
  void tablesWhoseRowsMatterAreNot(String sql) {
    assertThat(rewritten(sql)).isEmpty();
  }
}
