-- Settings changed by set_config, SET and RESET, in and out of transactions: policies see them on every node.
CREATE SCHEMA settings;
--@ setup
SET search_path = settings, public;
CREATE TABLE accounts (id int PRIMARY KEY, tenant text, amount int NOT NULL);
CREATE TABLE plans (tenant text PRIMARY KEY, label text);
CREATE TABLE notes (id int, tenant text);
--@ placement
SELECT create_distributed_table('accounts', 'id');
--@ placement
SELECT create_reference_table('plans');
INSERT INTO accounts SELECT g, 't' || g % 3, g FROM generate_series(1, 30) g;
INSERT INTO plans VALUES ('t0', 'zero'), ('t1', 'one'), ('t2', 'two');
INSERT INTO notes SELECT g, 't' || g % 3 FROM generate_series(1, 9) g;
GRANT USAGE ON SCHEMA settings TO pg_monitor;
GRANT ALL ON accounts, plans, notes TO pg_monitor;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE plans ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON accounts USING (tenant = current_setting('app.tenant', true));
CREATE POLICY own ON plans USING (tenant = current_setting('app.tenant', true));
CREATE POLICY own ON notes USING (tenant = current_setting('app.tenant', true));
-- As a web server does for each request: the first statement of the transaction names the tenant and the role.
BEGIN;
SELECT set_config('app.tenant', 't1', true), set_config('role', 'pg_monitor', true);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SELECT * FROM plans;
SELECT count(*), min(tenant), max(tenant) FROM notes;
SELECT count(*) FROM accounts JOIN plans USING (tenant);
UPDATE accounts SET amount = amount + 1;
DELETE FROM accounts WHERE id = 3;
DELETE FROM accounts WHERE id = 4;
UPDATE plans SET label = 'first';
--@ error 42501
INSERT INTO accounts VALUES (31, 't2', 1);
ROLLBACK;
SELECT count(*), sum(amount) FROM accounts;
SELECT current_user = 'pg_monitor', coalesce(current_setting('app.tenant', true), '');
BEGIN;
--@ params text:t2, text:pg_monitor
SELECT set_config('app.tenant', ?, true) AS tenant, set_config('role', ?::text, true), 1 AS one;
INSERT INTO accounts VALUES (32, 't2', 1), (33, 't2', 2), (34, 't2', 3);
UPDATE accounts SET amount = 0;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
COMMIT;
SELECT count(*), sum(amount) FROM accounts;
-- For the session, until it is set or reset again.
SELECT set_config('app.tenant', 't0', false);
SET ROLE pg_monitor;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SELECT * FROM plans;
SELECT set_config('app.tenant', 't2', true);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
BEGIN;
SELECT count(*) FROM notes;
SELECT set_config('app.tenant', 't1', false);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SAVEPOINT one;
SELECT set_config('app.tenant', 't2', true);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SAVEPOINT two;
SELECT set_config('app.tenant', 't0', false);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
ROLLBACK TO two;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
ROLLBACK TO one;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SELECT set_config('app.tenant', 't2', true);
RELEASE one;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
COMMIT;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
-- A node that takes part only after the savepoint returns to what was set before it.
BEGIN;
SET app.tenant = 't0';
SAVEPOINT one;
SET app.tenant = 't2';
SELECT count(*), min(tenant), max(tenant) FROM accounts;
ROLLBACK TO one;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
SET LOCAL app.tenant = 't2';
SELECT count(*), min(tenant), max(tenant) FROM accounts;
ROLLBACK;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
BEGIN;
SELECT set_config('app.tenant', 't2', false);
SELECT count(*), min(tenant), max(tenant) FROM accounts;
ROLLBACK;
SELECT count(*), min(tenant), max(tenant) FROM accounts;
RESET app.tenant;
SELECT count(*) FROM accounts;
RESET ROLE;
-- Values as PostgreSQL shows them; several in one list; the names in any case.
SELECT set_config('work_mem', '8192', false), set_config('IntervalStyle', 'sql_standard', false);
SHOW work_mem;
SELECT current_setting('work_mem') FROM accounts WHERE id = 2;
SELECT DISTINCT current_setting('work_mem') || current_setting('intervalstyle') FROM accounts;
SELECT set_config('search_path', 'settings, public, "$user"', false);
SELECT count(*) FROM accounts;
SELECT set_config('app.tenant', 'a', false), set_config('APP.tenant', 'b', false);
SELECT DISTINCT current_setting('app.Tenant') FROM accounts;
SELECT set_config('app.' || 'tenant', NULL, false) IS NULL;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
SELECT set_config('app.tenant', 'c', 'no');
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
SELECT pg_catalog.set_config('app.tenant', 'd', false) "Tenant" ORDER BY 1;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
-- Over tables that the first node has: as often as there are rows, perhaps never.
SELECT set_config('app.tenant', label, false) FROM plans WHERE tenant = 't2';
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
SELECT set_config('app.tenant', 'nobody', false) FROM plans WHERE tenant = 't9';
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
SELECT set_config('app.tenant', 'nobody', false) WHERE false;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
SELECT set_config('app.tenant', tenant, false) FROM notes WHERE id = 4;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
-- Of settings chosen by their names, as pg_dump does.
SELECT set_config(name, 'view, foreign-table', false) FROM pg_settings WHERE name = 'restrict_nonsystem_relation_kind';
SELECT DISTINCT current_setting('restrict_nonsystem_relation_kind') FROM accounts;
SELECT set_config(name, '', false) FROM pg_catalog.pg_settings WHERE name IN ('restrict_nonsystem_relation_kind');
SELECT DISTINCT current_setting('restrict_nonsystem_relation_kind') FROM accounts;
SELECT set_config(name, '8888', true), set_config('work_mem', '7777', false) FROM pg_settings WHERE name = 'no_such_setting';
SELECT DISTINCT current_setting('work_mem') FROM accounts;
PREPARE enter AS SELECT set_config('app.tenant', $1, false);
EXECUTE enter ('t' || 5);
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
--@ error 22023
SELECT set_config('work_mem', 'much', false);
--@ error 42704
SELECT set_config('no_such_setting', '1', false);
SELECT current_setting('work_mem') FROM accounts WHERE id = 2;
BEGIN;
--@ error 22023
SELECT set_config('app.tenant', 't1', false), set_config('work_mem', 'much', true);
ROLLBACK;
SELECT DISTINCT current_setting('app.tenant') FROM accounts;
-- Back to what the session started with.
SET work_mem TO DEFAULT;
SET intervalstyle = DEFAULT;
SELECT DISTINCT current_setting('work_mem') || current_setting('intervalstyle') FROM accounts;
BEGIN;
SET LOCAL work_mem = '7MB';
SET LOCAL work_mem TO DEFAULT;
SELECT DISTINCT current_setting('work_mem') FROM accounts;
SET work_mem = '9MB';
SET LOCAL work_mem TO DEFAULT;
SELECT DISTINCT current_setting('work_mem') FROM accounts;
COMMIT;
SELECT DISTINCT current_setting('work_mem') FROM accounts;
BEGIN;
RESET ALL;
SELECT DISTINCT current_setting('work_mem') FROM settings.accounts;
ROLLBACK;
SELECT DISTINCT current_setting('work_mem') FROM settings.accounts;
SET SESSION AUTHORIZATION pg_monitor;
SELECT session_user, current_user, count(*) FROM accounts;
SET SESSION AUTHORIZATION DEFAULT;
SET TIME ZONE 'Asia/Tokyo';
SET TIME ZONE LOCAL;
SELECT count(DISTINCT current_setting('timezone')) FROM accounts WHERE current_setting('timezone') = 'Asia/Tokyo';
-- What PostgreSQL takes until temporary tables are used, which Argosy has made in its backends.
SELECT count(*) FROM settings.accounts a JOIN settings.accounts b ON a.amount = b.id + 1;
SET temp_buffers = 123;
SHOW temp_buffers;
SELECT count(*) FROM settings.accounts a JOIN settings.accounts b ON a.amount = b.id + 1;
BEGIN;
SELECT count(*) FROM settings.accounts a JOIN settings.accounts b ON a.amount = b.id + 1;
SHOW temp_buffers;
COMMIT;
SET temp_buffers = '2MB';
SELECT count(*) FROM settings.accounts;
SHOW temp_buffers;
--@ error 22023
SET temp_buffers = 'many';
RESET temp_buffers;
SHOW temp_buffers;
SET SEED TO 0.5;
SELECT 1;
RESET ALL;
RESET ROLE;
