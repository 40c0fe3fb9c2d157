-- Transactions, savepoints, cursors, temporary tables, session state.
CREATE SCHEMA transactions;
--@ setup
SET search_path = transactions, public;
CREATE TABLE ledger (id int PRIMARY KEY, amount int NOT NULL);
CREATE TABLE rates (id int PRIMARY KEY, rate numeric);
--@ placement
SELECT create_distributed_table('ledger', 'id');
--@ placement
SELECT create_reference_table('rates');
INSERT INTO ledger SELECT g, g * 10 FROM generate_series(1, 30) g;
INSERT INTO rates SELECT g, g / 2.0 FROM generate_series(1, 5) g;
BEGIN;
UPDATE ledger SET amount = amount + 1;
SELECT sum(amount) FROM ledger;
ROLLBACK;
SELECT sum(amount) FROM ledger;
BEGIN;
INSERT INTO ledger VALUES (100, 1), (101, 2), (102, 3);
SELECT count(*) FROM ledger WHERE id >= 100;
DELETE FROM ledger WHERE id = 101;
UPDATE rates SET rate = 9 WHERE id = 1;
COMMIT;
SELECT * FROM ledger WHERE id >= 100;
BEGIN;
INSERT INTO ledger VALUES (200, 1);
SAVEPOINT first;
INSERT INTO ledger VALUES (201, 2);
DELETE FROM ledger WHERE id < 5;
ROLLBACK TO SAVEPOINT first;
SELECT count(*) FROM ledger WHERE id < 5 OR id > 199;
SAVEPOINT second;
UPDATE rates SET rate = 0;
RELEASE SAVEPOINT second;
COMMIT;
SELECT sum(rate), (SELECT count(*) FROM ledger) FROM rates;
BEGIN;
INSERT INTO ledger VALUES (300, 1);
--@ error 23505
INSERT INTO ledger VALUES (300, 1);
--@ error 25P02
SELECT 1;
--@ error 25P02
INSERT INTO ledger VALUES (301, 1);
COMMIT;
SELECT count(*) FROM ledger WHERE id >= 300;
BEGIN;
SAVEPOINT careful;
--@ error 22012
UPDATE ledger SET amount = 1 / (id - 10);
ROLLBACK TO careful;
INSERT INTO ledger VALUES (310, 10);
COMMIT;
SELECT * FROM ledger WHERE id >= 300;
BEGIN;
CREATE TABLE passing (id int PRIMARY KEY, t text);
--@ placement
SELECT create_distributed_table('passing', 'id');
INSERT INTO passing VALUES (1, 'a'), (2, 'b'), (3, 'c');
SELECT count(*) FROM passing;
ROLLBACK;
--@ error 42P01
SELECT * FROM passing;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT sum(amount) FROM ledger;
--@ error 25006
INSERT INTO ledger VALUES (400, 1);
ROLLBACK;
BEGIN;
SET LOCAL work_mem = '5MB';
SHOW work_mem;
SELECT count(DISTINCT now()) FROM ledger;
COMMIT;
SHOW work_mem;
SELECT set_config('work_mem', '9MB', false);
SHOW work_mem;
RESET work_mem;
SELECT pg_try_advisory_lock(7, 7);
SELECT pg_advisory_unlock(7, 7);
SELECT pg_advisory_unlock(7, 7);
BEGIN;
DECLARE walk CURSOR FOR SELECT id, amount FROM ledger ORDER BY id;
--@ ordered
FETCH 3 FROM walk;
--@ ordered
FETCH FORWARD 4 FROM walk;
MOVE 5 FROM walk;
FETCH NEXT FROM walk;
CLOSE walk;
COMMIT;
BEGIN;
DECLARE back SCROLL CURSOR FOR SELECT id FROM ledger ORDER BY id DESC;
FETCH LAST FROM back;
FETCH FIRST FROM back;
FETCH ABSOLUTE 4 FROM back;
FETCH PRIOR FROM back;
DECLARE twice CURSOR FOR SELECT id, amount AS "Amount", id, amount + 1 FROM ledger ORDER BY id;
--@ ordered
FETCH 2 FROM twice;
COMMIT;
--@ error 34000
FETCH 1 FROM back;
DECLARE kept CURSOR WITH HOLD FOR SELECT id FROM ledger ORDER BY id;
--@ ordered
FETCH 2 FROM kept;
CLOSE kept;
CREATE TEMPORARY TABLE scratch (id int, t text);
INSERT INTO scratch SELECT id, 'amount ' || amount FROM ledger WHERE id <= 10;
SELECT count(*), max(t) FROM scratch;
SELECT s.t, l.amount FROM scratch s JOIN ledger l USING (id);
SELECT l.id FROM ledger l LEFT JOIN scratch s ON s.id = l.id WHERE s.id IS NULL;
UPDATE scratch SET t = 'changed' WHERE id = 1;
INSERT INTO ledger SELECT id + 500, id FROM scratch;
CREATE TEMPORARY TABLE copied ON COMMIT PRESERVE ROWS AS SELECT * FROM ledger WHERE amount > 100;
SELECT count(*), sum(amount) FROM copied;
DROP TABLE scratch;
--@ error 42P01
SELECT * FROM scratch;
PREPARE add (int, int) AS INSERT INTO ledger VALUES ($1, $2) RETURNING *;
EXECUTE add (600, 6);
EXECUTE add (601, 7);
--@ error 23505
EXECUTE add (601, 7);
DEALLOCATE ALL;
SELECT id, amount FROM ledger WHERE id = 600 FOR UPDATE;
BEGIN;
LOCK TABLE rates IN SHARE MODE;
COMMIT;
BEGIN READ ONLY;
COMMIT AND CHAIN;
--@ error 25006
INSERT INTO rates VALUES (1001, 1);
ROLLBACK;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
--@ error 25006
INSERT INTO rates VALUES (1001, 1);
COMMIT AND CHAIN;
SHOW transaction_isolation;
INSERT INTO rates VALUES (1001, 1);
COMMIT;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SAVEPOINT s;
--@ error 25006
INSERT INTO rates VALUES (1002, 1);
ROLLBACK AND CHAIN;
SHOW transaction_isolation;
--@ error 25006
INSERT INTO ledger VALUES (1002, 1);
ROLLBACK;
BEGIN;
LOCK TABLE rates IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO rates VALUES (1003, 1) RETURNING rate + 1003;
COMMIT;
BEGIN;
UPDATE rates SET rate = (SELECT count(*) FROM ledger l WHERE l.amount > rates.id) WHERE id < 4 RETURNING id + 1004, rate;
UPDATE rates SET rate = rate + 1004 WHERE id = 1;
COMMIT;
BEGIN READ ONLY;
--@ error 25006
UPDATE rates SET rate = 0 FROM ledger l WHERE l.id = rates.rate AND rates.id < -1005;
ROLLBACK;
BEGIN READ ONLY;
--@ error 25006
INSERT INTO ledger SELECT id, 1006 FROM rates WHERE id < -1006;
ROLLBACK;
-- What is wrong with the query of a cursor is told before what is wrong with its place.
--@ error 42P01
DECLARE misplaced CURSOR FOR SELECT id FROM missing;
--@ error 42601
DECLARE misplaced CURSOR FOR SELECT id INTO taken FROM ledger;
--@ error 25P01
DECLARE misplaced CURSOR FOR SELECT id FROM ledger;
-- A role that only the failed transaction had.
BEGIN;
CREATE ROLE of_this_transaction;
SET LOCAL ROLE of_this_transaction;
--@ error 42501
SELECT count(*) FROM pg_authid;
--@ error 25P02
RESET ROLE;
--@ error 25P02
SELECT count(*) FROM ledger;
ROLLBACK;
SELECT count(*) > 0 FROM ledger;
DISCARD ALL;
SHOW search_path;
--@ error 42P01
SELECT * FROM ledger;
