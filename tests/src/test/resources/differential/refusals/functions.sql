-- Functions and blocks of code
-- A function's body is opaque: what it reads or changes would be one node's part of the tables.

CREATE TABLE orders (id int PRIMARY KEY, customer int, amount numeric);
--@ placement
SELECT create_distributed_table('orders', 'id');
INSERT INTO orders SELECT i, i % 7, i FROM generate_series(1, 100) i;
CREATE FUNCTION total() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders';

--@ refused Function that may read tables
--@ why It would see the rows of the node where it runs. Functions that are IMMUTABLE, or written as BEGIN ATOMIC
--@ why over replicated tables only, or declared safe with `declare_function_safe`, are run.
SELECT total();

CREATE FUNCTION with_total(numeric, numeric) RETURNS numeric LANGUAGE sql AS 'SELECT $1 + $2 / sum(amount) FROM orders';
CREATE AGGREGATE share_of_total(numeric) (SFUNC = with_total, STYPE = numeric, INITCOND = '0');

CREATE TABLE unplaced (id int);
CREATE FUNCTION plus_one(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN $1 + 1; END';

--@ refused Function that reads no placed table, beside placed ones
--@ why SQL and PL/pgSQL that comes to no placed table, by none of the names in it, is run where the home node has all
--@ why that the statement reads. What it does with rows of other nodes it would do there, perhaps with another result.
SELECT plus_one(id) FROM orders;

CREATE FUNCTION defining() RETURNS void LANGUAGE plpgsql AS 'BEGIN CREATE TABLE defined (id int); END';

--@ refused Function that may define something, build SQL as text, or leave something in its session
--@ why Other nodes would not know of it, and the next statement may run in another session of the home node's.
SELECT defining();

--@ refused Aggregate with a function that may read tables
--@ why It is as safe as the functions that it is made of.
SELECT share_of_total(amount) FROM orders;

--@ refused DO
--@ why The block of code would see the rows of one node. The home node runs what comes to no placed table by any name in
--@ why it, defines nothing, and leaves nothing in the session; all nodes run what only defines, and reads catalogs only.
DO $$ BEGIN DELETE FROM orders WHERE id = 1; END $$;

--@ refused DO that defines something and does something else, or builds SQL as text
--@ why What is defined must be on all nodes, and what is changed on one.
DO $$ BEGIN CREATE TABLE defined_by_block (id int); INSERT INTO defined_by_block VALUES (1); END $$;

CREATE PROCEDURE forget() LANGUAGE sql AS 'DELETE FROM orders WHERE id = 2';

--@ refused CALL
--@ why The procedure would see the rows of one node. What DO can, it can, too.
CALL forget();

--@ refused Functions that run a query given as text
--@ why What query_to_xml, table_to_xml, schema_to_xml, database_to_xml, ts_stat and ts_rewrite with a query read is not
--@ why known before, and they would see the rows of one node. Where no table is distributed they are run.
SELECT query_to_xml('SELECT id FROM orders', false, false, '');

--@ refused pg_notify over placed tables
--@ why Notifications are heard on the home node, where NOTIFY runs, and pg_notify where no placed table is read.
SELECT pg_notify('orders', id::text) FROM orders;

CREATE FUNCTION become(text) RETURNS text LANGUAGE sql AS 'SELECT set_config(''app.tenant'', $1, false)';

--@ refused Function that may change settings
--@ why The other nodes would go on with the settings of before.
SELECT become('me') FROM orders;

--@ refused pg_terminate_backend and pg_cancel_backend in other statements than a SELECT
--@ why They stop clients of the coordinator, which it looks for in the text of a SELECT that the home node answers.
CREATE TABLE stopped AS SELECT pg_cancel_backend(2000000000) AS done;
