-- Values that are equal and not the same, and rows that an order does not tell apart.
CREATE SCHEMA equal_values;
--@ setup
SET search_path = equal_values, public;
CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE ones (k text, v int);
CREATE TABLE others (k text, w int);
CREATE TABLE words (x text COLLATE caseless, y int);
CREATE TABLE said (id int, x text COLLATE caseless);
CREATE TABLE amounts (id int, x numeric);
CREATE TABLE texts (id int, t text);
--@ placement
SELECT create_distributed_table('ones', 'k');
--@ placement
SELECT create_distributed_table('others', 'k');
--@ placement
SELECT create_reference_table('words');
--@ placement
SELECT create_distributed_table('said', 'id');
--@ placement
SELECT create_distributed_table('amounts', 'id');
--@ placement
SELECT create_distributed_table('texts', 'id');
INSERT INTO ones SELECT k, n FROM unnest(ARRAY['foo', 'FOO', 'Foo', 'bar', 'BAR', 'baz', 'qux', 'QUX']) WITH ORDINALITY u (k, n);
INSERT INTO others SELECT k, n FROM unnest(ARRAY['FOO', 'Foo', 'foo', 'BAR', 'bar', 'BAZ', 'qux', 'QUX']) WITH ORDINALITY u (k, n);
INSERT INTO words VALUES ('foo', 1), ('bar', 2), ('Qux', 3);
INSERT INTO said SELECT i, (ARRAY['foo', 'Foo', 'BAR', 'qux', 'new'])[1 + i % 5] FROM generate_series(1, 60) i;
INSERT INTO amounts VALUES (1, 1.0), (2, 1.00), (3, 1.000), (4, 2.5), (5, 2.50), (6, 7);
INSERT INTO texts SELECT i, (ARRAY['1', '1.0', '1.00', '1.000', '2.5', '2.50'])[1 + i % 6] FROM generate_series(1, 60) i;
SELECT count(*) FROM ones, words, others WHERE ones.k = words.x AND others.k = words.x;
SELECT count(*) FROM ones, words WHERE ones.k = words.x AND words.x = 'foo';
SELECT words.x COLLATE "C", count(DISTINCT ones.k) FROM ones JOIN words ON ones.k = words.x GROUP BY words.x ORDER BY 1;
SELECT count(*) FROM (SELECT x FROM words UNION SELECT k COLLATE caseless FROM ones) u;
SELECT count(*) FROM (SELECT x FROM words INTERSECT SELECT k FROM ones) u;
SELECT count(*) FROM ones WHERE k IN (SELECT x FROM words);
SELECT count(*) FROM words WHERE x IN (SELECT k FROM ones);
SELECT count(*) FROM ones JOIN others ON ones.k = others.k COLLATE caseless;
SELECT count(*) FROM words, (SELECT k, sum(v) AS s FROM ones GROUP BY k) q WHERE q.k = words.x;
SELECT count(*) FROM ones WHERE EXISTS (SELECT FROM words JOIN others ON others.k = words.x WHERE words.x = ones.k);
SELECT words.y, count(*) FROM words LEFT JOIN (ones JOIN others USING (k)) ON ones.k = words.x GROUP BY words.y ORDER BY 1;
SELECT count(*) FROM said, ones WHERE said.x = ones.k;
SELECT count(*) FROM said a, said b WHERE a.x = b.x;
SELECT count(*), count(DISTINCT x) FROM said;
SELECT x COLLATE "C" < 'a' AS upper, count(*) FROM said GROUP BY 1 ORDER BY 1;
SELECT lower(x), count(*) FROM said GROUP BY x ORDER BY 1;
SELECT count(*) FROM said WHERE x IN (SELECT k FROM ones);
SELECT count(*) FROM said WHERE EXISTS (SELECT FROM said s WHERE s.x = said.x AND s.id <> said.id);
SELECT t, count(*) FROM texts WHERE t IN (SELECT x::text FROM amounts) GROUP BY t ORDER BY t;
SELECT count(*) FROM texts WHERE EXISTS (SELECT FROM amounts WHERE x::text = t);
SELECT count(*) FROM texts WHERE NOT EXISTS (SELECT FROM amounts WHERE scale(x) = length(t) - 2 AND x > 0);
SELECT count(*) FROM texts WHERE t::numeric IN (SELECT x FROM amounts);
