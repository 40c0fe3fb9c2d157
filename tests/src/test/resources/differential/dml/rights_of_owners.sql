-- A table is made with rows by owners who may not insert into it.
CREATE SCHEMA rights_of_owners;
--@ setup
SET search_path = rights_of_owners, public;
CREATE TABLE source (id int, note text);
--@ placement
SELECT create_distributed_table('source', 'id');
INSERT INTO source SELECT i, 'note ' || i FROM generate_series(1, 12) i;
CREATE ROLE rights_of_owners_maker;
GRANT USAGE, CREATE ON SCHEMA rights_of_owners TO rights_of_owners_maker;
GRANT SELECT ON source TO rights_of_owners_maker;
ALTER DEFAULT PRIVILEGES FOR ROLE rights_of_owners_maker REVOKE INSERT ON TABLES FROM rights_of_owners_maker;
SET ROLE rights_of_owners_maker;
CREATE TABLE numbers AS SELECT i FROM generate_series(1, 5) i;
CREATE TABLE notes AS SELECT * FROM source;
SELECT id INTO chosen FROM source WHERE id = 3;
PREPARE few AS SELECT note FROM source WHERE id < 4;
CREATE TABLE executed (said) AS EXECUTE few;
DEALLOCATE few;
--@ error 42501
INSERT INTO numbers VALUES (9);
--@ error 42501
INSERT INTO notes VALUES (9);
SELECT has_table_privilege('notes', 'INSERT'), has_table_privilege('notes', 'UPDATE'), has_table_privilege('numbers', 'INSERT');
SELECT relname, relacl::text FROM pg_class WHERE relname IN ('notes', 'numbers', 'executed', 'chosen') AND relnamespace = 'rights_of_owners'::regnamespace;
RESET ROLE;
ALTER DEFAULT PRIVILEGES FOR ROLE rights_of_owners_maker GRANT INSERT ON TABLES TO rights_of_owners_maker;
REASSIGN OWNED BY rights_of_owners_maker TO CURRENT_USER;
DROP OWNED BY rights_of_owners_maker;
DROP ROLE rights_of_owners_maker;
