-- Changes of rows

CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric);
CREATE TABLE owners (id int PRIMARY KEY);
CREATE TABLE owned (id int PRIMARY KEY REFERENCES owners ON DELETE CASCADE);
CREATE TABLE kinds (kind int PRIMARY KEY, label text);
CREATE TABLE loose (kind int UNIQUE, label text);
CREATE SEQUENCE numbers;
CREATE TEMPORARY TABLE own AS SELECT 1 AS n;
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_reference_table('loose');
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('owners', 'id');
--@ placement
SELECT create_distributed_table('owned', 'id', colocate_with => 'owners');
INSERT INTO stock SELECT i, i % 4, i FROM generate_series(1, 40) i;
INSERT INTO owners SELECT generate_series(1, 20);

--@ refused ON CONFLICT in WITH or into a view
--@ why Such a statement runs once over copies, which have only the rows that it reads.
WITH new AS (INSERT INTO stock (id) VALUES (1) ON CONFLICT DO NOTHING RETURNING id) SELECT * FROM new;

BEGIN;
DECLARE chosen CURSOR FOR SELECT * FROM stock;
FETCH chosen;
--@ refused WHERE CURRENT OF a cursor over a distributed or reference table
--@ why The cursor is on the home node, over rows of all nodes.
DELETE FROM stock WHERE CURRENT OF chosen;
ROLLBACK;

--@ refused Change of a distribution column that foreign keys with actions refer to
--@ why The row is deleted on one node and inserted on another, and the action would follow.
UPDATE owners SET id = id + 100;

--@ refused ON CONFLICT DO UPDATE of the distribution column
--@ why The row in conflict could have to move to another node, whose rows it was not compared with. To give it the value of `excluded` is no change.
INSERT INTO stock (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 41;

--@ refused Sequences and what else a node has of its own in ON CONFLICT and RETURNING
--@ why Each node would take the next number of its own sequence.
INSERT INTO stock (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET amount = nextval('numbers');

--@ refused Volatile functions beside subqueries in ON CONFLICT and RETURNING
--@ why A subquery is computed once for all rows, which are on several nodes.
INSERT INTO stock (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET amount = (SELECT random() * count(*) FROM owned);

--@ refused Temporary tables in ON CONFLICT and RETURNING of a distributed table
--@ why Only the home node has them.
INSERT INTO stock (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET amount = (SELECT max(n) FROM own);

--@ refused ON CONFLICT DO UPDATE of a replicated table's key to what each node could compute otherwise
--@ why The home node computes such values, and what is read of other tables, and the other nodes find the rows by their keys.
INSERT INTO kinds VALUES (1) ON CONFLICT (kind) DO UPDATE SET kind = 10 + (SELECT count(*) FROM stock);

--@ refused ON CONFLICT DO UPDATE with such values where a replicated table has triggers, or no unique key without NULLs
--@ why A trigger would see the rows of the home node on the other ones. Without a key rows are not found there.
INSERT INTO loose VALUES (1) ON CONFLICT (kind) DO UPDATE SET label = random()::text;

CREATE TABLE bare ();
--@ refused INSERT of rows without columns that come from several nodes
--@ why Rows are moved by their columns.
INSERT INTO bare SELECT FROM stock;

CREATE TABLE tickets (kind int, number int GENERATED ALWAYS AS IDENTITY);
--@ placement
SELECT create_distributed_table('tickets', 'kind');
INSERT INTO tickets (kind) VALUES (1), (2), (3);
--@ refused UPDATE of an identity column that is GENERATED ALWAYS to DEFAULT
--@ why The home node computes the number, and PostgreSQL lets nobody assign it on the node that has the row.
UPDATE tickets SET number = DEFAULT WHERE kind = 2;
ALTER TABLE tickets ALTER COLUMN number RESTART WITH 2;
--@ refused Such an UPDATE to the number that the row has
--@ why PostgreSQL would write the row all the same.
UPDATE tickets SET number = DEFAULT WHERE kind = 2;

--@ refused Rows of a system catalog
--@ why Each node has its own, with other object ids.
DELETE FROM pg_catalog.pg_depend WHERE objid = 'stock'::regclass;
