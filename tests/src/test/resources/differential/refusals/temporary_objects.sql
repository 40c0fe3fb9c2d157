-- Temporary objects
--
-- They exist on the home node only, so nothing that all nodes have can be made of them.

CREATE TABLE stock (id int PRIMARY KEY, kind int, note text);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO stock SELECT i, i % 4, 'note' FROM generate_series(1, 40) i;
INSERT INTO kinds SELECT i, 'kind' FROM generate_series(0, 4) i;
PREPARE counted AS SELECT count(*) FROM stock;
CREATE TEMPORARY TABLE stock (id int, kind int);
CREATE TEMPORARY TABLE chosen (id int, kind int);
CREATE FUNCTION pg_temp.twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2';
CREATE TYPE pg_temp.state AS ENUM ('low', 'high');

--@ refused Table with a column of a temporary type
--@ why The type exists on one node, for one session.
CREATE TABLE states (id int, state pg_temp.state);

--@ refused View or function that depends on a temporary function
--@ why The same. A view over a temporary table is temporary itself, as in PostgreSQL.
CREATE VIEW doubled AS SELECT pg_temp.twice(kind) FROM kinds;

--@ refused Index over a temporary function
--@ why The same.
CREATE INDEX ON kinds (pg_temp.twice(kind));

--@ refused LIKE of a temporary table in the definition of a permanent one
--@ why Other nodes do not know the table, or know another one by its name.
CREATE TABLE copied (LIKE chosen);

--@ refused Temporary table that inherits from a distributed or reference table
--@ why Rows of the parent would be found on the home node only.
CREATE TEMPORARY TABLE child () INHERITS (kinds);

--@ refused ON CONFLICT and RETURNING with a temporary function or type
--@ why They are evaluated on the nodes that get the rows.
INSERT INTO kinds VALUES (10, 'x') RETURNING pg_temp.twice(kind);

--@ refused Prepared statement that is older than a temporary table which hides its table
--@ why PostgreSQL goes on with the table that was meant first.
EXECUTE counted;
