package io.argosy.planner.forms;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRowsTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static final Relation STAGE =
      Relation.temporary("t", List.of(), new Placement.Replicated(), 0);

  private static Optional<String> rewritten(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    ParsedStatement statement = bound.statement();
    BoundQuery query = new BoundQuery(statement.tree(), bound.binding());
    return SharedRows.shared(query, Contexts.of(bound))
        .map(
            form ->
                statement.template(form.over(STAGE))
                    + " of "
                    + statement.text(form.rows())
                    + " "
                    + form.groupedBy());
  }

  @Test
  void rowsOfTwoQueriesBecomeOneDefinition() {
    assertThat(
            rewritten(
                "select ps_partkey, sum(ps_availqty) from partsupp where ps_supplycost < 3 group by"
                    + " ps_partkey having sum(ps_availqty) > (select avg(ps_suppkey) from partsupp"
                    + " where ps_supplycost < 3) order by ps_partkey"))
        .hasValue(
            "SELECT argosy_rows.c1 AS ps_partkey, sum(argosy_rows.c3) AS sum FROM pg_temp.t AS"
                + " argosy_rows WHERE TRUE GROUP BY argosy_rows.c1 HAVING sum(argosy_rows.c3) >"
                + " (SELECT avg(argosy_rows.c2) AS avg FROM pg_temp.t AS argosy_rows WHERE TRUE)\n"
                + "ORDER BY argosy_rows.c1 of SELECT partsupp.ps_partkey AS c1,"
                + " partsupp.ps_suppkey AS c2, partsupp.ps_availqty AS c3 FROM partsupp WHERE"
                + " ps_supplycost < 3 [0]");
  }

  @Test
  void conditionsOfOneQueryAloneAreAskedOfTheRows() {
    assertThat(
            rewritten(
                "select c_name from customer where substring(c_phone from 1 for 2) in ('13', '31')"
                    + " and c_acctbal > (select avg(c_acctbal) from customer where c_acctbal > 0"
                    + " and substring(c_phone from 1 for 2) in ('13', '31')) and not exists"
                    + " (select * from orders where o_custkey = c_custkey)"))
        .hasValue(
            "SELECT argosy_rows.c2 AS c_name FROM pg_temp.t AS argosy_rows WHERE argosy_rows.c3 >"
                + " (SELECT avg(argosy_rows.c3) AS avg FROM pg_temp.t AS argosy_rows WHERE"
                + " argosy_rows.c3 > 0) AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey ="
                + " argosy_rows.c1) of SELECT customer.c_custkey AS c1, customer.c_name AS c2,"
                + " customer.c_acctbal AS c3 FROM customer WHERE"
                + " substring(c_phone from 1 for 2) IN ('13', '31') []");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The rows' columns are called c1, c2 ..
        "select ps_suppkey as c1, count(*) from partsupp where ps_supplycost < 3 group by c1"
            + " having count(*) > (select avg(ps_suppkey) from partsupp where ps_supplycost < 3)",
        // The conditions differ.
        "select ps_partkey, count(*) from partsupp where ps_supplycost < 3 group by ps_partkey"
            + " having count(*) > (select avg(ps_suppkey) from partsupp where ps_supplycost < 4)",
        // The inner one's rows depend on the outer one's.
        "select p_size, count(*) from part where p_size > 1 group by p_size having count(*) >"
            + " (select count(*) from partsupp where ps_suppkey = p_size)"
            + " and 2 > (select count(*) from partsupp where ps_suppkey = p_size)",
        // A query within WHERE may itself depend on where it stands.
        "select count(*) from part where p_size in (select ps_suppkey from partsupp) having"
            + " count(*) > (select count(*) from part where p_size in (select ps_suppkey from"
            + " partsupp))",
        // The condition in common may fail for rows that the one before it keeps from it.
        "select count(*) from part where p_size <> 0 and 9 / p_size > 1 having count(*) > (select"
            + " count(*) from part where 9 / p_size > 1)",
        // The length of a part of a string may be negative.
        "select count(*) from part where p_size > 0 and substring(p_name from 1 for p_size) = 'a'"
            + " having count(*) > (select count(*) from part where"
            + " substring(p_name from 1 for p_size) = 'a')",
        // The rows are not aggregated but given.
        "select ps_partkey from partsupp where ps_supplycost < 3 union all"
            + " select ps_partkey from partsupp where ps_supplycost < 3",
      })
  void otherRowsStayWhereTheyAre(String sql) {
    assertThat(rewritten(sql)).isEmpty();
  }
}
