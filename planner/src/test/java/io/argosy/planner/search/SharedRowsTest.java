package io.argosy.planner.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRowsTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static Optional<String> rewritten(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    ParsedStatement statement = bound.statement();
    return new SharedRows(bound.binding(), statement, statement.tree(), List.of())
        .rewrite()
        .map(form -> statement.text(form.tree()) + " " + form.groupedBy());
  }

  @Test
  void rowsOfTwoQueriesBecomeOneDefinition() {
    assertThat(
            rewritten(
                "select ps_partkey, sum(ps_availqty) from partsupp where ps_supplycost < 3 group by"
                    + " ps_partkey having sum(ps_availqty) > (select avg(ps_suppkey) from partsupp"
                    + " where ps_supplycost < 3) order by ps_partkey"))
        .hasValue(
            "SELECT argosy_rows.r1 AS ps_partkey, sum(argosy_rows.r3) AS sum FROM (SELECT"
                + " partsupp.ps_partkey AS r1, partsupp.ps_suppkey AS r2, partsupp.ps_availqty AS"
                + " r3 FROM partsupp WHERE ps_supplycost < 3) AS argosy_rows WHERE TRUE GROUP BY"
                + " argosy_rows.r1 HAVING sum(argosy_rows.r3) > (SELECT avg(argosy_rows.r2) AS avg"
                + " FROM (SELECT partsupp.ps_partkey AS r1, partsupp.ps_suppkey AS r2,"
                + " partsupp.ps_availqty AS r3 FROM partsupp WHERE ps_supplycost < 3) AS"
                + " argosy_rows WHERE TRUE)\nORDER BY argosy_rows.r1 [0]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
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
        // The rows are not aggregated but given.
        "select ps_partkey from partsupp where ps_supplycost < 3 union all"
            + " select ps_partkey from partsupp where ps_supplycost < 3",
      })
  void otherRowsStayWhereTheyAre(String sql) {
    assertThat(rewritten(sql)).isEmpty();
  }
}
