-- The tables of other types are left out: nodes believe then that they have many rows, which are rather divided anew than
-- copied to all nodes.
ANALYZE small.hot, small.hot_detail, small.nothing, small.other, small.texts, small.lookup, small.home;
ANALYZE two_part.region, two_part.nation, two_part.supplier, two_part.customer, two_part.part, two_part.partsupp,
  two_part.orders, two_part.lineitem;
ANALYZE one_part.region, one_part.nation, one_part.supplier, one_part.customer, one_part.part, one_part.partsupp,
  one_part.orders, one_part.lineitem;
ANALYZE all_part.region, all_part.nation, all_part.supplier, all_part.customer, all_part.part, all_part.partsupp,
  all_part.orders, all_part.lineitem;
