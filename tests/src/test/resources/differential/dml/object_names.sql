-- Values that name objects, which have other numbers on every node, as they are stored, moved and compared.
CREATE SCHEMA object_names;
--@ setup
SET search_path = object_names, public;
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE FUNCTION twice(int) RETURNS int IMMUTABLE LANGUAGE sql AS 'SELECT $1 * 2';
CREATE TABLE goods (k int PRIMARY KEY, c regclass, t regtype, f regprocedure, n regnamespace);
CREATE TABLE copies (k int PRIMARY KEY, c regclass, t regtype);
CREATE TABLE notes (k int PRIMARY KEY, c regclass, t regtype);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
INSERT INTO notes VALUES (1, 'goods', 'mood'), (2, 'pg_class', 'int4'), (3, NULL, 'mood[]');
SELECT k, c, t FROM notes ORDER BY k;
SELECT k FROM notes WHERE c = 'goods'::regclass;
INSERT INTO copies VALUES (1, 'pg_class', 'int4');
SELECT * FROM copies;
INSERT INTO goods VALUES (1, 'pg_class', 'text', 'lower(text)', 'pg_catalog');
SELECT * FROM goods;
SELECT 'goods'::regclass, 'mood'::regtype, 'twice(int)'::regprocedure, 'object_names'::regnamespace;
SELECT k, 'goods'::regclass FROM goods;
SELECT count(*) FROM goods WHERE c = 'pg_class'::regclass;
SELECT g.k, n.k FROM goods g JOIN notes n ON n.c = 'goods'::regclass;
SELECT relname FROM pg_class WHERE oid = 'goods'::regclass;
SELECT k, c::text FROM notes WHERE t = 'mood'::regtype;
SELECT to_regclass('goods'), to_regtype('mood'), to_regclass('nothing') FROM copies;
