-- Elements and fields of columns, types with a length, generated columns. Every table of the schema is compared at the end.
CREATE SCHEMA parts_and_lengths;
--@ setup
SET search_path = parts_and_lengths, public;
CREATE TYPE pair AS (x int, y text);
CREATE TABLE parts (k int PRIMARY KEY, a int[], c pair);
CREATE TABLE source (k int, v text);
CREATE TABLE sized (k int PRIMARY KEY, s char(5), b bit(4), vb bit varying(5), n numeric(8, 2), t timestamp(0), i interval second(1), vc varchar(6), c1 "char", bp bpchar, tt time(1));
CREATE TABLE moved (k2 int, s char(5), b bit(4), vb bit varying(5), n numeric(8, 2), t timestamp(0), i interval second(1), vc varchar(6), c1 "char", bp bpchar, tt time(1));
CREATE TABLE copied (k2 int, s char(5), b bit(4), vb bit varying(5), n numeric(8, 2), t timestamp(0), i interval second(1), vc varchar(6), c1 "char", bp bpchar, tt time(1));
CREATE TABLE counted (k int PRIMARY KEY, v int, w int GENERATED ALWAYS AS (v + 1) STORED);
CREATE TABLE counted_everywhere (k int PRIMARY KEY, v int, w int GENERATED ALWAYS AS (v + 1) STORED);
--@ placement
SELECT create_distributed_table('parts', 'k');
--@ placement
SELECT create_distributed_table('source', 'k');
--@ placement
SELECT create_distributed_table('sized', 'k');
--@ placement
SELECT create_distributed_table('moved', 'k2');
--@ placement
SELECT create_reference_table('copied');
--@ placement
SELECT create_distributed_table('counted', 'k');
--@ placement
SELECT create_reference_table('counted_everywhere');
INSERT INTO source SELECT i, i::text FROM generate_series(1, 5) i;
INSERT INTO parts (k, a[1], a[2]) VALUES (1, 10, 20), (2, 11, 21);
INSERT INTO parts (k, c.x, c.y) VALUES (3, 10, 'z'), (4, 11, NULL) RETURNING k, c;
INSERT INTO parts (k, c.x, a[2:3]) VALUES (5, 10, '{3,4}') RETURNING k, c, a;
INSERT INTO parts (k, a[1], a[2]) SELECT k + 10, k, '7' FROM source;
INSERT INTO parts (a[1], k, c.y) SELECT k, k + 20, v FROM source ON CONFLICT (k) DO UPDATE SET c.x = excluded.a[1], a[3] = 5 RETURNING *;
INSERT INTO parts (k, a[1], a[2]) VALUES (1, (SELECT count(*) FROM source), 3) ON CONFLICT (k) DO UPDATE SET a[2] = 99, c.y = 'q' RETURNING *;
UPDATE parts SET a[1] = 5, c.x = 7 WHERE k = 2 RETURNING *;
INSERT INTO sized SELECT i, 'a' || i, b'1010', b'101', i, '2020-01-01 00:00:00', '1.2 sec', 'v' || i, 'c', 'bp' || i, '10:00:00.3' FROM generate_series(1, 6) i;
INSERT INTO moved SELECT k + 1, s, b, vb, n, t, i, vc, c1, bp, tt FROM sized;
INSERT INTO copied SELECT k + 1, s, b, vb, n, t, i, vc, c1, bp, tt FROM sized;
INSERT INTO moved SELECT k + 1, s, b, vb, n, t, i, vc, c1, bp, tt FROM sized ORDER BY k LIMIT 3;
INSERT INTO copied SELECT k + 1, s, b, vb, n, t, i, vc, c1, bp, tt FROM sized ORDER BY k LIMIT 3;
INSERT INTO moved (k2, s, b) SELECT max(k) + 30, max(s), max(b::text)::bit(4) FROM sized;
PREPARE by_text(char(3)) AS SELECT k, $1 || '|' FROM sized WHERE s = $1;
EXECUTE by_text('a3   ');
PREPARE by_bits(bit(4), bit varying, varchar, bpchar, "char") AS SELECT k, $1, $2, $3, $4, $5 FROM sized WHERE b = $1;
EXECUTE by_bits(b'1010', b'11', 'abc', 'x  ', 'q');
PREPARE new_row(char, bit) AS INSERT INTO sized (k, s, b) VALUES (70, $1, b'1111') RETURNING s || '|', $2;
EXECUTE new_row('ab', b'1010');
PREPARE changed(char) AS UPDATE sized SET s = $1 WHERE k > 4 RETURNING s;
EXECUTE changed('abcd');
PREPARE elsewhere(bit) AS SELECT k FROM sized WHERE b = $1 AND EXISTS (SELECT 1 FROM moved WHERE moved.b = $1 AND moved.k2 <> sized.k);
EXECUTE elsewhere(b'1010');
CREATE TABLE joined AS SELECT max(sized.s) AS ms, moved.b, min(sized.vc) AS vc, max(sized.n) n, sized.n AS n2 FROM sized JOIN moved ON sized.s = moved.s GROUP BY moved.b, sized.n;
CREATE TABLE united AS SELECT s, b, vc, n FROM sized UNION SELECT s, b, vc, n FROM moved;
SELECT attrelid::regclass::text, attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid IN ('joined'::regclass, 'united'::regclass) AND attnum > 0;
INSERT INTO counted SELECT i, i FROM generate_series(1, 6) i;
INSERT INTO counted_everywhere SELECT i, i FROM generate_series(1, 6) i;
UPDATE counted SET w = DEFAULT;
UPDATE counted SET w = DEFAULT WHERE k = 1 RETURNING *;
UPDATE counted SET v = v + 1, w = DEFAULT WHERE k = 2;
UPDATE counted_everywhere SET w = DEFAULT;
UPDATE counted_everywhere SET w = DEFAULT FROM source WHERE source.k = counted_everywhere.k RETURNING counted_everywhere.*;
UPDATE counted_everywhere SET v = DEFAULT, w = DEFAULT WHERE k = 3;
SELECT 1 FROM counted HAVING true;
SELECT 1 FROM counted HAVING false;
SELECT 'x' FROM counted WHERE k > 100 HAVING 1 = 1;
SELECT 1 FROM source HAVING count(*) > 3;
SELECT j.*, e.v FROM counted JOIN counted_everywhere e USING (k, w) AS j;
CREATE TABLE named AS SELECT j.*, e.v AS ev FROM counted JOIN counted_everywhere e USING (k, w) AS j;
