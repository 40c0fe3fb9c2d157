-- Definitions
-- What a statement would break in a table's placement refuses that statement only.

CREATE TABLE items (id int PRIMARY KEY, code int, note text, span int4range);
CREATE TABLE kinds (id int PRIMARY KEY, name text);
CREATE SEQUENCE numbers;
CREATE FUNCTION drawn() RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN 1; END';
--@ placement
SELECT create_distributed_table('items', 'id');
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO items SELECT i, i, 'note ' || i, NULL FROM generate_series(1, 40) i;
INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(1, 10) i;

--@ refused Unique index without the distribution column, made concurrently
--@ why It is tried on an empty table alike before it runs, since nothing could be undone then.
CREATE UNIQUE INDEX CONCURRENTLY items_code ON items (code);

--@ refused Children of tables with a placement
--@ why Rows of children are rows of the parent, and nobody looks for them on other nodes.
CREATE TABLE special_items (extra text) INHERITS (items);

CREATE TABLE readings (sensor int NOT NULL, taken date) PARTITION BY RANGE (taken);
CREATE TABLE readings_2024 PARTITION OF readings FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE readings_2025 (sensor int NOT NULL, taken date NOT NULL);
--@ placement
SELECT create_distributed_table('readings', 'sensor');
--@ placement
SELECT create_distributed_table('readings_2025', 'taken');
INSERT INTO readings SELECT i, '2024-02-03' FROM generate_series(1, 40) i;
--@ refused Partition that is placed otherwise than its table
--@ why Its rows would be looked for on other nodes.
ALTER TABLE readings ATTACH PARTITION readings_2025 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');

CREATE FOREIGN DATA WRAPPER elsewhere;
CREATE SERVER archive FOREIGN DATA WRAPPER elsewhere;
CREATE FOREIGN TABLE readings_2020 (sensor int NOT NULL, taken date) SERVER archive;
--@ placement
--@ refused Foreign table as a partition of a table with a placement
--@ why Every node would read all of its rows.
ALTER TABLE readings ATTACH PARTITION readings_2020 FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
DROP FOREIGN DATA WRAPPER elsewhere CASCADE;

--@ refused Column of a partitioned table with a value of its own for each row
--@ why The values come from one node, and PostgreSQL rewrites a partition with its table only.
ALTER TABLE readings ADD COLUMN number serial;

CREATE TABLE priced (id int PRIMARY KEY);
--@ placement
SELECT create_distributed_table('priced', 'id');
INSERT INTO priced SELECT generate_series(1, 40);
CREATE TABLE sales (item int);
INSERT INTO sales SELECT generate_series(1, 40);
--@ refused Foreign key between a distributed table and one with rows and no placement
--@ why The rows of the one are on the home node, those of the other are on all.
ALTER TABLE sales ADD FOREIGN KEY (item) REFERENCES priced;

CREATE TABLE returned (item int REFERENCES priced);
--@ refused Row that refers to a row of a distributed table from a table without a placement
--@ why The same: such a table is to be placed before it gets rows.
INSERT INTO returned SELECT generate_series(1, 40);

--@ refused Added column whose default calls a function that is not known
--@ why A function may read tables, and sees one node's rows only. In a table without rows it is not called.
ALTER TABLE items ADD COLUMN number int DEFAULT drawn();

--@ refused Change of a column's type by an expression with the time or a sequence
--@ why Every node computes the values of its own rows.
ALTER TABLE items ALTER COLUMN note TYPE bigint USING nextval('numbers');

--@ refused Change of a replicated table's column by an expression that differs from copy to copy
--@ why The copies would not be equal any more.
ALTER TABLE kinds ALTER COLUMN name TYPE text USING gen_random_uuid();

--@ refused Distribution column that can be NULL
--@ why A row without a key has no node to live on.
ALTER TABLE items DROP CONSTRAINT items_pkey, ALTER COLUMN id DROP NOT NULL;

--@ refused Distribution column of a type that cannot be one
--@ why The hash of its values is not known to be the same everywhere.
ALTER TABLE items ALTER COLUMN id TYPE money USING id::money;

--@ refused Drop of the distribution column
--@ why Nobody could say any more on which node a row is.
ALTER TABLE items DROP COLUMN id;

CREATE DOMAIN code AS text;
CREATE TABLE coded (code code PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('coded', 'code');
--@ refused Drop of the type of a distribution column
--@ why The column would go with it.
DROP DOMAIN code CASCADE;

CREATE TYPE state AS ENUM ('new', 'sold');
CREATE TABLE states (state state);
--@ placement
SELECT create_distributed_table('states', 'state');
--@ refused Rename of a value of an enum that is a distribution column
--@ why Rows lie by the hash of the name. Values can be added, and the type can be renamed.
ALTER TYPE state RENAME VALUE 'new' TO 'young';

CREATE TYPE corner AS (x int, y int);
CREATE TABLE corners (at corner);
--@ placement
SELECT create_distributed_table('corners', 'at');
--@ refused Attribute added to a composite type that is a distribution column, or dropped
--@ why The hash of a value is made of all its attributes.
ALTER TYPE corner ADD ATTRIBUTE z int;

CREATE TYPE position AS (at int);
CREATE TABLE positions OF position;
--@ placement
SELECT create_distributed_table('positions', 'at');
--@ refused Change of the distribution column's type through the type of the table
--@ why Rows move to the owners of their new hashes where ALTER TABLE names the table.
ALTER TYPE position ALTER ATTRIBUTE at TYPE bigint CASCADE;
