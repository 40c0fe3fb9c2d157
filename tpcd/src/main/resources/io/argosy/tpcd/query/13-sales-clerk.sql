select
  extract(year from o_orderdate) as o_year,
  sum(l_extendedprice * (1 - l_discount)) as revenue
from orders, lineitem
where o_orderkey = l_orderkey
  and o_clerk = ':clerk'
  and l_returnflag = 'R'
group by extract(year from o_orderdate)
order by o_year
