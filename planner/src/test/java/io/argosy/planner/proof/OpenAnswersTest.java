package io.argosy.planner.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which queries may be answered in several ways from the same rows. */
class OpenAnswersTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  private static boolean isOpen(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    return OpenAnswers.isOpen(bound.statement().tree(), bound.binding(), bound.aggregates());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select o_custkey from orders limit 20",
        "select o_custkey from orders order by o_totalprice limit 20",
        "select distinct on (o_custkey) o_totalprice from orders",
        "select row_number() over (order by o_orderdate) from orders",
        "select row_number() over () from orders",
        "select row_number() over w from orders window w as (order by o_orderdate)",
        "select row_number() over (w order by o_orderdate) from orders"
            + " window w as (partition by o_custkey)",
        "select row_number() over (order by o_orderkey) from orders, lineitem",
        "select rank() over (order by o_orderdate) + ntile(4) over (order by o_orderdate)"
            + " from orders",
        "select lag(o_totalprice) over (partition by o_custkey order by o_orderdate) from orders",
        "select first_value(o_custkey) over (order by o_orderdate) from orders",
        "select sum(o_totalprice) over (order by o_orderdate rows 3 preceding) from orders",
        "select sum(o_totalprice) filter (where o_custkey > 0)"
            + " over (order by o_orderdate rows 3 preceding) from orders",
        "select row_number() over (order by count(*)) from orders group by o_custkey",
        "select sum(o_totalprice::double precision) from orders",
        "select sum(o_totalprice::double precision) over (order by o_orderkey) from orders",
        "select 1 + avg(sqrt(o_totalprice)) from orders having count(*) > 1",
        "select o_custkey from orders group by o_custkey"
            + " having stddev(o_totalprice * 1.5::real) > 1",
        "select corr(o_custkey, o_orderkey) from orders",
        "select array_agg(o_custkey) from orders",
        "select string_agg(o_comment, ',' order by o_orderdate) from orders",
        "select mode() within group (order by o_custkey) from orders",
        "select sum(q) from (select o_totalprice::float8 as q from orders) as s",
        "select sum(case when o_custkey = 7 then o_totalprice else sqrt(7) end) from orders",
        "select array(select o_custkey from orders)",
        "select o_custkey from orders where o_orderkey in (select l_orderkey from lineitem limit"
            + " 7)",
        "select o_orderkey from orders order by row_number() over (order by o_orderdate),"
            + " o_orderkey limit 3",
        "select o_custkey from orders group by o_custkey order by (array_agg(o_comment))[1],"
            + " o_custkey limit 3",
        "select o_custkey, rank() over (order by sum(sqrt(o_totalprice))) from orders"
            + " group by o_custkey",
        "select rank() over w from orders group by o_custkey"
            + " window w as (order by sum(sqrt(o_totalprice)))",
        "select sum(round(o_custkey) / 3) from orders",
        "select stddev(ceil(o_custkey)) from orders",
        "select max(o_totalprice / 3) from orders",
        "select max(o_totalprice::numeric) from orders",
        "select min(case when o_custkey = 7 then o_totalprice else 0 end) from orders",
        "select max(coalesce(o_custkey::numeric(9, 1), o_totalprice)) from orders",
        "select max(q) from (select o_totalprice as q from orders union all select 0"
            + " from lineitem) as s",
        "select max(q) from (select avg(o_totalprice) as q from orders group by o_custkey) as s",
        "select percentile_disc(0.5) within group (order by o_totalprice * 1.0) from orders",
        "select range_agg(numrange(o_totalprice, o_totalprice + 1)) from orders"
      })
  void theOrderOfTheRowsMatters(String sql) {
    assertThat(isOpen(sql)).as(sql).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select o_custkey from orders",
        "select o_custkey from orders order by o_orderkey limit 20",
        "select row_number() over (order by o_orderkey) from orders",
        "select row_number() over (partition by o_custkey order by o_orderdate, o_orderkey desc)"
            + " from orders",
        "select lag(o_custkey) over w from orders window w as (order by o_orderkey)",
        "select row_number() over (order by l_orderkey, l_linenumber, o_orderkey)"
            + " from orders, lineitem",
        "select row_number() over (order by o_custkey, o_orderdate) from orders"
            + " group by o_custkey, o_orderdate",
        "select rank() over (order by o_orderdate) from orders",
        "select sum(o_totalprice) over (partition by o_custkey order by o_orderdate) from orders",
        "select sum(o_totalprice) over (order by o_orderkey rows 3 preceding) from orders",
        "select avg(sum(o_totalprice)) over (partition by o_orderdate) from orders"
            + " group by o_custkey, o_orderdate",
        "select sum(o_totalprice * (1 - 0.5) / 7), avg(coalesce(o_custkey, 0)), count(*)"
            + " from orders",
        "select stddev_samp(o_custkey), max(o_orderdate), min(o_totalprice) from orders",
        "select sum(case when o_custkey = 7 then o_totalprice else 0 end),"
            + " sum(case o_custkey when 7 then o_totalprice else null end) from orders",
        "select avg(cast(o_totalprice as numeric(10, 2))), sum(sqrt(o_custkey)::bigint) from"
            + " orders",
        "select max(q) from (select sum(o_totalprice) as q from orders group by o_custkey) as s",
        "select sum(q) from (select o_totalprice as q from orders union all"
            + " select l_quantity from lineitem) as s",
        "select max(o_totalprice * 1.5 - o_custkey), min(-o_custkey % 7), max(count(*))"
            + " over (order by o_custkey) from orders group by o_custkey, o_totalprice",
        "select max(case when o_custkey = 7 then o_totalprice else null end),"
            + " min(coalesce(o_totalprice, 0.00)), max((o_totalprice / 3)::numeric(10, 1))"
            + " from orders",
        "select max(q) from (select sum(o_totalprice) as q from orders union all"
            + " select sum(l_quantity) from lineitem) as s",
        "select percentile_cont(0.5) within group (order by o_totalprice) from orders",
        "select distinct o_custkey, o_orderdate from orders",
        "select sum(round(o_totalprice)), sum(round(o_custkey::numeric / 3, 2)) from orders",
        "select o_custkey from orders group by o_custkey order by sum(o_totalprice), o_custkey"
            + " limit 3"
      })
  void theOrderOfTheRowsDoesNotMatter(String sql) {
    assertThat(isOpen(sql)).as(sql).isFalse();
  }
}
