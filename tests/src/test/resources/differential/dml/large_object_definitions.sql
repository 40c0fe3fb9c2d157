-- Definitions about large objects, which are on the home node.
CREATE SCHEMA large_object_definitions;
CREATE TABLE large_object_definitions.pictures (id int PRIMARY KEY, content oid);
INSERT INTO large_object_definitions.pictures VALUES (1, 471100);
SELECT lo_create(471100);
COMMENT ON LARGE OBJECT 471100 IS 'a picture';
ALTER LARGE OBJECT 471100 OWNER TO pg_monitor;
GRANT SELECT ON LARGE OBJECT 471100 TO PUBLIC;
SELECT obj_description(471100, 'pg_largeobject');
SELECT pg_get_userbyid(lomowner), lomacl::text FROM pg_largeobject_metadata WHERE oid = 471100;
BEGIN;
REVOKE ALL ON LARGE OBJECT 471100 FROM PUBLIC;
ROLLBACK;
SELECT lomacl::text FROM pg_largeobject_metadata WHERE oid = 471100;
--@ error 42704
COMMENT ON LARGE OBJECT 471199 IS 'none';
--@ error 42704
ALTER LARGE OBJECT 471199 OWNER TO pg_monitor;
SELECT lo_from_bytea(471101, 'abc');
SELECT lo_get(471101);
SELECT lo_unlink(471100), lo_unlink(471101);
