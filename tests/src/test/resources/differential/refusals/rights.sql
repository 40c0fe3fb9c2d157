-- Rights
-- Each step on each node runs with the rights of the session's role.

CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric);
--@ placement
SELECT create_distributed_table('stock', 'id');
INSERT INTO stock SELECT i, i % 4, i FROM generate_series(1, 40) i;
CREATE VIEW amounts AS SELECT id, kind, amount FROM stock;
CREATE DOMAIN kind_number AS int;
CREATE ROLE refusals_seller;
GRANT USAGE, CREATE ON SCHEMA refusals_rights TO refusals_seller;
GRANT SELECT, UPDATE ON amounts TO refusals_seller;

SET ROLE refusals_seller;
--@ refused Change of several nodes' rows with the rights of a view's owner
--@ why What is changed is shipped as a change of the table, which the role may not change.
UPDATE amounts SET amount = amount + 1;
RESET ROLE;

REVOKE USAGE ON TYPE kind_number FROM public;
SET ROLE refusals_seller;
--@ refused Statement of a role that may not use a type or the language SQL
--@ why Statements are read as bodies of functions, for which PostgreSQL asks for more rights.
SELECT 1::kind_number;
RESET ROLE;
DROP OWNED BY refusals_seller;
DROP ROLE refusals_seller;

CREATE TABLE delivered (id int, amount numeric);
--@ placement
SELECT create_distributed_table('delivered', 'id');
INSERT INTO delivered SELECT i, 1 FROM generate_series(1, 10) i;
CREATE ROLE refusals_keeper;
GRANT USAGE ON SCHEMA refusals_rights TO refusals_keeper;
GRANT SELECT ON delivered TO refusals_keeper;
GRANT SELECT (id), UPDATE (amount) ON stock TO refusals_keeper;
CREATE TABLE numbered (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, label text);
--@ placement
SELECT create_distributed_table('numbered', 'id');
GRANT INSERT (label) ON numbered TO refusals_keeper;
CREATE TABLE priced (id int PRIMARY KEY, label text, price int DEFAULT 5);
--@ placement
SELECT create_reference_table('priced');
GRANT INSERT (id, label), SELECT (id), UPDATE ON priced TO refusals_keeper;
CREATE TABLE rates (id int PRIMARY KEY, rate int);
--@ placement
SELECT create_reference_table('rates');
GRANT SELECT ON rates TO refusals_keeper;
CREATE TABLE moving (id int PRIMARY KEY, label text);
--@ placement
SELECT create_distributed_table('moving', 'id');
INSERT INTO moving SELECT i, 'label ' || i FROM generate_series(1, 10) i;
GRANT SELECT, INSERT (id), UPDATE (id) ON moving TO refusals_keeper;
SET ROLE refusals_keeper;
--@ refused Change of a distribution column by a role that may only update it
--@ why A row that changes its node is deleted on one and inserted on another.
UPDATE moving SET id = id + 100;
--@ refused ON CONFLICT that is computed once, of a role that may not read and insert all columns
--@ why What one node has made is read back, and inserted on the others.
INSERT INTO priced (id, label) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET price = (random() * 1000)::int;
--@ refused UPDATE of a reference table that reads other tables, of a role that may not read what it assigns
--@ why One node computes the values, and the others are given them.
UPDATE priced SET price = (SELECT max(rate) FROM rates);
--@ refused Row with a number or time by default, of a role that may not insert into that column
--@ why The default is computed once, and the node that gets the row is given its value.
INSERT INTO numbered (label) VALUES ('one');
--@ refused Such a row of MERGE or of an INSERT in WITH
--@ why The default is computed once there, too.
WITH made AS (INSERT INTO numbered (label) VALUES ('one')) SELECT 1;
--@ refused Change over copies by a role that may not read or lock whole rows
--@ why Where a statement is computed over copies of its target, these have all columns.
MERGE INTO stock s USING (SELECT count(*)::int AS id FROM delivered) d ON s.id = d.id WHEN MATCHED THEN UPDATE SET amount = 0;
RESET ROLE;
DROP OWNED BY refusals_keeper;
DROP ROLE refusals_keeper;
