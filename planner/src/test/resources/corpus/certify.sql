select 1
select 'it''s', E'a\nb\\c', $$dollar ' quoted$$, $t$x$t$, U&'\0041b', 'Grüße 漢字'
select b'101', x'1F', 1.50, .5, 1e10, 1.5e-3, 12345678901234567890
select null, true, false, not true
select l_orderkey::text, l_quantity::int, '1995-01-01'::date from lineitem
select * from lineitem where l_shipdate = '1995-01-01'::date
select * from lineitem where l_shipdate = '1995-01-01'::date and l_quantity < 5::numeric(10,2)
select cast(l_quantity as double precision), cast('5' as character varying(10)), cast(now() as timestamp(3) without time zone) from lineitem
select interval '3 months', interval '1' year, interval '1-2' year to month, interval(3) '1.5 seconds', timestamp with time zone '2020-01-01 00:00+00', time '10:00'
select -l_quantity, +l_quantity, - 5, -5::int, (-5)::text from lineitem
select 2 + 3 * 4 - 5 / 2 % 3, 2 ^ 3 ^ 2, -2 ^ 2, (1 + 2) * 3
select 'a' || 'b' || 1, 1 + 2 || 'x', 'x' || 1 + 2
select l_comment ~ '^a.*b$', l_comment !~* 'x', l_comment ~~ 'a%' from lineitem
select '{"a":{"b":1}}'::jsonb -> 'a' ->> 'b', '{"a":1}'::jsonb @> '{"a":1}'::jsonb, '{"a":1}'::jsonb ? 'a', '{"a":1}'::jsonb #> '{a}'
select array[1,2,3], array[1,2] || 3, array[1,2] && array[2], (array[1,2,3])[2], (array[1,2,3])[1:2], array[[1,2],[3,4]], '{}'::int[]
select array(select n_nationkey from nation order by 1)
select case when l_quantity > 5 then 'a' else 'bcd' end, case l_linestatus when 'O' then 1 when 'F' then 2 end from lineitem
select coalesce(l_comment, ''), nullif(l_quantity, 0), greatest(1, l_quantity), least(1, 2) from lineitem
select extract(year from o_orderdate), extract(epoch from now()), date_part('month', o_orderdate), date_trunc('month', o_orderdate) from orders
select substring(o_comment from 2 for 3), substring(o_comment, 2), substring(o_comment from 'a.b'), position('a' in o_comment), overlay(o_comment placing 'x' from 1 for 2) from orders
select trim(o_comment), trim(both 'x' from o_comment), trim(leading from o_comment), trim(trailing 'a' from o_comment), btrim(o_comment) from orders
select current_date, current_timestamp, current_timestamp(3), localtime, localtimestamp, now(), current_user, session_user
select now() at time zone 'UTC', timestamp '2020-01-01 00:00' at time zone 'Europe/Berlin' + interval '1 day'
select o_comment collate "C" from orders order by o_comment collate "C" desc nulls last
select * from orders order by o_orderdate desc nulls last, 1 asc nulls first, o_totalprice + 1 limit 10 offset 5
select * from orders offset 3
select * from orders limit all
select * from orders fetch first 5 rows only
select * from orders order by o_orderkey limit $1 offset $2
select * from orders where o_orderkey = $1 and o_custkey > $2 and o_custkey = $1
select * from orders where o_orderkey = any($3) or o_orderkey = any(array[1,2,3]) or o_custkey <> all(array[1,2])
select * from orders where o_orderkey in (1, 2, 3) and o_custkey not in (4, 5)
select * from orders where o_comment like 'a%' and o_comment not like '%b' and o_comment ilike 'X%' and o_comment like 'a!%' escape '!' and o_comment similar to '(a|b)%'
select * from orders where o_totalprice between 1 and 2 + 3 and o_totalprice not between 5 and 6 and o_totalprice between symmetric 9 and 7
select * from orders where o_comment is null or o_comment is not null or o_totalprice is distinct from 5 or o_totalprice is not distinct from 6
select * from orders where (o_orderkey > 1) is true and (o_orderkey > 1) is not false and (o_custkey > 2) is unknown
select * from orders where o_comment isnull or o_comment notnull
select * from orders where (o_orderkey, o_custkey) = (1, 2) and (o_orderkey, o_custkey) in (select l_orderkey, l_partkey from lineitem)
select row(1, 2), row(o_orderkey, 'a') from orders
select o.* from orders o
select o.*, l.l_comment from orders as o join lineitem as l on o.o_orderkey = l.l_orderkey
select * from orders o inner join lineitem l on o.o_orderkey = l.l_orderkey left join customer c on c.c_custkey = o.o_custkey and c.c_acctbal > 0
select * from nation a left outer join (region r join supplier s on r.r_regionkey = s.s_nationkey) on a.n_regionkey = r.r_regionkey
select * from nation a right join region r on a.n_regionkey = r.r_regionkey full outer join supplier s on s.s_nationkey = a.n_nationkey
select * from nation cross join region
select * from nation natural join region
select n_nationkey, a.n_name from nation a join nation b using (n_nationkey)
select * from nation a, region b join supplier c on c.s_nationkey = b.r_regionkey, part
select * from (select o_orderkey, count(*) as n from orders group by o_orderkey) t where t.n > 1
select * from (values (1, 'a'), (2, 'b')) as v (id, name)
values (1, 'a'), (2, 'b')
select * from generate_series(1, 3) as g
select g.n, o_orderkey from orders, generate_series(1, 3) as g (n)
select * from unnest(array[1,2,3]) with ordinality as u (x, n)
select * from orders o, lateral (select max(l_quantity) as m from lineitem where l_orderkey = o.o_orderkey) x
select * from orders o left join lateral (select * from lineitem where l_orderkey = o.o_orderkey limit 2) x on true
select * from orders o cross join lateral generate_series(1, o.o_shippriority) g
select unnest(array[1,2]), generate_series(1, 2)
select count(*), count(o_comment), count(distinct o_custkey), sum(distinct o_totalprice) from orders
select sum(o_totalprice) filter (where o_orderstatus = 'F'), count(*) filter (where o_custkey > 5) from orders
select string_agg(o_comment, ',' order by o_orderkey desc), array_agg(distinct o_custkey order by o_custkey), json_agg(o_orderkey) from orders
select percentile_cont(0.5) within group (order by o_totalprice), mode() within group (order by o_custkey desc) from orders
select o_custkey, sum(o_totalprice) from orders group by o_custkey having sum(o_totalprice) > 100 order by 2 desc
select o_custkey, o_orderstatus, count(*), grouping(o_custkey) from orders group by rollup (o_custkey, o_orderstatus)
select o_custkey, o_orderstatus, count(*) from orders group by grouping sets ((o_custkey), (o_orderstatus), ())
select o_custkey, o_orderstatus, count(*) from orders group by cube (o_custkey, o_orderstatus)
select o_custkey, extract(year from o_orderdate) as year, count(*) from orders group by 1, 2 order by year
select distinct o_custkey from orders
select distinct on (o_custkey) o_custkey, o_orderkey from orders order by o_custkey, o_orderdate desc
select distinct on (o_custkey, o_orderstatus) * from orders order by o_custkey, o_orderstatus
select all o_custkey from orders
select row_number() over (partition by o_custkey order by o_orderdate), rank() over w, sum(o_totalprice) over (order by o_orderkey rows between 1 preceding and current row) from orders window w as (partition by o_orderstatus order by o_totalprice desc)
select lag(o_totalprice, 1) over (partition by o_custkey order by o_orderkey), avg(o_totalprice) over (order by o_orderkey rows between unbounded preceding and unbounded following), count(*) over () from orders
select sum(o_totalprice) over (order by o_orderdate range between interval '1 day' preceding and interval '2 days' following) from orders
select first_value(o_totalprice) over (partition by o_custkey order by o_orderkey groups between 1 preceding and 1 following exclude current row) from orders
select o_orderkey from orders union all select l_orderkey from lineitem
select o_orderkey from orders union select l_orderkey from lineitem except select 1 intersect select 2
(select o_orderkey from orders order by 1 limit 3) union all (select l_orderkey from lineitem limit 2) order by 1 limit 4
select o_orderkey from orders intersect all select l_orderkey from lineitem
with t as (select * from orders where o_orderkey < 5), u as (select count(*) as n from t) select * from t, u
with t as materialized (select * from orders) select * from t a join t b on a.o_orderkey = b.o_orderkey
with t (a, b) as not materialized (select o_orderkey, o_custkey from orders) select a, b from t
with recursive r (n) as (select 1 union all select n + 1 from r where n < 5) select * from r
select * from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey) and not exists (select from lineitem where l_quantity > 5)
select * from orders where o_orderkey not in (select l_orderkey from lineitem) and o_totalprice > all (select l_tax from lineitem) and o_custkey = some (select c_custkey from customer)
select (select max(l_quantity) from lineitem where l_orderkey = o_orderkey) as m from orders
select "o_orderkey" as "Key", o_custkey as "select", o_comment as year, o_clerk as value, o_totalprice total from orders
select count(*) as count, sum(1) as sum, min(o_orderkey) as "min" from orders
select left('abc', 2), right('abc', 1), lower('X'), upper('x'), length('abc'), replace('a', 'b', 'c'), concat('a', 1), to_char(now(), 'YYYY'), format('%s', 1)
select round(1.5), trunc(1.5, 1), mod(5, 3), abs(-1), power(2, 3), sqrt(2), random(), floor(1.5), ceil(1.2), div(5, 2), ln(2), log(10, 100)
select pg_catalog.lower('X'), public.orders.o_orderkey, orders.o_custkey from public.orders
select to_date('2020', 'YYYY'), make_date(2020, 1, 1), age(now(), now()), date '2020-01-01' + 1, date '2020-01-01' - date '2019-01-01'
select int4range(1, 5) @> 3, int4range(1, 5) * int4range(2, 8), '[1,2]'::int4range -|- '[3,4]'::int4range
select '10.0.0.1'::inet << '10.0.0.0/8'::inet, 'a'::"char", 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 2, 8 >> 1, @ -5, |/ 4
select o_orderkey from orders where not o_orderkey = 5 and not (o_orderkey > 3 or o_custkey < 2)
select o_orderkey = 5 and o_custkey = 3 or o_totalprice > 3 as x from orders
select (o_orderkey is null) = (o_custkey is null), (o_orderkey < o_custkey) = true from orders
select * from orders tablesample bernoulli (10)
select * from only orders
select * from orders for update
select generate_series(1, 3) limit 2
select json_build_object('a', 1, 'b', array[1,2]), to_jsonb(1), row_to_json(row(1, 2))
select (o).o_orderkey from (select o from orders o) x
select o from orders o
select xmlelement(name a, 'x')
select 1 as one union select 2 order by one desc nulls first
select a.n_name n1, b.n_name as "N2" from nation a, nation b where a.n_nationkey <> b.n_nationkey and a.n_nationkey != 3
select date '2020-01-01', numeric '1.5', int4 '5', text 'abc', float8 '1.5', bool 't'
select * from pg_class where relname = 'orders' and relkind in ('r', 'v')
select 1 /* a /* nested */ comment */ + 2 -- end
select o_comment || ' ' || o_clerk || (o_custkey + 1)::text from orders where o_comment || 'x' = 'y' || o_clerk
select o_totalprice * -1, o_totalprice - -1, - - 5, 5 - 3 - 1, 100 / 10 / 2 from orders
select count(*) from orders o join lineitem l on (o.o_orderkey)::text = l.l_orderkey::text and (o.o_custkey + 1) * 2 = l.l_partkey
select avg(o_totalprice)::numeric(10,2), sum(o_totalprice)::text || 'x', count(*)::int * 2 from orders
select o_custkey from orders group by o_custkey having count(*) > (select avg(c_acctbal) from customer) and bool_and(o_totalprice > 0) and every(o_custkey > 1)
update orders set o_totalprice = o_totalprice * 2, o_comment = 'x' where o_orderkey = $1 returning o_orderkey, *
update orders o set (o_totalprice, o_clerk) = (select sum(l_extendedprice), 'c' from lineitem where l_orderkey = o.o_orderkey)
update orders as o set o_totalprice = l_tax, (o_clerk, o_comment) = ('a', 'b') from lineitem l, nation where l.l_orderkey = o.o_orderkey and l.l_linenumber = 1
delete from orders where o_orderkey in (1, 2) returning *
delete from lineitem l using orders o join customer c on c.c_custkey = o.o_custkey where l.l_orderkey = o.o_orderkey returning l.l_orderkey as k
delete from public.lineitem
select * from orders order by o_orderkey limit 1 + 2 * 3 offset (4 - 1)
select * from orders order by o_custkey fetch first 3 rows with ties
select * from orders order by o_custkey offset (1 + 1) rows fetch next (1 + 1) rows with ties
select * from orders order by o_custkey fetch first row with ties
select * from orders order by o_custkey fetch first row only
select * from (select o_custkey from orders order by 1 limit all) t where o_custkey in (select c_custkey from customer limit 2 * 2)
select * from orders limit 1 - 2
select * from orders limit 2147483647 + 1
select * from orders limit 10 / 3
select * from orders limit all offset 2
select o_custkey, count(*) from orders group by distinct rollup (o_custkey, o_orderstatus), cube (o_custkey)
select max(o_totalprice) over (partition by o_custkey order by o_orderkey groups 2 preceding), count(*) over (w order by o_orderdate groups between current row and unbounded following exclude ties), sum(o_custkey) over v from orders window w as (partition by o_custkey), v as (order by o_clerk desc nulls last groups between 1 preceding and current row)
select case when o_custkey = 1 then 1 else (select l_partkey from lineitem order by 1 limit 1) end, coalesce((select 1 union select 2 order by 1 limit 1), (with t as (select 1 as n) select n from t)), array(select 1 order by 1) from orders
select * from orders where o_custkey < (select count(*) from lineitem having not exists (select from nation) and exists (select 1 union select 2) and 1 in (select 2) and 3 > (select 4))
select count(*) from orders having exists (select from nation order by n_name) and not exists (values (1)) and max(o_custkey) = all (select 2 union select 3)
