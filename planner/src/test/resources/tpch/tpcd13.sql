select extract(year from o_orderdate) as year, sum(l_extendedprice * (1 - l_discount)) as revenue
from lineitem, orders
where o_orderkey = l_orderkey and o_clerk = 'Clerk#000000088' and l_returnflag = 'R'
group by extract(year from o_orderdate)
order by year
