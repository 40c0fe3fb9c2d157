-- The tables that the corpus reads, with every placement: by hash of a bigint, int, text, uuid and date, replicated,
-- and never declared.
CREATE SCHEMA archive;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE address AS (street text, zip int);

CREATE TABLE countries (
  code char(2) PRIMARY KEY, name text NOT NULL, continent text, population bigint, area numeric(12, 2));
CREATE TABLE customers (
  customer_id int PRIMARY KEY, name text NOT NULL, email varchar(60), country char(2), credit numeric(12, 2),
  vip bool, created date, segment text, note text);
CREATE TABLE products (
  product_id int PRIMARY KEY, name text NOT NULL, category text, price numeric(10, 2), weight float8, launched date);
CREATE TABLE tags (
  tag_id int PRIMARY KEY, name text, labels text[], numbers int[], attributes jsonb);
CREATE TABLE sales (
  order_id bigint PRIMARY KEY, customer_id int, status text NOT NULL, ordered_at timestamp, placed timestamptz,
  total numeric(15, 2), discount numeric, priority smallint, channel text, comment text);
CREATE TABLE sale_items (
  order_id bigint, line int, product_id int, quantity int, price numeric(10, 2), tax float8, shipped date,
  returned bool, PRIMARY KEY (order_id, line));
CREATE TABLE archive.sales (order_id bigint PRIMARY KEY, year int, total numeric);
CREATE TABLE events (
  user_key text, event_id int, kind text, happened timestamptz, payload jsonb, value numeric,
  PRIMARY KEY (user_key, event_id));
CREATE TABLE measurements (sensor uuid, taken date, reading float8, precise numeric, quality real, n int);
CREATE TABLE accounts (
  account_id int PRIMARY KEY, parent_id int, owner text, balance numeric(14, 2), opened date, region int);
CREATE TABLE transfers (
  transfer_id bigint, from_account int, to_account int, amount numeric(14, 2), at timestamp,
  PRIMARY KEY (from_account, transfer_id));
CREATE TABLE calendar (day date PRIMARY KEY, weekday text, holiday bool);
CREATE TABLE skewed (k int, seq int, v int);
CREATE TABLE empty_facts (id int, v numeric, t text);
CREATE TABLE empty_lookup (id int, t text);
CREATE TABLE single_row (id int PRIMARY KEY, v text);
CREATE TABLE undeclared (id int, grp text, amount numeric);
CREATE TABLE words (id int PRIMARY KEY, word text, fixed char(8), limited varchar(8));
CREATE TABLE all_types (
  id int PRIMARY KEY, i2 smallint, i4 int, i8 bigint, num numeric, num2 numeric(12, 4), f4 real, f8 float8, t text,
  vc varchar(20), c5 char(5), ch "char", d date, ts timestamp, tstz timestamptz, tm time, tmtz timetz, iv interval,
  b bool, bin bytea, u uuid, j json, jb jsonb, ia int[], ta text[], r4 int4range, dr daterange, m mood, a address,
  ip inet, cash money, bits bit(4), p point);
CREATE TABLE extremes (id int PRIMARY KEY, big numeric, i8 bigint, f8 float8, scaled numeric);
CREATE TABLE "Order Lines" ("Line Id" int PRIMARY KEY, "Unit Price" numeric(8, 2), "Note" text, "select" int);

CREATE TABLE region (r_regionkey int PRIMARY KEY, r_name char(25), r_comment varchar(152));
CREATE TABLE nation (n_nationkey int PRIMARY KEY, n_name char(25), n_regionkey int, n_comment varchar(152));
CREATE TABLE supplier (
  s_suppkey int PRIMARY KEY, s_name char(25), s_address varchar(40), s_nationkey int, s_phone char(15),
  s_acctbal numeric(15, 2), s_comment varchar(101));
CREATE TABLE customer (
  c_custkey int PRIMARY KEY, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone char(15),
  c_acctbal numeric(15, 2), c_mktsegment char(10), c_comment varchar(117));
CREATE TABLE part (
  p_partkey int PRIMARY KEY, p_name varchar(55), p_mfgr char(25), p_brand char(10), p_type varchar(25), p_size int,
  p_container char(10), p_retailprice numeric(15, 2), p_comment varchar(23));
