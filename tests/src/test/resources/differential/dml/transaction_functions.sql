-- What functions tell of the transaction that they run in, with tables of every placement.
CREATE SCHEMA transaction_functions;
--@ setup
SET search_path = transaction_functions, public;
CREATE TABLE goods (k int PRIMARY KEY, v text);
CREATE TABLE rates (k int PRIMARY KEY, v text);
CREATE TABLE notes (k int PRIMARY KEY, x xid8 DEFAULT pg_current_xact_id());
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('rates');
INSERT INTO goods SELECT g, 'v' || g FROM generate_series(1, 20) g;
INSERT INTO rates SELECT g, 'v' || g FROM generate_series(1, 5) g;
SELECT txid_current() > 0, pg_current_xact_id() > '0'::xid8;
SELECT pg_current_xact_id_if_assigned() IS NULL, txid_current_if_assigned() IS NULL;
BEGIN;
SELECT count(*) FROM rates;
SELECT pg_current_xact_id_if_assigned() IS NULL;
INSERT INTO notes VALUES (1);
SELECT pg_current_xact_id_if_assigned() IS NULL, pg_current_xact_id() = txid_current()::text::xid8;
SELECT pg_xact_status(pg_current_xact_id()), txid_status(txid_current());
SELECT x = pg_current_xact_id() FROM notes;
SELECT pg_current_xact_id() = pg_current_xact_id() FROM goods WHERE k = 3;
SELECT count(DISTINCT pg_current_xact_id()::text) FROM goods;
COMMIT;
SELECT pg_xact_status(x), txid_status(x::text::bigint), x < pg_current_xact_id() FROM notes;
SELECT pg_visible_in_snapshot(x, pg_current_snapshot()), txid_visible_in_snapshot(x::text::bigint, txid_current_snapshot()) FROM notes;
SELECT pg_snapshot_xmin(pg_current_snapshot()) <= pg_snapshot_xmax(pg_current_snapshot());
BEGIN;
INSERT INTO notes VALUES (2);
ROLLBACK;
INSERT INTO notes VALUES (3) RETURNING x = pg_current_xact_id();
INSERT INTO notes SELECT k + 10 FROM goods WHERE k < 4;
SELECT count(DISTINCT x::text) FROM notes WHERE k > 10;
BEGIN;
SAVEPOINT one;
INSERT INTO notes VALUES (4);
ROLLBACK TO one;
INSERT INTO notes VALUES (5);
SELECT count(*) FROM notes WHERE x = pg_current_xact_id();
COMMIT;
SELECT pg_xact_commit_timestamp('1'::xid) IS NULL;
DELETE FROM notes;
