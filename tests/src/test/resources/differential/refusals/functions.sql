-- Functions and blocks of code
-- A function's body is opaque: what it reads or changes would be one node's part of the tables.

CREATE TABLE orders (id int PRIMARY KEY, customer int, amount numeric);
--@ placement
SELECT create_distributed_table('orders', 'id');
INSERT INTO orders SELECT i, i % 7, i FROM generate_series(1, 100) i;
CREATE FUNCTION total() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders';
CREATE FUNCTION of_customer(c int) RETURNS numeric LANGUAGE sql STABLE AS 'SELECT sum(amount) FROM orders WHERE customer = c';
CREATE FUNCTION add_one(v int) RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES (v) RETURNING id';

--@ refused Function that may read tables
--@ why It would see the rows of the node where it runs. Functions that are IMMUTABLE, or written as BEGIN ATOMIC
--@ why over replicated tables only, or declared safe with `declare_function_safe`, are run. Of other functions the
--@ why coordinator runs the body itself, as it does DO, before the statement that has the call, which gets the result in
--@ why its place. So its arguments cannot be columns.
SELECT of_customer(customer) FROM orders;

--@ refused Function that may change something, where PostgreSQL might evaluate it never or twice
--@ why A function that is VOLATILE is run before the statement where that certainly is the same: in a SELECT without
--@ why FROM, in FROM where nothing else is read, and in an INSERT of one row of VALUES. Not in CASE, AND and their kind,
--@ why and not beside other functions of users. A function that changes nothing can be declared STABLE.
SELECT coalesce(1, add_one(101));

CREATE FUNCTION counted(v anyarray) RETURNS bigint LANGUAGE plpgsql AS $$BEGIN RETURN (SELECT count(*) FROM orders); END$$;

--@ refused Polymorphic function that may read tables
--@ why What stands for anyarray, anyelement and their kin is known to PostgreSQL alone, which does not run the function.
SELECT counted('{1,2}'::int[]);

CREATE FUNCTION averages() RETURNS numeric STABLE LANGUAGE plpgsql AS $$DECLARE a numeric; b numeric; BEGIN
SELECT sum(amount) INTO a FROM orders; SELECT count(*) INTO b FROM orders; RETURN a / b; END$$;

BEGIN;

--@ refused Function whose queries have to see the same
--@ why A function that is not VOLATILE sees what the calling statement sees. In a transaction that is READ COMMITTED each
--@ why query that the coordinator runs for it would see what others have committed meanwhile: there it may have one, if
--@ why the statement reads nothing else. By itself, and under REPEATABLE READ, it may have any number.
SELECT averages();

ROLLBACK;

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
SELECT defining() FROM orders WHERE id = 1;

--@ refused Aggregate with a function that may read tables
--@ why It is as safe as the functions that it is made of.
SELECT share_of_total(amount) FROM orders;

--@ refused DO with cursors, or in other languages
--@ why The coordinator runs a block over placed tables itself, statement by statement. It knows most of PL/pgSQL, but no
--@ why cursors, ASSERT statements, arrays that are assigned element by element, or records as values. What only
--@ why defines, and reads catalogs only, runs on all nodes, and what comes to no placed table on the home node.
DO $$ DECLARE c CURSOR FOR SELECT id FROM orders; BEGIN OPEN c; CLOSE c; END $$;

--@ refused DO where a name may be a variable's or something else's
--@ why PostgreSQL finds out with the tables' columns. Here a name must stand where only an operand can be.
DO $$ DECLARE n int := 1; BEGIN PERFORM FROM orders ORDER BY n; END $$;

CREATE PROCEDURE forget(n int) LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN DELETE FROM orders WHERE id = n; END';

--@ refused CALL of a procedure that has settings or rights of its own, or is called with names
--@ why The coordinator runs procedures over placed tables itself, as it does DO, if they are in PL/pgSQL or SQL, with the
--@ why settings and the rights of the session, and no other procedure of the name takes as many arguments.
CALL forget(2);

--@ refused Functions that run a query given as text
--@ why What query_to_xml, table_to_xml, schema_to_xml, database_to_xml, ts_stat and ts_rewrite with a query read is not
--@ why known before, and they would see the rows of one node. Where no table is distributed they are run.
SELECT query_to_xml('SELECT id FROM orders', false, false, '');

--@ refused pg_notify over placed tables
--@ why Notifications are heard on the home node, where NOTIFY runs, and pg_notify where no placed table is read.
SELECT pg_notify('orders', id::text) FROM orders;

CREATE FUNCTION become(text) RETURNS text LANGUAGE sql AS 'SELECT set_config(''app.tenant'', $1, false)';

--@ refused Function that may change settings, in a statement that does more than call it
--@ why With which settings the rest would run depends on the order. A SELECT of the call alone is run by the
--@ why coordinator, with its effect on all nodes.
SELECT become('me') FROM orders;

--@ refused pg_terminate_backend and pg_cancel_backend in other statements than a SELECT
--@ why They stop clients of the coordinator, which it looks for in the text of a SELECT that the home node answers.
CREATE TABLE stopped AS SELECT pg_cancel_backend(2000000000) AS done;
