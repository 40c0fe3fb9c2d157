package io.argosy.planner.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of a derived table's columns is asked within it where that is the same. */
class ConditionsWithinTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  /** By customer and date, of orders. */
  private static final String SPENT =
      "(select o_custkey as c, o_orderdate as d, sum(o_totalprice) as total from orders"
          + " group by o_custkey, o_orderdate)";

  private static Optional<String> rewritten(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    Rewrite rewrite = Contexts.rewritten(Form.of("", ConditionsWithin::rewrite), bound);
    return (rewrite instanceof Rewrite.Other other
            ? Optional.of(other.tree())
            : Optional.<SqlNode>empty())
        .map(bound.statement()::text);
  }

  private static String within(String condition) {
    return "FROM orders WHERE " + condition + " GROUP BY o_custkey, o_orderdate";
  }

  @Test
  void aConditionOnAGroupIsOneOnItsRows() {
    assertThat(rewritten("select total from " + SPENT + " as s where c = 7 and total > 5"))
        .hasValue(
            "SELECT total FROM (SELECT o_custkey AS c, o_orderdate AS d, sum(o_totalprice) AS total"
                + " "
                + within("o_custkey = 7")
                + ") AS s WHERE c = 7 AND total > 5");
    assertThat(rewritten("select total from " + SPENT + " as s where s.c between 7 and $1"))
        .get()
        .asString()
        .contains(within("(o_custkey BETWEEN 7 AND $1)"));
    assertThat(rewritten("select total from " + SPENT + " as s where 7 < c and c in (8, -9)"))
        .get()
        .asString()
        .contains(within("7 < o_custkey AND o_custkey IN (8, -9)"));
  }

  @Test
  void valuesReachWhatIsEqual() {
    assertThat(
            rewritten(
                "select 1 from "
                    + SPENT
                    + " as s join customer on c = c_custkey where c_custkey = 7"))
        .get()
        .asString()
        .contains(within("o_custkey = 7"));
    assertThat(
            rewritten(
                "select 1 from customer, nation, "
                    + SPENT
                    + " as s where c_nationkey = n_nationkey and c = n_nationkey and c_nationkey ="
                    + " 7"))
        .get()
        .asString()
        .contains(within("o_custkey = 7"));
  }

  @Test
  void valuesReachTheNullableSideThatIsComparedWithThem() {
    String left =
        "select 1 from customer left join " + SPENT + " as s on c = c_custkey where c_custkey = 7";
    assertThat(rewritten(left)).get().asString().contains(within("o_custkey = 7"));
    String chain =
        "select 1 from customer left join "
            + SPENT
            + " as s on s.c = c_custkey left join "
            + SPENT
            + " as t on t.c = s.c where c_custkey = 7";
    assertThat(rewritten(chain).orElseThrow().split("WHERE o_custkey = 7", -1)).hasSize(3);
    String right =
        "select 1 from " + SPENT + " as s right join customer on c = c_custkey where 7 = c_custkey";
    assertThat(rewritten(right)).get().asString().contains(within("7 = o_custkey"));
  }

  @Test
  void conditionsGoThroughBranchesAndDerivedTables() {
    assertThat(
            rewritten(
                "select 1 from (select o_custkey as k from orders union all select c_custkey from"
                    + " customer) as u where k < 7"))
        .get()
        .asString()
        .contains("FROM orders WHERE o_custkey < 7", "FROM customer WHERE c_custkey < 7");
    assertThat(
            rewritten(
                "select 1 from (select * from "
                    + SPENT
                    + " as s where d is not null) as t where c = 7"))
        .get()
        .asString()
        .contains(within("o_custkey = 7"));
    assertThat(
            rewritten(
                "select c_name from customer where exists (select from "
                    + SPENT
                    + " as s where c = 7 and total > c_acctbal)"))
        .get()
        .asString()
        .contains(within("o_custkey = 7"));
  }

  /** Each could have another answer, or is no condition of the groups' own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 from SPENT as s where total > 5",
        "select 1 from SPENT as s where c = 7 or total > 5",
        "select 1 from SPENT as s, customer where c < c_custkey",
        "select 1 from SPENT as s, customer where c = c_custkey and c_custkey > 7",
        // The nullable side: a row that meets none is kept.
        "select 1 from customer left join SPENT as s on c = c_custkey where c = 7",
        "select 1 from customer left join SPENT as s on c_custkey = 7 and c = 7",
        "select 1 from customer left join SPENT as s on c < c_custkey where c_custkey = 7",
        "select 1 from customer left join SPENT as s on c = c_custkey or d is null where c_custkey"
            + " = 7",
        "select 1 from customer full join SPENT as s on c = c_custkey where c_custkey = 7",
        "select 1 from customer full join SPENT as s on c = c_custkey where c = 7",
        "select 1 from customer left join (nation left join SPENT as s on c = n_nationkey) on"
            + " n_nationkey = c_nationkey where c_custkey = 7",
        // Rows are chosen or numbered among others.
        "select 1 from (select o_custkey as c from orders order by o_orderkey limit 7) as s where c"
            + " = 7",
        "select 1 from (select distinct on (o_orderdate) o_custkey as c from orders) as s where c"
            + " = 7",
        "select 1 from (select o_custkey as c, row_number() over (order by o_orderkey) as n from"
            + " orders group by o_custkey, o_orderkey) as s where c = 7",
        "select 1 from (select o_custkey as c, count(*) from orders group by rollup (o_custkey)) as"
            + " s where c = 7",
        "select 1 from (select max(o_custkey) as c from orders) as s where c = 7",
        "select 1 from (select o_custkey + 1 as c from orders group by 1) as s where c = 7",
        // Two readings of one tree, which WITH RECURSIVE keeps.
        "with recursive g as SPENT select 1 from g where c = 7",
        "with recursive g as SPENT select 1 from g as a, g as b where a.c = 7 and b.c = 8",
        // The column that both sides have may be of another type than theirs.
        "select 1 from SPENT as s (k, d, total) join (select c_custkey as k from customer) as t"
            + " using (k) where k = 7",
        "select 1 from (select k from SPENT as s (k, d, total) join (select c_custkey as k from"
            + " customer) as t using (k) group by k) as u where k = 7",
        // Compared as another type, the two columns need not be alike.
        "select 1 from (select o_comment as t, count(*) from orders group by o_comment) as s join"
            + " part on t = p_comment where p_comment = 'x'::char(5)",
        "select 1 from SPENT as s where c = (select 7)",
        "select 1 from SPENT as s where c = length('seven')",
      })
  void nothingElseIs(String sql) {
    assertThat(rewritten(sql.replace("SPENT", SPENT))).as(sql).isEmpty();
  }

  /** Sums of orders by customer, and of lines by part. */
  private static String totals(String column) {
    return "(select 'orders' as source, o_custkey as k, sum(o_totalprice) as total from orders"
        + " group by o_custkey union all select "
        + column
        + ", l_partkey, sum(l_extendedprice) from lineitem group by l_partkey)";
  }

  @Test
  void branchesThatSayAnotherTextHaveNoRows() {
    assertThat(
            rewritten("select total from " + totals("'lines'") + " as t where t.source = 'lines'"))
        .get()
        .asString()
        .contains("FROM orders WHERE FALSE GROUP BY o_custkey")
        .contains("FROM lineitem GROUP BY l_partkey");
    assertThat(
            rewritten(
                "select a.total, b.total from "
                    + totals("'lines'")
                    + " as a, "
                    + totals("'lines'")
                    + " as b where a.source = 'lines' and b.source = 'lines' and a.k = b.k"))
        .get()
        .asString()
        .containsPattern("(?s)FROM orders WHERE FALSE .*FROM orders WHERE FALSE ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // PostgreSQL says of which type they are together, and when they are equal.
        "l_comment",
        "'lines'::char(9)",
        "'lin''es'",
        "5",
        "'lines' collate \"C\"",
        "$1",
      })
  void branchesThatMaySayTheTextKeepTheirRows(String column) {
    assertThat(rewritten("select total from " + totals(column) + " as t where t.source = 'lines'"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t.source <> 'lines'",
        "t.source in ('lines')",
        "t.source = 'lines'::text",
        "t.source = $1",
        "t.source = 'lines' or t.k = 1",
        "t.source like 'lines'",
      })
  void otherConditionsOnATextAreNotAsked(String condition) {
    assertThat(rewritten("select total from " + totals("'lines'") + " as t where " + condition))
        .isEmpty();
  }

  @Test
  void whichBranchesAreCutMatters() {
    String cut = totals("'lines'").replaceAll("\\)$", " limit 5)");
    assertThat(rewritten("select total from " + cut + " as t where t.source = 'lines'")).isEmpty();
  }
}
