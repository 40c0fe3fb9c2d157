-- Blocks of code that define something, and read catalogs only, run on every node.
CREATE SCHEMA defining_blocks;
--@ setup
SET search_path = defining_blocks, public;
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'defining_blocks_role') THEN CREATE ROLE defining_blocks_role; END IF; END $$;
DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'defining_blocks_role') THEN CREATE ROLE defining_blocks_role; END IF; END $$;
SELECT rolname FROM pg_roles WHERE rolname = 'defining_blocks_role';
DO $$ BEGIN CREATE TYPE defining_blocks.mood AS ENUM ('good', 'bad'); EXCEPTION WHEN duplicate_object THEN RAISE NOTICE 'it is there'; END $$;
DO $$ BEGIN CREATE TYPE defining_blocks.mood AS ENUM ('good', 'bad'); EXCEPTION WHEN duplicate_object THEN NULL; END $$;
DO $$ BEGIN CREATE TABLE defining_blocks.by_block (id int PRIMARY KEY, mood defining_blocks.mood); END $$;
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM information_schema.columns WHERE table_name = 'by_block' AND column_name = 'note') THEN
        ALTER TABLE defining_blocks.by_block ADD COLUMN note text DEFAULT 'none';
    END IF;
END $$;
--@ placement
SELECT create_distributed_table('by_block', 'id');
INSERT INTO by_block SELECT i, 'good' FROM generate_series(1, 20) i;
SELECT mood, note, count(*) FROM by_block GROUP BY 1, 2;
GRANT USAGE ON SCHEMA defining_blocks TO defining_blocks_role;
BEGIN;
DO $$ BEGIN GRANT SELECT ON ALL TABLES IN SCHEMA public TO defining_blocks_role; CREATE TABLE defining_blocks.undone (id int); END $$;
ROLLBACK;
SELECT to_regclass('defining_blocks.undone');
--@ error 42P07
DO $$ BEGIN CREATE TABLE defining_blocks.other (id int); CREATE TABLE defining_blocks.other (id int); END $$;
SELECT to_regclass('defining_blocks.other');
DO $$ BEGIN REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM defining_blocks_role; END $$;
REVOKE USAGE ON SCHEMA defining_blocks FROM defining_blocks_role;
DO $$ BEGIN DROP ROLE IF EXISTS defining_blocks_role; END $$;