CREATE TABLE partsupp (
  ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(15, 2), ps_comment varchar(199),
  PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE orders (
  o_orderkey bigint PRIMARY KEY, o_custkey int, o_orderstatus char(1), o_totalprice numeric(15, 2), o_orderdate date,
  o_orderpriority char(15), o_clerk char(15), o_shippriority int, o_comment varchar(79));
CREATE TABLE lineitem (
  l_orderkey bigint, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(15, 2),
  l_extendedprice numeric(15, 2), l_discount numeric(15, 2), l_tax numeric(15, 2), l_returnflag char(1),
  l_linestatus char(1), l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct char(25),
  l_shipmode char(10), l_comment varchar(44), PRIMARY KEY (l_orderkey, l_linenumber));

--@ placement
SELECT create_reference_table('countries');
--@ placement
SELECT create_reference_table('customers');
--@ placement
SELECT create_reference_table('products');
--@ placement
SELECT create_reference_table('tags');
--@ placement
SELECT create_reference_table('empty_lookup');
--@ placement
SELECT create_distributed_table('sales', 'order_id');
--@ placement
SELECT create_distributed_table('sale_items', 'order_id', colocate_with => 'sales');
--@ placement
SELECT create_distributed_table('archive.sales', 'order_id', colocate_with => 'public.sales');
--@ placement
SELECT create_distributed_table('events', 'user_key');
--@ placement
SELECT create_distributed_table('measurements', 'sensor');
--@ placement
SELECT create_distributed_table('accounts', 'account_id');
--@ placement
SELECT create_distributed_table('transfers', 'from_account', colocate_with => 'accounts');
--@ placement
SELECT create_distributed_table('calendar', 'day');
--@ placement
SELECT create_distributed_table('skewed', 'k');
--@ placement
SELECT create_distributed_table('empty_facts', 'id');
--@ placement
SELECT create_distributed_table('single_row', 'id');
--@ placement
SELECT create_distributed_table('words', 'id');
--@ placement
SELECT create_distributed_table('all_types', 'id');
--@ placement
SELECT create_distributed_table('extremes', 'id');
--@ placement
SELECT create_distributed_table('"Order Lines"', 'Line Id');
--@ placement
SELECT create_reference_table('region');
--@ placement
SELECT create_reference_table('nation');
--@ placement
SELECT create_reference_table('supplier');
--@ placement
SELECT create_reference_table('customer');
--@ placement
SELECT create_reference_table('part');
--@ placement
SELECT create_reference_table('partsupp');
--@ placement
SELECT create_distributed_table('orders', 'o_orderkey');
--@ placement
SELECT create_distributed_table('lineitem', 'l_orderkey', colocate_with => 'orders');

-- What the scripts in catalog/ describe; without rows, and nothing else reads it.
CREATE SCHEMA described;
COMMENT ON SCHEMA described IS 'what tools look at';
CREATE DOMAIN described.percentage AS numeric(5, 2) DEFAULT 0 CHECK (VALUE BETWEEN 0 AND 100);
CREATE TYPE described.state AS ENUM ('new', 'done');
CREATE TYPE described.place AS (city text, zip int);
CREATE TABLE described.kinds (kind int PRIMARY KEY, label varchar(20) NOT NULL UNIQUE);
CREATE TABLE described.orders (
  id bigint PRIMARY KEY, kind int NOT NULL REFERENCES described.kinds, state described.state DEFAULT 'new', discount described.percentage,
  total numeric(12, 2) CHECK (total >= 0), doubled numeric GENERATED ALWAYS AS (total * 2) STORED, "Ordered At" timestamptz(3) DEFAULT now(),
  tags text[], origin described.place, code char(3), half real, secret bytea);
CREATE TABLE described.lines (
  order_id bigint REFERENCES described.orders ON DELETE CASCADE, line int, note text, PRIMARY KEY (order_id, line));
CREATE TABLE described.entries (entry bigint GENERATED BY DEFAULT AS IDENTITY (START 5) PRIMARY KEY, note text DEFAULT 'it''s');
CREATE TABLE described.serials (id serial PRIMARY KEY, note text, UNIQUE NULLS NOT DISTINCT (note));
CREATE TABLE described.log (at date NOT NULL, note text) PARTITION BY RANGE (at);
CREATE TABLE described.log_2024 PARTITION OF described.log FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE SEQUENCE described.numbers AS int START 5 INCREMENT 3 MAXVALUE 500 CYCLE;
CREATE INDEX by_total ON described.orders (total DESC NULLS LAST, kind) INCLUDE (code) WHERE state = 'new';
CREATE INDEX by_lower_note ON described.lines (lower(note));
CREATE VIEW described.totals AS SELECT kind, sum(total) AS total FROM described.orders GROUP BY kind;
COMMENT ON TABLE described.orders IS 'orders of customers';
COMMENT ON COLUMN described.orders.total IS 'in euro';
COMMENT ON VIEW described.totals IS 'by kind';
CREATE FUNCTION described.add(a int, b int DEFAULT 2, VARIADIC others int[] DEFAULT '{}') RETURNS int LANGUAGE sql IMMUTABLE RETURN a + b;
CREATE FUNCTION described.pairs(n int, OUT x int, OUT y text) RETURNS SETOF record LANGUAGE sql STABLE AS 'SELECT n, n::text';
CREATE FUNCTION described.upper_note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := upper(NEW.note); RETURN NEW; END $$;
CREATE PROCEDURE described.nothing(INOUT n int) LANGUAGE sql AS 'SELECT n';
CREATE AGGREGATE described.total(int) (sfunc = int4pl, stype = int, initcond = '0');
CREATE TRIGGER upper_note BEFORE INSERT OR UPDATE OF note ON described.serials FOR EACH ROW WHEN (NEW.note IS NOT NULL) EXECUTE FUNCTION described.upper_note();
--@ placement
SELECT create_reference_table('described.kinds');
--@ placement
SELECT create_distributed_table('described.orders', 'id');
--@ placement
SELECT create_distributed_table('described.lines', 'order_id', colocate_with => 'described.orders');
--@ placement
SELECT create_distributed_table('described.entries', 'entry');
CREATE MATERIALIZED VIEW described.labels AS SELECT label FROM described.kinds;
