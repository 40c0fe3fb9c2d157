-- 'now' and its like are the time at which PostgreSQL reads them: the same for all rows, on all nodes and in a
-- whole transaction, and another one whenever the same text is run again.
CREATE SCHEMA moments;
CREATE TABLE moments.events (id int, at timestamptz, day date, note text);
CREATE TABLE moments.kinds (id int, at timestamptz, note text);
--@ placement
SELECT create_distributed_table('moments.events', 'id');
--@ placement
SELECT create_reference_table('moments.kinds');

INSERT INTO moments.events SELECT i, 'now', 'today', 'now' FROM generate_series(1, 20) i;
SELECT count(DISTINCT at), count(DISTINCT day) FROM moments.events;
UPDATE moments.events SET at = 'now';
SELECT count(DISTINCT at) FROM moments.events;
INSERT INTO moments.kinds VALUES (1, 'now', 'x'), (2, 'now', 'y');
UPDATE moments.kinds SET at = 'now';
SELECT count(DISTINCT at) FROM moments.kinds;
SELECT count(DISTINCT n) FROM (SELECT timestamptz 'now' AS n FROM moments.events) moments;
SELECT count(DISTINCT n) FROM (SELECT ('now'::text)::timestamptz AS n FROM moments.events) moments;
SELECT count(*) FROM moments.events WHERE at <= 'now' AND day BETWEEN 'yesterday' AND 'tomorrow';

-- A word of a text is not a time.
SELECT count(*) FROM moments.events WHERE note = 'now';
SELECT id FROM moments.events WHERE note = 'now' AND id = 3;

-- The same text again, later.
CREATE TABLE moments.seen (at timestamptz);
INSERT INTO moments.seen SELECT max(timestamptz 'now') FROM moments.events;
SELECT pg_sleep(0.01);
INSERT INTO moments.seen SELECT max(timestamptz 'now') FROM moments.events;
SELECT count(DISTINCT at) FROM moments.seen;
DROP TABLE moments.seen;

-- A transaction has one time.
BEGIN;
INSERT INTO moments.events VALUES (30, 'now', 'today', 't'), (31, now(), 'today', 't'), (32, 'now', 'today', 't');
SELECT pg_sleep(0.01);
SELECT count(*) FROM moments.events WHERE note = 't' AND at = 'now';
SELECT count(*) FROM moments.events WHERE note = 't' AND at = now();
SELECT now() = timestamptz 'now' AS same FROM moments.kinds WHERE id = 1;
DELETE FROM moments.events WHERE at = 'now';
COMMIT;
SELECT count(*) FROM moments.events;
-- The functions of the time as values that are assigned, compared, returned and inserted.
UPDATE moments.events SET at = now() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = current_timestamp WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = transaction_timestamp() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = statement_timestamp() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = localtimestamp WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = current_timestamp(3) WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = now()::timestamptz WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.events SET at = now(), note = 'all';
UPDATE moments.events SET (at, note) = (now(), 'row') WHERE id > 0;
UPDATE moments.events SET (at, note) = (SELECT now(), 'query') WHERE id = 2;
UPDATE moments.events AS e SET at = now() FROM (VALUES (1), (2)) v (x) WHERE v.x = e.id;
SELECT count(*) FROM moments.events WHERE at >= now() - interval '1 hour';
DELETE FROM moments.events WHERE at = now() AND id = 1;
UPDATE moments.kinds SET at = now() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = current_timestamp WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = transaction_timestamp() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = statement_timestamp() WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = localtimestamp WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = current_timestamp(3) WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = now()::timestamptz WHERE id = 1 RETURNING id, at >= '2020-01-01' AS later;
UPDATE moments.kinds SET at = now(), note = 'all';
UPDATE moments.kinds SET (at, note) = (now(), 'row') WHERE id > 0;
UPDATE moments.kinds SET (at, note) = (SELECT now(), 'query') WHERE id = 2;
UPDATE moments.kinds AS e SET at = now() FROM (VALUES (1), (2)) v (x) WHERE v.x = e.id;
SELECT count(*) FROM moments.kinds WHERE at >= now() - interval '1 hour';
DELETE FROM moments.kinds WHERE at = now() AND id = 1;
UPDATE moments.events SET day = current_date, note = current_user WHERE id = 4 RETURNING day = current_date AS today, note = current_user AS mine;
SELECT now() > at AS now, current_date = day AS current_date FROM moments.events WHERE id = 4;

-- Rows of several owners have one time in a transaction.
BEGIN;
SELECT now() IS NULL AS started;
SELECT pg_sleep(0.01);
UPDATE moments.events SET at = now(), note = 'one' WHERE id = 5;
SELECT pg_sleep(0.01);
INSERT INTO moments.events VALUES (50, now(), current_date, 'one');
UPDATE moments.events SET at = current_timestamp, note = 'one' WHERE id = 6;
SELECT pg_sleep(0.01);
UPDATE moments.events SET at = now(), note = 'one' WHERE id = 7 RETURNING at = now() AS same;
INSERT INTO moments.events VALUES (51, now(), current_date, 'one'), (52, now(), current_date, 'one');
SELECT count(*), count(DISTINCT at) FROM moments.events WHERE note = 'one' AND at = now();
SELECT at = now() AS same FROM moments.kinds WHERE id = 2;
ROLLBACK;
UPDATE moments.events SET at = '2020-01-01', day = '2020-01-01';
UPDATE moments.kinds SET at = '2020-01-01';
