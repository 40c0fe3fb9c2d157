-- Settings that blocks of code and procedures change: what reads them later reads them on every node.
CREATE SCHEMA settings_of_code;
--@ setup
SET search_path = settings_of_code, public;
CREATE TABLE accounts (id int PRIMARY KEY, tenant text);
CREATE TABLE notes (id int, tenant text);
--@ placement
SELECT create_distributed_table('accounts', 'id');
INSERT INTO accounts SELECT g, 't' || g % 3 FROM generate_series(1, 30) g;
INSERT INTO notes VALUES (1, 't1');
GRANT USAGE ON SCHEMA settings_of_code TO pg_monitor;
GRANT ALL ON accounts, notes TO pg_monitor;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON accounts USING (tenant = current_setting('app.tenant', true));
DO $$ BEGIN PERFORM set_config('app.tenant', 't1', false); END $$;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
DO $$ DECLARE t text; BEGIN SELECT tenant INTO t FROM notes; PERFORM set_config('app.tenant', t || '!', false); END $$;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
BEGIN;
DO $$ BEGIN PERFORM set_config('app.tenant', 't2', true); END $$;
SET LOCAL ROLE pg_monitor;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
UPDATE accounts SET tenant = tenant;
COMMIT;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
BEGIN;
DO $$ BEGIN SET LOCAL work_mem = '7MB'; END $$;
SELECT DISTINCT current_setting('work_mem') FROM accounts;
ROLLBACK;
CREATE PROCEDURE enter(t text) LANGUAGE plpgsql AS $$ BEGIN PERFORM set_config('app.tenant', t, false); END $$;
CALL enter('t0');
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
BEGIN;
CALL enter('t1');
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
ROLLBACK;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
