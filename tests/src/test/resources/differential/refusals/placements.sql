-- Placement
-- What a table must have so that its rows can be found by one column, and be kept by each node by itself.

CREATE TABLE measured (at money, value int);
--@ placement
--@ refused Distribution column of a type that has no hash
--@ why Equal values must be on one node: PostgreSQL must have a hash of them, or one text for them.
SELECT create_distributed_table('measured', 'at');

CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE moody (moods mood[], value int);
--@ placement
--@ refused Distribution column of an array, range or composite type of enums, bit strings or citext
--@ why PostgreSQL hashes the parts by itself: those of enums by their object ids, which differ between nodes, and the others not, or by an extension. An enum by itself is hashed by the names of its values.
SELECT create_distributed_table('moody', 'moods');

CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE named (name text COLLATE folded, value int);
--@ placement
--@ refused Distribution column whose collation is not deterministic
--@ why Values that are equal would have different hashes.
SELECT create_distributed_table('named', 'name');

CREATE TABLE doubled (id int, twice int GENERATED ALWAYS AS (id * 2) STORED);
--@ placement
--@ refused Distribution column that is generated
--@ why The node that a row belongs to must be known before PostgreSQL computes the row.
SELECT create_distributed_table('doubled', 'twice');

--@ placement
--@ refused Distribution other than by hash
--@ why Rows are found by a hash on every path.
SELECT create_distributed_table('measured', 'value', 'range');

--@ placement
--@ refused Placement of several tables in one statement
--@ why Each placement moves rows in steps of its own.
SELECT create_distributed_table('measured', 'value'), create_distributed_table('doubled', 'id');

CREATE TABLE people (id int PRIMARY KEY, mail text UNIQUE);
--@ placement
--@ refused Unique index without the distribution column
--@ why Rows with equal values could be on different nodes, and each node sees its own only.
SELECT create_distributed_table('people', 'id');

CREATE TABLE slots (room int, during int4range, EXCLUDE USING gist (during WITH &&));
--@ placement
--@ refused Exclusion constraint of a distributed table
--@ why It would hold on each node only.
SELECT create_distributed_table('slots', 'room');

CREATE TABLE customers (id int PRIMARY KEY);
CREATE TABLE orders (id int PRIMARY KEY, customer int);
--@ placement
SELECT create_distributed_table('customers', 'id');
--@ placement
SELECT create_distributed_table('orders', 'id');
--@ refused Foreign key to rows on other nodes
--@ why A node cannot see the row that is referred to. Colocated tables that refer to each other by the
--@ why distribution column, and references to replicated tables, are kept.
ALTER TABLE orders ADD FOREIGN KEY (customer) REFERENCES customers;

CREATE TABLE rates (currency text PRIMARY KEY);
--@ placement
SELECT create_reference_table('rates');
CREATE TABLE best_rate (currency text, customer int);
--@ placement
SELECT create_reference_table('best_rate');
--@ refused Foreign key from a replicated table to a distributed one
--@ why No node has all the rows that are referred to.
ALTER TABLE best_rate ADD FOREIGN KEY (customer) REFERENCES customers;

CREATE TABLE audited (id int PRIMARY KEY);
INSERT INTO audited SELECT generate_series(1, 10);
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER audit BEFORE INSERT ON audited FOR EACH ROW EXECUTE FUNCTION audit();
--@ placement
--@ refused Placement of a table with rows whose trigger would fire
--@ why The rows are deleted on one node and inserted on another.
SELECT create_distributed_table('audited', 'id');

CREATE TABLE parents (id int PRIMARY KEY);
CREATE TABLE children (id int REFERENCES parents ON DELETE CASCADE);
INSERT INTO parents SELECT generate_series(1, 10);
INSERT INTO children SELECT generate_series(1, 10);
--@ placement
--@ refused Placement of a table with rows that rows of a table without a placement refer to
--@ why The rows would be on other nodes than those that refer to them. Both tables can be placed in one transaction.
SELECT create_distributed_table('parents', 'id');

CREATE TABLE ruled (id int PRIMARY KEY);
INSERT INTO ruled SELECT generate_series(1, 10);
CREATE RULE also AS ON DELETE TO ruled DO ALSO NOTIFY changes;
--@ placement
--@ refused Placement of a table with rows and a rule
--@ why The rows are deleted on one node and inserted on another, and the rule would apply.
SELECT create_distributed_table('ruled', 'id');

CREATE TABLE stamped (id int PRIMARY KEY, label text);
INSERT INTO stamped SELECT g, 'label' FROM generate_series(1, 10) g;
CREATE TRIGGER stamp BEFORE INSERT ON stamped FOR EACH ROW EXECUTE FUNCTION audit();
--@ placement
--@ refused Reference table with rows whose trigger would fire
--@ why The rows are inserted on the other nodes, where the trigger could change them once more.
SELECT create_reference_table('stamped');

CREATE TABLE owners (id int PRIMARY KEY);
CREATE TABLE owned (id int REFERENCES owners);
INSERT INTO owners SELECT generate_series(1, 10);
INSERT INTO owned SELECT generate_series(1, 10);
--@ placement
--@ refused Placement of a table with rows that refer to one without a placement
--@ why The rows would be on other nodes than those that they refer to. Both tables can be placed in one transaction, in
--@ why any order.
SELECT create_distributed_table('owned', 'id');

CREATE TABLE measurements (taken date, value int);
CREATE TABLE late_measurements () INHERITS (measurements);
--@ placement
--@ refused Placement of a table with parents or children
--@ why Its rows are in several tables, and each of them could be on other nodes than the others.
SELECT create_distributed_table('measurements', 'taken');

CREATE TABLE readings (sensor int NOT NULL, taken date) PARTITION BY RANGE (taken);
CREATE TABLE readings_2024 PARTITION OF readings FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
--@ placement
--@ refused Placement of a partition without its table
--@ why A statement about the table is about all its partitions: they are placed together.
SELECT create_distributed_table('readings_2024', 'sensor');
