-- Settings changed by functions that a SELECT calls and does nothing else: policies see them on every node.
CREATE SCHEMA settings_of_functions;
--@ setup
SET search_path = settings_of_functions, public;
-- A table with the name of a variable is not in the way of functions that do not name it.
CREATE TABLE chosen (id int);
CREATE TABLE tenant_accounts (id int PRIMARY KEY, tenant text, amount int NOT NULL);
--@ placement
SELECT create_distributed_table('tenant_accounts', 'id');
INSERT INTO tenant_accounts SELECT g, 't' || g % 3, g FROM generate_series(1, 30) g;
GRANT USAGE ON SCHEMA settings_of_functions TO pg_monitor;
GRANT ALL ON tenant_accounts TO pg_monitor;
ALTER TABLE tenant_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON tenant_accounts USING (tenant = current_setting('app.tenant', true));
CREATE FUNCTION become(chosen text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM set_config('app.tenant', chosen, false); END $$;
CREATE FUNCTION become_here(chosen text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN RETURN set_config('app.tenant', chosen, true); END $$;
CREATE FUNCTION become_first(chosen text) RETURNS int LANGUAGE plpgsql AS $$
BEGIN PERFORM set_config('app.tenant', chosen, false); RETURN (SELECT count(*) FROM tenant_accounts); END $$;
CREATE FUNCTION become_second() RETURNS void LANGUAGE plpgsql AS $$
BEGIN SET app.tenant = 't2'; END $$;
CREATE FUNCTION become_third() RETURNS void LANGUAGE plpgsql AS $$
BEGIN SET LOCAL app.tenant = 't0'; END $$;
CREATE FUNCTION become_nobody() RETURNS void LANGUAGE plpgsql AS $$
BEGIN RESET app.tenant; END $$;
CREATE FUNCTION become_by_query(chosen text) RETURNS text LANGUAGE sql AS
$$ SELECT set_config('app.tenant', chosen, false) $$;
CREATE FUNCTION become_known(chosen text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE known text;
BEGIN
    SELECT a.tenant INTO known FROM tenant_accounts a WHERE a.tenant = chosen LIMIT 1;
    IF known IS NULL THEN
        RAISE EXCEPTION 'no tenant %', chosen;
    END IF;
    PERFORM set_config('app.tenant', known, false), set_config('app.known', 'yes', true);
    RETURN known;
END $$;
CREATE FUNCTION become_and_fail(chosen text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM set_config('app.tenant', chosen, false); RAISE EXCEPTION 'no'; END $$;
CREATE FUNCTION become_caught(chosen text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    BEGIN
        PERFORM set_config('app.tenant', chosen, false);
        RAISE EXCEPTION 'no';
    EXCEPTION WHEN raise_exception THEN
        NULL;
    END;
    RETURN current_setting('app.tenant');
END $$;
CREATE FUNCTION become_by_another(chosen text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN PERFORM become(chosen); RETURN (SELECT sum(amount) FROM tenant_accounts); END $$;
CREATE FUNCTION search(path text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN PERFORM set_config('search_path', path, false); END $$;

SET ROLE pg_monitor;
SELECT become('t1');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
UPDATE tenant_accounts SET amount = amount + 1;
--@ params text:t2
SELECT become(?);
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT * FROM become('t0');
SELECT count(*), sum(amount), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become_first('t1');
SELECT become_second();
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become_by_query('t0');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
-- Until the end of the transaction, which the statement is alone.
SELECT become_here('t1');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
BEGIN;
SELECT become_here('t1');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SAVEPOINT one;
SELECT become_third();
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
ROLLBACK TO one;
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become('t2');
COMMIT;
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
BEGIN;
SELECT become('t0');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
ROLLBACK;
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
--@ error P0001
SELECT become_and_fail('t0');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become_caught('t1');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become_by_another('t1');
SELECT current_setting('app.tenant'), count(*), min(tenant), max(tenant) FROM tenant_accounts;
SELECT become_nobody();
SELECT current_setting('app.tenant'), count(*) FROM tenant_accounts;
RESET ROLE;
SELECT become_known('t1');
SELECT current_setting('app.tenant'), current_setting('app.known', true);
--@ error P0001
SELECT become_known('t9');
SELECT current_setting('app.tenant');
-- A name of a table is looked for by the new path at once.
SELECT search('public');
--@ error 42P01
SELECT count(*) FROM tenant_accounts;
SELECT settings_of_functions.search('settings_of_functions, public');
SELECT count(*) FROM tenant_accounts;
