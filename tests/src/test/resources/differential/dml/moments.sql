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
UPDATE moments.events SET at = '2020-01-01', day = '2020-01-01';
UPDATE moments.kinds SET at = '2020-01-01';
