-- Policies and what is evaluated for each row
-- PostgreSQL applies policies and evaluates constraints on the node that has the row, and there they must find what they
-- read. Rows that a policy hides cannot be read by anybody else for it.

CREATE ROLE refusals_clerk;
GRANT USAGE ON SCHEMA refusals_policies TO refusals_clerk;
CREATE TABLE documents (id int PRIMARY KEY, team int, body text DEFAULT 'empty');
CREATE TABLE members (team int, name text);
CREATE TABLE teams (team int PRIMARY KEY, open boolean);
--@ placement
SELECT create_distributed_table('documents', 'id');
--@ placement
SELECT create_distributed_table('members', 'name');
INSERT INTO documents SELECT i, i % 5, 'text ' || i FROM generate_series(1, 20) i;
INSERT INTO members SELECT i, 'refusals_clerk' FROM generate_series(1, 3) i;
INSERT INTO teams SELECT i, i < 3 FROM generate_series(0, 4) i;
GRANT ALL ON documents, members, teams TO refusals_clerk;
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON documents
    USING (EXISTS (SELECT FROM members m WHERE m.team = documents.team AND m.name = CURRENT_USER));
SET ROLE refusals_clerk;

--@ refused Policy that reads a distributed table
--@ why Each node would compare with the rows it has. Tables that are distributed by columns that the policy compares for
--@ why equality are read where the row is, and so are reference tables.
SELECT count(*) FROM documents;

--@ refused New row that such a policy checks
--@ why The node that is to have the row has a part of the other table.
INSERT INTO documents VALUES (21, 2, 'new');

RESET ROLE;
DROP POLICY of_members ON documents;
CREATE POLICY of_teams ON documents USING (team IN (SELECT team FROM teams WHERE open));
SET ROLE refusals_clerk;

--@ refused Policy that reads a table without placement
--@ why Its rows are on the first node.
UPDATE documents SET body = 'changed';

RESET ROLE;
DROP POLICY of_teams ON documents;
CREATE FUNCTION is_open(int) RETURNS boolean LANGUAGE sql STABLE AS
    'SELECT EXISTS (SELECT FROM teams t WHERE t.team = $1 AND t.open)';
CREATE POLICY of_function ON documents USING (is_open(team));
SET ROLE refusals_clerk;

--@ refused Policy that calls a function that may read tables
--@ why The function would see one node's rows.
DELETE FROM documents;

RESET ROLE;
DROP POLICY of_function ON documents;
CREATE POLICY of_server ON documents USING (pg_backend_pid() > 0);
SET ROLE refusals_clerk;

--@ refused Policy that asks about the server
--@ why Each node answers for itself.
SELECT body FROM documents;

RESET ROLE;
DROP POLICY of_server ON documents;
CREATE POLICY readable ON documents FOR SELECT USING (true);
CREATE POLICY changeable ON documents FOR UPDATE USING (team < 3);
SET ROLE refusals_clerk;

--@ refused Change over copies under policies of single commands
--@ why Only which rows can be read is known where such a change is computed.
UPDATE documents SET id = id + 100;

RESET ROLE;
CREATE FUNCTION is_text(text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN $1 LIKE ''text%''; END';
CREATE TABLE notes (id int, body text CHECK (is_text(body)));

--@ placement
--@ refused Placement of a table with a constraint that calls a function that may read tables
--@ why The constraint would be checked by each node, whose tables have other rows.
SELECT create_reference_table('notes');

CREATE FUNCTION known_team(int) RETURNS boolean LANGUAGE sql AS 'SELECT EXISTS (SELECT FROM members WHERE team = $1)';
CREATE TABLE plans (id int, team int CHECK (known_team(team)), label text);

--@ refused New row that a constraint checks by a function that may read tables
--@ why Where the row is stored, a part of the rows is seen.
INSERT INTO plans VALUES (1, 2, 'first');

CREATE FUNCTION next_team() RETURNS int LANGUAGE sql AS 'SELECT max(team) + 1 FROM members';
ALTER TABLE documents ALTER team SET DEFAULT next_team();

--@ refused Default that calls a function that may read distributed tables
--@ why It is computed once, on the first node.
INSERT INTO documents (id) VALUES (30);

CREATE DOMAIN team_number AS int CHECK (known_team(VALUE));

--@ refused Cast to a domain whose constraint calls such a function
--@ why The constraint would see one node's rows.
SELECT 2::team_number;
