-- join on another column than the key
select o_orderkey, l_linenumber from orders join lineitem on o_custkey = l_suppkey
-- self-join on another column
select a.o_orderkey, b.o_orderkey from orders a join orders b on a.o_custkey = b.o_custkey
-- join without equality
select count(*) from orders join lineitem on o_orderdate > l_shipdate
-- outer join that preserves a replicated table
select c_custkey, o_orderkey from customer left join orders on c_custkey = o_custkey
-- full join on another column
select o_orderkey, l_linenumber from orders full join lineitem on o_custkey = l_suppkey
-- IN with a subquery over other rows
select c_custkey from customer where c_custkey in (select o_custkey from orders where o_totalprice > 1000)
-- NOT IN with a subquery over other rows
select c_custkey from customer where c_custkey not in (select o_custkey from orders)
-- EXISTS correlated on another column than the key
select c_custkey from customer where exists (select 1 from orders where o_custkey = c_custkey)
-- NOT EXISTS correlated on another column than the key
select o_orderkey from orders where not exists (select 1 from lineitem where l_suppkey = o_custkey)
-- scalar subquery over all rows
select o_orderkey from orders where o_totalprice > (select avg(o_totalprice) from orders)
-- scalar subquery correlated on another column than the key
select sum(l_extendedprice) from lineitem a, part where p_partkey = a.l_partkey and p_brand = 'x' and l_quantity < (select avg(l_quantity) from lineitem b where b.l_partkey = p_partkey)
-- lateral join on another column than the key
select c_custkey, x.n from customer, lateral (select count(*) as n from orders where o_custkey = c_custkey) x
-- derived table grouped by another column
select c_count, count(*) from (select o_custkey, count(*) as c_count from orders group by o_custkey) x group by c_count
-- common table expression, referred to twice
with r as (select l_suppkey, sum(l_tax) as s from lineitem group by l_suppkey) select * from r where s = (select max(s) from r)
-- recursive query over partitioned rows
with recursive r(k) as (select o_orderkey from orders where o_orderkey = 1 union select l_orderkey from lineitem, r where l_linenumber = k) select count(*) from r
-- UNION of partitioned rows without the key
select o_custkey from orders union select l_suppkey from lineitem order by 1
-- INTERSECT without the key
select o_custkey from orders intersect select l_suppkey from lineitem
-- EXCEPT of partitioned rows from replicated ones
select c_custkey from customer except select o_custkey from orders
-- UNION ALL of partitioned and replicated rows
select o_custkey from orders union all select c_custkey from customer
-- window partitioned by another column
select o_orderkey, rank() over (partition by o_custkey order by o_totalprice) from orders
-- window over all rows
select o_orderkey, rank() over (order by o_totalprice) from orders
-- DISTINCT ON another column
select distinct on (o_custkey) o_custkey, o_orderkey from orders order by o_custkey, o_orderkey
-- count(DISTINCT) with other aggregates
select o_custkey, count(distinct o_clerk), sum(o_totalprice) from orders group by o_custkey
-- count(DISTINCT) over all rows
select count(distinct o_custkey) from orders
-- ordered aggregate
select o_custkey, string_agg(o_clerk, ',' order by o_orderkey) from orders group by o_custkey
-- ordered-set aggregate
select o_custkey, percentile_cont(0.5) within group (order by o_totalprice) from orders group by o_custkey
-- aggregate that cannot be computed in parts, over all rows
select stddev(o_totalprice) from orders
-- grouping sets
select o_custkey, o_clerk, sum(o_totalprice) from orders group by rollup (o_custkey, o_clerk)
-- aggregate with FILTER
select o_custkey, count(*) filter (where o_totalprice > 100) from orders group by o_custkey
-- LIMIT in a subquery
select count(*) from (select * from orders order by o_totalprice desc, o_orderkey limit 10) x
-- subquery in the select list over other rows
select n_nationkey, (select count(*) from orders) from nation
-- subquery in HAVING over other rows
select o_custkey, sum(o_totalprice) from orders group by o_custkey having sum(o_totalprice) > (select avg(o_totalprice) from orders)
-- view over a grouped partitioned table
select count(*) from customer_totals where total > 100
-- replicated tables only, large
select ps_partkey, sum(ps_supplycost) from partsupp, part where p_partkey = ps_partkey group by ps_partkey
-- rows that several SELECTs read, whatever else each asks of them
select c_name from customer where c_nationkey in (3, 5) and c_acctbal > (select avg(c_acctbal) from customer where c_nationkey in (3, 5)) and not exists (select 1 from orders where o_custkey = c_custkey)
-- volatile function above moved rows
select random() from customer left join orders on c_custkey = o_custkey
-- reference to a whole row
select o from orders o join lineitem on o_custkey = l_suppkey
-- system column
select ctid from orders
-- unknown syntax
select * from orders tablesample system (10)
-- UPDATE from a table that is joined on another column
update orders set o_totalprice = l_tax from lineitem where l_partkey = o_custkey
-- DELETE by a subquery over other rows
delete from lineitem where l_partkey in (select o_custkey from orders where o_clerk = 'x')
-- UPDATE by a subquery over all rows
update orders set o_comment = 'x' where o_totalprice > (select avg(o_totalprice) from orders)
-- UPDATE of a replicated table from partitioned rows
update nation set n_comment = 'x' where n_nationkey in (select o_custkey from orders)
-- DELETE of replicated rows that a subquery chooses, whose order does not tell all of them apart
delete from part where p_partkey in (select p_partkey from part order by p_size limit 10)
-- UPDATE of the distribution column
update orders set o_orderkey = o_orderkey + 1 where o_clerk = 'x'
-- MERGE
merge into orders using nation on o_orderkey = n_nationkey when matched then delete
-- modifying WITH
with d as (delete from orders where o_clerk = 'x' returning *) select count(*) from d
