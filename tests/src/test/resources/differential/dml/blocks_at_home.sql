-- Blocks of code and procedures that come to no placed table run on the home node.
CREATE SCHEMA blocks_at_home;
--@ setup
SET search_path = blocks_at_home, public;
CREATE TABLE block_placed (id int PRIMARY KEY, n int);
--@ placement
SELECT create_distributed_table('block_placed', 'id');
INSERT INTO block_placed SELECT i, i FROM generate_series(1, 30) i;
CREATE TABLE block_notes (id serial PRIMARY KEY, remark text);
DO $$ BEGIN PERFORM 1; END $$;
DO LANGUAGE plpgsql 'BEGIN NULL; END';
DO $$ BEGIN FOR i IN 1 .. 5 LOOP INSERT INTO block_notes (remark) VALUES ('remark ' || i); END LOOP; END $$;
SELECT * FROM block_notes;
SELECT lastval();
DO $do$ DECLARE n bigint; BEGIN
    SELECT count(*) INTO n FROM block_notes;
    IF n > 3 THEN RAISE NOTICE 'there are %', n; ELSE DELETE FROM block_notes; END IF;
END $do$;
--@ error P0001
DO $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
--@ error 22012
DO $$ BEGIN INSERT INTO block_notes (remark) VALUES ('lost'); PERFORM 1 / 0; END $$;
--@ error 42601
DO $$ BEGIN SELEC 1; END $$;
SELECT count(*) FROM block_notes;
BEGIN;
DO $$ BEGIN UPDATE block_notes SET remark = 'changed'; END $$;
UPDATE block_placed SET n = 0;
SELECT count(*) FROM block_notes WHERE remark = 'changed';
ROLLBACK;
SELECT count(*) FROM block_notes WHERE remark = 'changed';
CREATE PROCEDURE add_remark(what text, INOUT how_many bigint) LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO block_notes (remark) VALUES (what); SELECT count(*) + how_many INTO how_many FROM block_notes; END $$;
CALL add_remark('called', 100);
CREATE PROCEDURE forget_remarks() LANGUAGE sql AS 'DELETE FROM block_notes WHERE id > 5';
CALL forget_remarks();
SELECT * FROM block_notes;
--@ error 42883
CALL no_such_procedure();
--@ error 42809
CALL upper('a');
BEGIN;
CALL add_remark('again', 0);
UPDATE block_placed SET n = 1 WHERE id < 8;
COMMIT;
SELECT count(*) FROM block_notes;
SELECT count(*) FROM block_placed WHERE n = 1;
BEGIN READ ONLY;
--@ error 25006
DO $$ BEGIN DELETE FROM block_notes; END $$;
ROLLBACK;
SELECT count(*) FROM block_notes;
