-- Constants of type regrole, which PostgreSQL does not take in the body of a function.
CREATE SCHEMA role_names;
CREATE TABLE role_names.owned (id int, owner text);
--@ placement
SELECT create_distributed_table('role_names.owned', 'id');
INSERT INTO role_names.owned SELECT i, 'postgres'::regrole::text FROM generate_series(1, 9) i;
SELECT 'postgres'::regrole;
SELECT regrole 'postgres', CAST('postgres' AS regrole), pg_catalog.regrole 'postgres', 'postgres'::pg_catalog.regrole;
SELECT regrole('postgres'), pg_catalog.regrole ('postgres'), id FROM role_names.owned WHERE owner = regrole('postgres')::text;
SELECT id, 'postgres'::regrole FROM role_names.owned WHERE owner = 'postgres'::regrole::text;
SELECT rolname FROM pg_roles WHERE oid = 'postgres'::regrole;
--@ error 42704
SELECT 'nobody_has_this_name'::regrole;
UPDATE role_names.owned SET owner = upper(('postgres'::regrole)::text) WHERE id = 2;
INSERT INTO role_names.owned VALUES (20, 'postgres'::regrole);
