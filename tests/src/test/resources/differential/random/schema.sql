-- The tables that random statements read: the TPC tables in three schemas, one for each placement, with the same rows,
-- and in schema small tables with NULLs, duplicates and skew, of every placement.
CREATE SCHEMA small;
-- Most rows have one key.
CREATE TABLE small.hot (k int, v int, amount numeric(10, 2), tag text, day date, flag bool);
CREATE TABLE small.hot_detail (k int, n int, v int, tag varchar(8), amount numeric(10, 2));
CREATE TABLE small.nothing (k int, v int, amount numeric(10, 2), tag text, day date);
CREATE TABLE small.other (
  id int PRIMARY KEY, k int, v int, amount numeric(10, 2), tag text, day date, flag bool);
CREATE TABLE small.texts (tag text, k int, v bigint, amount numeric(10, 2));
CREATE TABLE small.lookup (k int, v int, tag char(4), day date, flag bool);
CREATE TABLE small.home (k int, v int, amount numeric(10, 2), tag text);
-- The same kinds of values in other types, which PostgreSQL resolves to a common one; equal values may look different.
CREATE COLLATION small.without_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE small.numerics (k numeric, v smallint, amount float8, tag char(8), day timestamp) WITH (autovacuum_enabled = off);
CREATE TABLE small.longs (k bigint, v int, amount numeric, tag text COLLATE small.without_case, day timestamptz) WITH (autovacuum_enabled = off);
CREATE TABLE small.days (day date, k float8, v numeric, tag varchar(8), flag bool) WITH (autovacuum_enabled = off);
CREATE TABLE small.moments (day timestamp, k smallint, v bigint, amount numeric(12, 2), tag text) WITH (autovacuum_enabled = off);

CREATE SCHEMA two_part;
CREATE TABLE two_part.region (r_regionkey int PRIMARY KEY, r_name char(25), r_comment varchar(152));
CREATE TABLE two_part.nation (n_nationkey int PRIMARY KEY, n_name char(25), n_regionkey int, n_comment varchar(152));
CREATE TABLE two_part.supplier (
  s_suppkey int PRIMARY KEY, s_name char(25), s_address varchar(40), s_nationkey int, s_phone char(15),
  s_acctbal numeric(15, 2), s_comment varchar(101));
CREATE TABLE two_part.customer (
  c_custkey int PRIMARY KEY, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone char(15),
  c_acctbal numeric(15, 2), c_mktsegment char(10), c_comment varchar(117));
CREATE TABLE two_part.part (
  p_partkey int PRIMARY KEY, p_name varchar(55), p_mfgr char(25), p_brand char(10), p_type varchar(25), p_size int,
  p_container char(10), p_retailprice numeric(15, 2), p_comment varchar(23));
