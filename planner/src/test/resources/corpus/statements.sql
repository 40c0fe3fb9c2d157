-- ROUTE
select 1
select * from nation
select * from nation where n_nationkey = random()
select nextval('s')
select * from pg_class
select relname from pg_catalog.pg_class c join nation on true
select version()
select * from orders where o_orderkey = 5
select * from orders where o_orderkey = $1
select * from orders where o_orderkey = '5' and o_custkey = 3
select * from orders where o_orderkey = 5::bigint
select * from orders where o_orderkey = 5::int
select * from orders where o_orderkey = 5.5
select * from orders where o_orderkey = -7
select count(*), max(l_quantity) from orders join lineitem on o_orderkey = l_orderkey where l_orderkey = 5
select * from orders, lineitem where o_orderkey = 5 and l_orderkey = 5
select * from orders, lineitem where o_orderkey = 5 and l_orderkey = 6
select * from orders o where o_orderkey = 5 and exists (select 1 from lineitem where l_orderkey = o.o_orderkey)
select * from orders o where o_orderkey = 5 and exists (select 1 from lineitem where l_partkey = 1)
select (select count(*) from lineitem where l_orderkey = 7), (select max(o_totalprice) from orders where o_orderkey = 7)
select * from orders left join lineitem on l_orderkey = o_orderkey where o_orderkey = 5
select * from orders left join lineitem on l_orderkey = o_orderkey and o_orderkey = 5
select * from orders where o_orderkey = 5 or o_custkey = 1
with o as (select * from orders where o_orderkey = 5 limit 1) select * from o
select o_custkey, random() from orders where o_orderkey = 5
-- pruning
select * from orders where o_orderkey in (1, 2, 3)
select * from orders where o_orderkey in ($1, $2)
select * from orders where o_orderkey = any(array[1, 2])
select count(*) from orders where o_orderkey = 5 group by o_custkey limit 3
select o_orderkey from big_orders where o_orderkey = 5
-- rows
select o_orderkey, o_custkey from orders
select * from orders where o_totalprice > 5 limit 10
select * from orders limit 10 offset 5
select * from orders limit $1 offset $2
select * from orders offset 5
select o_orderkey from orders order by o_orderkey
select o_custkey as k from orders order by k desc, 1 nulls first limit 5
select o_custkey from orders order by o_totalprice, o_custkey + 1 desc limit 5 offset 2
select o_custkey as a, o_totalprice as a from orders order by o_clerk
select *, now() as t, current_date from orders where o_orderdate < current_date
select o_orderkey, random() from orders
select o_orderkey from orders where random() < 0.5
select pg_backend_pid(), o_orderkey from orders
select frobnicate(o_orderkey) from orders
select ctid from orders
select o from orders o
select * from orders limit 1 + 1
select * from orders limit all
select * from orders order by o_orderkey limit 2 * 3 offset 1 + 1
select o_custkey from orders order by o_custkey fetch first 3 rows with ties
select o_custkey from orders order by o_totalprice offset 2 fetch first (1 + 2) rows with ties
select o_custkey, count(*) from orders group by o_custkey order by 2 desc fetch first row with ties
select distinct o_custkey from orders order by 1 fetch first 2 rows with ties
select * from customer where c_custkey in (select o_custkey from orders order by o_totalprice fetch first 3 rows with ties)
select * from stamped
select o_orderkey from orders order by random()
-- joins
select * from orders join lineitem on o_orderkey = l_orderkey
select * from orders, lineitem, nation where o_orderkey = l_orderkey
select * from orders join lineitem on o_custkey = l_partkey
select * from orders, lineitem where l_quantity > 5
select * from orders a join orders b on a.o_orderkey = b.o_orderkey join lineitem on l_orderkey = b.o_orderkey
select * from orders a join orders b on a.o_custkey = b.o_custkey
select * from lineitem a, lineitem b, orders where a.l_orderkey = o_orderkey and o_orderkey = b.l_orderkey
select * from orders left join lineitem on o_orderkey = l_orderkey
select * from orders left join lineitem on o_custkey = l_partkey
select * from customer left join orders on c_custkey = o_custkey
select * from customer right join orders on c_custkey = o_custkey
select * from orders left join customer on c_custkey = o_custkey
select * from orders full join lineitem on o_orderkey = l_orderkey
select * from orders full join customer on o_custkey = c_custkey
select * from orders right join lineitem on o_orderkey = l_orderkey join orders b on b.o_orderkey = l_orderkey
select * from orders left join lineitem on o_orderkey = l_orderkey join orders b on b.o_orderkey = l_orderkey
select * from orders left join (lineitem join part on p_partkey = l_partkey) on l_orderkey = o_orderkey
select * from customer left join (orders join lineitem on o_orderkey = l_orderkey) on o_custkey = c_custkey
select * from orders join lineitem on o_orderkey + 0 = l_orderkey
select a.o_custkey, b.o_clerk from orders a join orders b using (o_orderkey)
select o_orderkey from orders a full join orders b using (o_orderkey)
select * from orders a natural join orders b
select * from orders join lineitem on o_orderkey = l_orderkey or l_partkey = 1
select * from orders join nation on o_custkey::float8 = n_nationkey join lineitem on l_orderkey = n_nationkey
-- nested
select * from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey)
select * from orders where not exists (select 1 from lineitem where l_orderkey = o_orderkey and l_quantity > 3)
select * from orders where exists (select 1 from lineitem where l_partkey = o_custkey)
select * from orders where o_orderkey in (select l_orderkey from lineitem)
select * from orders where o_orderkey not in (select l_orderkey from lineitem where l_quantity > 2)
select * from orders where o_custkey in (select l_partkey from lineitem)
select * from orders where o_custkey in (select c_custkey from customer where c_acctbal > 0)
select * from orders where (o_orderkey, o_custkey) in (select l_orderkey, l_partkey from lineitem)
select * from orders where o_orderkey = any (select l_orderkey from lineitem)
select * from orders where o_totalprice > (select avg(l_extendedprice) from lineitem where l_orderkey = o_orderkey)
select * from orders where o_totalprice > (select avg(l_extendedprice) from lineitem)
select o_orderkey, (select max(l_quantity) from lineitem where l_orderkey = o_orderkey) from orders
select * from orders where o_totalprice > all (select l_tax from lineitem where l_orderkey = o_orderkey)
select * from nation where exists (select 1 from orders)
select * from nation where n_nationkey in (select o_custkey from orders)
select * from orders where exists (select 1 from lineitem where l_orderkey = o_orderkey and exists (select 1 from orders x where x.o_orderkey = l_orderkey))
select * from customer left join orders on o_custkey = c_custkey where o_orderkey in (select l_orderkey from lineitem)
select * from orders where not (o_orderkey in (select l_orderkey from lineitem))
select o.o_orderkey from lineitem left join orders o on o_orderkey = l_orderkey where o.o_orderkey not in (select l_orderkey from lineitem where l_quantity > 5)
select * from orders where exists (select 1 from nation left join lineitem on l_orderkey = o_orderkey)
select * from orders where o_custkey in (select c_custkey from customer limit 5)
select * from orders where o_custkey in (select c_custkey from customer order by c_acctbal limit 5)
select * from orders where o_custkey in (select c_custkey from customer order by c_acctbal, c_custkey desc limit 5)
select * from orders where o_custkey in (select c_nationkey from customer order by 1 limit 5)
select * from orders where o_custkey in (select c_custkey from customer order by c_acctbal fetch first 5 rows with ties)
select * from orders, (select c_nationkey, sum(c_acctbal) as s from customer group by c_nationkey order by s, c_nationkey limit 2) t where o_custkey = c_nationkey
select * from orders, (select c_nationkey, sum(c_acctbal) as s from customer group by c_nationkey order by s limit 2) t where o_custkey = c_nationkey
select o_orderkey, (select c_name from customer where c_custkey = o_custkey order by c_acctbal limit 1) from orders
select count(*) from orders where o_clerk in (select n_name from nation union all select r_name from region order by 1 limit 3)
select * from orders, (select c_custkey as k, row_number() over (order by c_acctbal) as n from customer) t where o_custkey = k and n < 5
select count(*) from orders where o_clerk = (select string_agg(n_name, ',') from nation)
-- derived
select * from (select o_orderkey as k, o_custkey from orders) t join lineitem on l_orderkey = k
select * from (select l_orderkey, sum(l_quantity) as q from lineitem group by l_orderkey) t where q > 5
select * from (select l_partkey, sum(l_quantity) as q from lineitem group by l_partkey) t where q > 5
select * from (select distinct o_orderkey, o_custkey from orders) t
select * from (select distinct o_custkey from orders) t
select * from (select * from orders limit 5) t
with t as (select * from orders) select * from t join lineitem on l_orderkey = o_orderkey
with t as (select o_orderkey from orders) select * from t a join t b on a.o_orderkey = b.o_orderkey
with t as (select o_custkey from orders) select * from t a join t b on a.o_custkey = b.o_custkey
with recursive r (n) as (select 1 union all select n + 1 from r where n < 5) select o_orderkey, n from orders join r on n = o_custkey
with recursive r (n) as (select o_orderkey from orders union all select n + 1 from r where n < 5) select * from r
select * from orders, lateral (select max(l_quantity) as m from lineitem where l_orderkey = o_orderkey) x
select * from orders left join lateral (select * from lineitem where l_orderkey = o_orderkey order by l_quantity limit 2) x on true
select * from orders, lateral (select * from lineitem where l_partkey = o_custkey) x
select * from orders, generate_series(1, o_shippriority) g
select * from nation, lateral (select * from orders where o_custkey = n_nationkey) x
select * from big_orders join lineitem on l_orderkey = o_orderkey
select * from (values (1), (2)) v (a) join orders on o_custkey = a
select o_orderkey from orders union all select l_orderkey from lineitem
select o_orderkey from orders union select l_orderkey from lineitem order by 1 limit 3
select o_custkey from orders union select l_partkey from lineitem
select o_custkey from orders union all (select l_partkey from lineitem union select o_custkey from orders)
select o_custkey from orders union (select l_partkey from lineitem union all select o_custkey from orders)
select o_custkey from orders except select l_partkey from lineitem
select o_orderkey from orders except select l_orderkey from lineitem
select o_custkey from orders union all select c_custkey from customer
select * from (select o_orderkey as k from orders union all select l_orderkey from lineitem) t join orders on k = o_orderkey
-- windows
select row_number() over (partition by o_orderkey order by o_custkey) from orders
select row_number() over (partition by o_custkey order by o_orderkey) from orders
select sum(o_totalprice) over w from orders window w as (partition by o_orderkey)
select sum(o_totalprice) over w from orders window w as (partition by o_custkey)
select o_custkey, sum(o_totalprice), rank() over (order by sum(o_totalprice) desc) from orders group by o_custkey
-- aggregates
select count(*), sum(o_totalprice), avg(o_totalprice), min(o_orderdate), max(o_orderdate) from orders
select o_custkey, count(*) from orders group by o_custkey having count(*) > 5 order by count(*) desc, o_custkey limit 3
select o_orderkey, count(*) from lineitem join orders on o_orderkey = l_orderkey group by o_orderkey having count(*) > 2 order by 2 desc limit 5
select o_custkey + 1, sum(o_totalprice) / count(*) + o_custkey + 1 from orders group by o_custkey + 1, o_custkey
select extract(year from o_orderdate) as y, sum(o_totalprice) from orders group by y order by y
select extract(year from o_orderdate) as y, sum(o_totalprice) from orders group by 1 order by 2 desc
select count(distinct o_custkey) from orders
select o_orderstatus, count(distinct o_custkey), sum(o_totalprice), avg(distinct o_totalprice) from orders group by o_orderstatus
select count(distinct o_custkey) filter (where o_totalprice > 5) from orders
select count(*) filter (where o_totalprice > 5), sum(o_totalprice) filter (where o_custkey = 1), avg(o_totalprice) filter (where o_custkey = 2) from orders
select string_agg(o_clerk, ',') from orders
select string_agg(l_comment, ',' order by l_linenumber) from lineitem group by l_orderkey
select stddev(o_totalprice) from orders
select percentile_cont(0.5) within group (order by o_totalprice) from orders
select bool_and(o_totalprice > 0), bit_or(o_custkey), every(o_custkey > 1), any_value(o_clerk) from orders
select o_custkey, c_name, count(*) from orders join customer on c_custkey = o_custkey group by o_custkey, c_custkey
select o_custkey, o_clerk, count(*) from orders group by o_orderkey
select distinct o_custkey from orders order by o_custkey limit 4
select distinct o_orderkey, o_custkey from orders
select distinct o_custkey, count(*) from orders group by o_custkey, o_clerk order by 2 limit 3
select distinct on (o_orderkey) * from orders order by o_orderkey
select distinct on (o_custkey) * from orders order by o_custkey
select o_custkey, o_orderstatus, count(*), grouping(o_custkey) from orders group by rollup (o_custkey, o_orderstatus) order by 1, 2
select o_custkey, count(*) from orders group by grouping sets ((o_custkey, o_clerk), (o_clerk), ())
select o_orderkey, count(*) from orders group by rollup (o_orderkey)
select count(*) from orders having count(*) > 5
select sum(case when o_orderstatus = 'F' then o_totalprice else 0 end) / sum(o_totalprice) as share from orders
select o_custkey, sum(o_totalprice) from orders group by o_custkey having sum(o_totalprice) > (select avg(c_acctbal) from customer)
select o_custkey, sum(o_totalprice) from orders group by o_custkey having sum(o_totalprice) > (select avg(o_totalprice) from orders)
select o_custkey, (select c_name from customer where c_custkey = o_custkey) as name, count(*) from orders group by o_custkey
select count(*) from (select l_orderkey from lineitem group by l_orderkey having sum(l_quantity) > 5) t
select o_custkey, now() as t, count(*) from orders where o_orderdate < now() group by o_custkey
select sum(o_totalprice + $1) from orders where o_custkey < $2
select max(l_quantity) from lineitem group by l_partkey order by l_partkey
select count(*) as n from orders order by n
select unnest(array[o_custkey, 1]), count(*) from orders group by 1
select o_orderkey, sum(count(*)) over () from orders group by o_orderkey
select coalesce(sum(l_quantity), 0) from orders left join lineitem on l_orderkey = o_orderkey group by o_orderstatus
-- modifications
update orders set o_totalprice = o_totalprice * 2, o_comment = 'x' where o_orderkey = 5
update orders set o_totalprice = 0 where o_orderdate < current_date returning o_orderkey, *
update orders set o_orderkey = 6 where o_orderkey = 5
update orders o set (o_totalprice, o_clerk) = (select sum(l_extendedprice), 'c' from lineitem where l_orderkey = o.o_orderkey)
update orders o set o_totalprice = l_tax from lineitem l, nation where l.l_orderkey = o.o_orderkey and l.l_linenumber = 1
update orders set o_totalprice = l_tax from lineitem where l_partkey = o_custkey
update nation set n_comment = now()::text where n_nationkey in (select c_nationkey from customer)
update nation set n_comment = 'x' where n_nationkey in (select o_custkey from orders)
update nation set n_nationkey = random()
update orders set o_totalprice = random()
update orders set o_comment = default
update home_table set a = 1
update home_table set a = 1 where a in (select o_orderkey from orders)
delete from orders where o_orderkey in (1, 2)
delete from lineitem using orders where l_orderkey = o_orderkey and o_clerk = $1
delete from lineitem l using orders o join customer c on c.c_custkey = o.o_custkey where l.l_orderkey = o.o_orderkey returning l.l_orderkey as k
delete from lineitem where l_orderkey in (select o_orderkey from orders where o_clerk = 'x')
delete from lineitem where not exists (select 1 from orders where o_orderkey = l_orderkey)
delete from lineitem where l_partkey in (select o_custkey from orders)
delete from nation
insert into orders (o_orderkey) values (1)
insert into home_table select n_nationkey from nation
insert into home_table select o_orderkey from orders
merge into orders using nation on o_orderkey = n_nationkey when matched then delete
with d as (delete from orders returning *) select * from d
with d as (delete from home_table returning *) select * from d
select 'orders'::regclass::oid, o_orderkey from orders
-- grouping sets made distinct
select o_custkey, o_orderstatus, count(*) from orders group by distinct rollup (o_custkey, o_orderstatus), rollup (o_custkey)
select o_custkey, count(*) from orders group by distinct rollup (o_custkey, o_orderstatus || 'x'), rollup (o_custkey)
select o_orderkey, count(*) from orders group by distinct o_orderkey, o_orderkey
-- frames of groups
select o_orderkey, max(o_totalprice) over (partition by o_orderkey order by o_orderdate groups between 1 preceding and 1 following exclude current row) from orders
select o_custkey, max(o_totalprice) over (partition by o_custkey order by o_orderdate groups 1 preceding) from orders
select o_custkey, sum(sum(o_totalprice)) over (order by o_custkey groups between unbounded preceding and current row exclude ties) from orders group by o_custkey
-- recursion from rows that are filtered
with recursive w (k, v) as (select o_orderkey, o_custkey from orders where o_totalprice > 5 union select o_orderkey, o_custkey from w join orders on o_orderkey = w.v) select v from w
with recursive w (k, v) as (select o_orderkey, o_custkey from orders where o_totalprice > 5 union select o_orderkey, o_custkey from w join orders on o_orderkey = w.v) select d.k from (with recursive x (k) as (select 1 union select k + 1 from x where k < 3) select w.k from w, x where w.v = x.k) d
-- columns that a key determines
select o_orderkey, o_totalprice, count(*) from orders join lineitem on o_custkey = l_partkey group by o_orderkey order by o_orderdate
select c.*, (select max(l_tax) from lineitem where l_partkey = c.c_nationkey) as t, sum(o_totalprice) from customer c join orders on c_custkey = o_custkey group by c.c_custkey having c_acctbal > 5
-- the order of a sorted subquery
select * from (select o_custkey, o_orderkey from orders order by 1 desc, 2) o limit 3
select o_orderkey from (select o_custkey as c, o_orderkey from orders order by o_custkey nulls first, o_orderkey) o where c > 4
select o_orderkey from (select o_orderkey from orders order by o_custkey) o limit 3
select max(o_orderkey) from (select o_orderkey from orders order by o_custkey) o
