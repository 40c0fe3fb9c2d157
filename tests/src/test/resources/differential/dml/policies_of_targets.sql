-- Rows that are inserted into a table with policies, which PostgreSQL does not let COPY do.
CREATE SCHEMA policies_of_targets;
--@ setup
SET search_path = policies_of_targets, public;
CREATE ROLE policies_of_targets_writer;
GRANT USAGE, CREATE ON SCHEMA policies_of_targets TO policies_of_targets_writer;
CREATE TABLE source (id int, note text);
--@ placement
SELECT create_distributed_table('source', 'id');
INSERT INTO source SELECT i, 'note ' || i FROM generate_series(1, 12) i;
GRANT SELECT ON source TO policies_of_targets_writer;
SET ROLE policies_of_targets_writer;
CREATE TABLE kept (id int, note text, number int GENERATED ALWAYS AS IDENTITY);
--@ placement
SELECT create_distributed_table('kept', 'id');
CREATE TABLE everywhere (id int, note text DEFAULT 'none');
--@ placement
SELECT create_reference_table('everywhere');
CREATE POLICY own ON kept USING (id > 2) WITH CHECK (id > 0);
CREATE POLICY own ON everywhere USING (id < 20);
ALTER TABLE kept ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept FORCE ROW LEVEL SECURITY;
ALTER TABLE everywhere ENABLE ROW LEVEL SECURITY;
ALTER TABLE everywhere FORCE ROW LEVEL SECURITY;
INSERT INTO kept SELECT 10, 'one';
INSERT INTO kept SELECT i, 'row ' || i FROM generate_series(1, 6) i;
INSERT INTO kept SELECT id, max(note) FROM source GROUP BY id;
INSERT INTO kept (id) SELECT count(*) FROM source;
INSERT INTO everywhere SELECT id, note FROM source ORDER BY id LIMIT 5;
INSERT INTO everywhere (id) SELECT count(*) FROM source;
--@ error 42501
INSERT INTO kept SELECT i, 'bad' FROM generate_series(-2, 6) i;
--@ error 42501
INSERT INTO everywhere SELECT id + 10, note FROM source;
SELECT id, note FROM kept;
SELECT id, note FROM everywhere;
RESET ROLE;
SELECT id, note FROM kept;
SELECT id, note FROM everywhere;
ALTER TABLE kept DROP COLUMN number;
REASSIGN OWNED BY policies_of_targets_writer TO CURRENT_USER;
DROP OWNED BY policies_of_targets_writer;
DROP ROLE policies_of_targets_writer;