CREATE TABLE two_part.partsupp (
  ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(15, 2), ps_comment varchar(199),
  PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE two_part.orders (
  o_orderkey bigint PRIMARY KEY, o_custkey int, o_orderstatus char(1), o_totalprice numeric(15, 2), o_orderdate date,
  o_orderpriority char(15), o_clerk char(15), o_shippriority int, o_comment varchar(79));
CREATE TABLE two_part.lineitem (
  l_orderkey bigint, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(15, 2),
  l_extendedprice numeric(15, 2), l_discount numeric(15, 2), l_tax numeric(15, 2), l_returnflag char(1),
  l_linestatus char(1), l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct char(25),
  l_shipmode char(10), l_comment varchar(44), PRIMARY KEY (l_orderkey, l_linenumber));

CREATE SCHEMA one_part;
CREATE TABLE one_part.region (r_regionkey int PRIMARY KEY, r_name char(25), r_comment varchar(152));
CREATE TABLE one_part.nation (n_nationkey int PRIMARY KEY, n_name char(25), n_regionkey int, n_comment varchar(152));
CREATE TABLE one_part.supplier (
  s_suppkey int PRIMARY KEY, s_name char(25), s_address varchar(40), s_nationkey int, s_phone char(15),
  s_acctbal numeric(15, 2), s_comment varchar(101));
CREATE TABLE one_part.customer (
  c_custkey int PRIMARY KEY, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone char(15),
  c_acctbal numeric(15, 2), c_mktsegment char(10), c_comment varchar(117));
CREATE TABLE one_part.part (
  p_partkey int PRIMARY KEY, p_name varchar(55), p_mfgr char(25), p_brand char(10), p_type varchar(25), p_size int,
  p_container char(10), p_retailprice numeric(15, 2), p_comment varchar(23));
CREATE TABLE one_part.partsupp (
  ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(15, 2), ps_comment varchar(199),
  PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE one_part.orders (
  o_orderkey bigint PRIMARY KEY, o_custkey int, o_orderstatus char(1), o_totalprice numeric(15, 2), o_orderdate date,
  o_orderpriority char(15), o_clerk char(15), o_shippriority int, o_comment varchar(79));
CREATE TABLE one_part.lineitem (
  l_orderkey bigint, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(15, 2),
  l_extendedprice numeric(15, 2), l_discount numeric(15, 2), l_tax numeric(15, 2), l_returnflag char(1),
  l_linestatus char(1), l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct char(25),
  l_shipmode char(10), l_comment varchar(44), PRIMARY KEY (l_orderkey, l_linenumber));

CREATE SCHEMA all_part;
CREATE TABLE all_part.region (r_regionkey int PRIMARY KEY, r_name char(25), r_comment varchar(152));
CREATE TABLE all_part.nation (n_nationkey int PRIMARY KEY, n_name char(25), n_regionkey int, n_comment varchar(152));
CREATE TABLE all_part.supplier (
  s_suppkey int PRIMARY KEY, s_name char(25), s_address varchar(40), s_nationkey int, s_phone char(15),
  s_acctbal numeric(15, 2), s_comment varchar(101));
CREATE TABLE all_part.customer (
  c_custkey int PRIMARY KEY, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone char(15),
  c_acctbal numeric(15, 2), c_mktsegment char(10), c_comment varchar(117));
CREATE TABLE all_part.part (
  p_partkey int PRIMARY KEY, p_name varchar(55), p_mfgr char(25), p_brand char(10), p_type varchar(25), p_size int,
  p_container char(10), p_retailprice numeric(15, 2), p_comment varchar(23));
CREATE TABLE all_part.partsupp (
  ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(15, 2), ps_comment varchar(199),
  PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE all_part.orders (
  o_orderkey bigint PRIMARY KEY, o_custkey int, o_orderstatus char(1), o_totalprice numeric(15, 2), o_orderdate date,
  o_orderpriority char(15), o_clerk char(15), o_shippriority int, o_comment varchar(79));
CREATE TABLE all_part.lineitem (
  l_orderkey bigint, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(15, 2),
  l_extendedprice numeric(15, 2), l_discount numeric(15, 2), l_tax numeric(15, 2), l_returnflag char(1),
  l_linestatus char(1), l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct char(25),
  l_shipmode char(10), l_comment varchar(44), PRIMARY KEY (l_orderkey, l_linenumber));

--@ placement
SELECT create_distributed_table('small.hot', 'k', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('small.hot_detail', 'k', colocate_with => 'small.hot');
--@ placement
SELECT create_distributed_table('small.nothing', 'k', colocate_with => 'small.hot');
--@ placement
SELECT create_distributed_table('small.other', 'id', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('small.texts', 'tag', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('small.numerics', 'k');
--@ placement
SELECT create_distributed_table('small.longs', 'k');
--@ placement
SELECT create_distributed_table('small.days', 'day');
--@ placement
SELECT create_distributed_table('small.moments', 'day');
--@ placement
SELECT create_reference_table('small.lookup');
--@ placement
SELECT create_reference_table('two_part.region');
--@ placement
SELECT create_reference_table('two_part.nation');
--@ placement
SELECT create_reference_table('two_part.supplier');
--@ placement
SELECT create_reference_table('two_part.customer');
--@ placement
SELECT create_reference_table('two_part.part');
--@ placement
SELECT create_reference_table('two_part.partsupp');
--@ placement
SELECT create_distributed_table('two_part.orders', 'o_orderkey', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('two_part.lineitem', 'l_orderkey', colocate_with => 'two_part.orders');
--@ placement
SELECT create_reference_table('one_part.region');
--@ placement
SELECT create_reference_table('one_part.nation');
--@ placement
SELECT create_reference_table('one_part.supplier');
--@ placement
SELECT create_reference_table('one_part.customer');
--@ placement
SELECT create_reference_table('one_part.part');
--@ placement
SELECT create_reference_table('one_part.partsupp');
--@ placement
SELECT create_reference_table('one_part.orders');
--@ placement
SELECT create_distributed_table('one_part.lineitem', 'l_orderkey', colocate_with => 'none');
--@ placement
SELECT create_reference_table('all_part.region');
--@ placement
SELECT create_reference_table('all_part.nation');
--@ placement
SELECT create_distributed_table('all_part.supplier', 's_suppkey', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('all_part.customer', 'c_custkey', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('all_part.part', 'p_partkey', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('all_part.partsupp', 'ps_partkey', colocate_with => 'all_part.part');
--@ placement
SELECT create_distributed_table('all_part.orders', 'o_orderkey', colocate_with => 'none');
--@ placement
SELECT create_distributed_table('all_part.lineitem', 'l_orderkey', colocate_with => 'all_part.orders');
